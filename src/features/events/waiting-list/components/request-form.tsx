import { useId, useState } from "react";
import { postRequest } from "#src/features/events/waiting-list/components/post-request.ts";
import styles from "#src/features/events/waiting-list/components/request-form.module.css";
import { type ContactAnswers, NO_CONTACT } from "#src/shared/contact-form.ts";
import { isEmailAddress, isPhoneDigits, PHONE_FORM, PHONE_REQUIRED, phoneDigits } from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { RadioGroup, TextArea, TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { PhoneField } from "#src/ui/phone-field.tsx";

const SEX_CHOICES = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
] as const;

type Field = keyof ContactAnswers;
type Faults = Partial<Record<Field, string | undefined>>;

function faultsOf({ firstName, lastName, email, phone, sex }: ContactAnswers): Faults {
  const digits = phoneDigits(phone);
  return {
    ...(firstName.trim() === "" && { firstName: "Your first name, please." }),
    ...(lastName.trim() === "" && { lastName: "Your last name, please." }),
    ...(!isEmailAddress(email.trim()) && { email: "Please enter a valid email address" }),
    ...(!isPhoneDigits(digits) && { phone: digits === "" ? PHONE_REQUIRED : PHONE_FORM }),
    ...(sex === "" && { sex: "Please choose one." }),
  };
}

type Form = { values: ContactAnswers; faults: Faults; set: (name: Field, value: string) => void };

function Fields({ form: { values, faults, set } }: { form: Form }) {
  const id = useId();
  const field = (name: Exclude<Field, "sex">) => ({
    name,
    value: values[name],
    error: faults[name],
    onValue: (value: string) => set(name, value),
  });
  return (
    <>
      <div className={styles.pair}>
        <TextField {...field("firstName")} label="First name" autoComplete="given-name" maxLength={100} />
        <TextField {...field("lastName")} label="Last name" autoComplete="family-name" maxLength={100} />
      </div>
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" maxLength={100} />
      <PhoneField
        id={`${id}-phone`}
        label="Phone"
        digits={values.phone}
        error={faults.phone}
        onDigits={(phone) => set("phone", phone)}
      />
      <RadioGroup
        name="sex"
        legend="Sex"
        choices={SEX_CHOICES}
        value={values.sex}
        error={faults.sex}
        onValue={(sex) => set("sex", sex)}
      />
      <TextArea {...field("message")} label="Anything we should know? (optional)" rows={3} maxLength={1000} />
    </>
  );
}

function Sent({ words, onClose }: { words: string; onClose: () => void }) {
  return (
    <div className={styles.form} role="status">
      <p className={styles.lead}>{words}</p>
      <Button onClick={onClose}>Done</Button>
    </div>
  );
}

type RequestFormProps = {
  eventId: string;
  title: string;
  values: ContactAnswers;
  onValues: (values: ContactAnswers) => void;
};

/** Sends the form and shows errors. A failure keeps the input. */
function useRequest({ eventId, values, onValues }: RequestFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const [isSending, setIsSending] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function send(form: HTMLFormElement) {
    const found = faultsOf(values);
    setFaults(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setIsSending(true);
    const answer = await postRequest(eventId, values);
    setIsSending(false);
    if (answer.ok) {
      setSent(answer.value.message);
      onValues(NO_CONTACT);
    } else {
      setFailure(answer.message);
      setFaults(answer.fields ?? {});
    }
  }

  const form: Form = {
    values,
    faults,
    set: (name, value) => {
      onValues({ ...values, [name]: value });
      setFaults((known) => ({ ...known, [name]: undefined }));
    },
  };
  return { form, isSending, sent, failure, send };
}

/** The form for visitors to request a place at a sold-out event. */
export function RequestForm({ onClose, ...props }: RequestFormProps & { onClose: () => void }) {
  const { form, isSending, sent, failure, send } = useRequest(props);
  return (
    // Closing loses nothing, because the page keeps the input.
    <Dialog title="Join the wait list" hasAnswers={false} mayClose={() => !isSending} onClose={onClose}>
      {sent !== null ? (
        <Sent words={sent} onClose={onClose} />
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isSending) void send(event.currentTarget);
          }}
        >
          <p>
            {props.title} is sold out. Leave your name, and confirm it with the link we email you. When a space opens
            up, you hear from us.
          </p>
          <Fields form={form} />
          <FailureNotice title="Not sent" words={failure && `${failure} What you typed is still here.`} />
          <Button type="submit" size="lg" aria-disabled={isSending}>
            {isSending ? "Sending…" : "Join the wait list"}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
