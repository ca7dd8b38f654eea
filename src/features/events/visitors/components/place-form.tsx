import { useId, useState } from "react";
import { Link } from "react-router";
import { rememberAsked } from "#src/features/events/visitors/components/asked-places.ts";
import styles from "#src/features/events/visitors/components/place.module.css";
import type { PlaceRequest } from "#src/features/events/visitors/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  isEmailAddress,
  isPhoneDigits,
  LAST_NAME_REQUIRED,
  PHONE_FORM,
  PHONE_REQUIRED,
  phoneDigits,
} from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { PhoneField } from "#src/ui/phone-field.tsx";

type Faults = Partial<Record<keyof PlaceRequest, string | undefined>>;

function faultsOf({ firstName, lastName, email, phone }: PlaceRequest): Faults {
  const address = email.trim();
  const digits = phoneDigits(phone);
  return {
    ...(firstName.trim() === "" && { firstName: FIRST_NAME_REQUIRED }),
    ...(lastName.trim() === "" && { lastName: LAST_NAME_REQUIRED }),
    ...(!isEmailAddress(address) && { email: address === "" ? EMAIL_REQUIRED : EMAIL_INVALID }),
    ...(!isPhoneDigits(digits) && { phone: digits === "" ? PHONE_REQUIRED : PHONE_FORM }),
  };
}

type PlaceFormProps = {
  event: Pick<EventView, "socialEventId" | "title" | "weekday" | "shortDate" | "time">;
  /** The form joins the waiting list instead. */
  isFull: boolean;
  /** The label of the submit button, same as the opening button. */
  action: string;
  values: PlaceRequest;
  onValues: (values: PlaceRequest) => void;
  onClose: () => void;
};

/** Sends the request; keeps the input on failure. */
function usePlaceRequest({ event: { socialEventId }, values, onValues }: PlaceFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);

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
    const path = `/api/social-events/${encodeURIComponent(socialEventId)}/place-requests`;
    const answer = await memberFetch(path, { method: "POST", body: values });
    setIsSending(false);
    if (answer.ok) {
      rememberAsked(socialEventId);
      setSentTo(values.email.trim());
    } else {
      setFailure(answer.message);
      setFaults(answer.fields ?? {});
    }
  }

  return {
    faults,
    failure,
    isSending,
    sentTo,
    send,
    again: () => setSentTo(null),
    set: (name: keyof PlaceRequest, value: string) => {
      onValues({ ...values, [name]: value });
      setFaults((known) => ({ ...known, [name]: undefined }));
    },
  };
}

type SentProps = Pick<PlaceFormProps, "isFull" | "onClose"> & { eventId: string; email: string; onAgain: () => void };

function Sent({ eventId, email, isFull, onAgain, onClose }: SentProps) {
  return (
    <div className={styles.form} role="status">
      <p className={styles.lead}>Check your email</p>
      <p>
        We emailed <strong>{email}</strong>. Open the link in that email, confirm if the page asks you to, and you’re{" "}
        {isFull ? "on the waiting list" : "in"}. The link works for 24 hours, or until the event starts. Your space
        isn’t held until then.
      </p>
      <p className="quiet">
        Nothing after a few minutes? Check your spam folder, or change the address. If you ever stopped our emails, this
        one won’t come: <Link to={`/login?${new URLSearchParams({ next: `/events/${eventId}` })}`}>sign in</Link> to
        take a space.
      </p>
      <div className={styles.ways}>
        <Button onClick={onClose}>Done</Button>
        <Button variant="quiet" onClick={onAgain}>
          Change the address
        </Button>
      </div>
    </div>
  );
}

/** The form for visitors to take a place: four fields, confirmed by a mailed link. Input survives closing the form. */
export function PlaceForm(props: PlaceFormProps) {
  const { event, isFull, action, values, onClose } = props;
  const { faults, failure, isSending, sentTo, send, again, set } = usePlaceRequest(props);
  const id = useId();
  const field = (name: keyof PlaceRequest) => ({
    name,
    value: values[name],
    error: faults[name],
    onValue: (value: string) => set(name, value),
  });
  return (
    <Dialog title={event.title} hasAnswers={false} mayClose={() => !isSending} onClose={onClose}>
      <p className={styles.when}>
        {event.weekday}, {event.shortDate}, {event.time}
        {isFull && " · Waiting list"}
      </p>
      {sentTo !== null ? (
        <Sent eventId={event.socialEventId} email={sentTo} isFull={isFull} onAgain={again} onClose={onClose} />
      ) : (
        <form
          className={styles.form}
          method="post"
          noValidate
          onSubmit={(submission) => {
            submission.preventDefault();
            if (!isSending) void send(submission.currentTarget);
          }}
        >
          <div className={styles.pair}>
            <TextField {...field("firstName")} label="First name" autoComplete="given-name" maxLength={100} />
            <TextField {...field("lastName")} label="Last name" autoComplete="family-name" maxLength={100} />
          </div>
          <TextField {...field("email")} label="Email" type="email" autoComplete="email" maxLength={100} />
          <PhoneField
            id={`${id}-phone`}
            digits={values.phone}
            error={faults.phone}
            autoComplete="tel"
            onDigits={(phone) => set("phone", phone)}
          />
          <p className="quiet">
            Members may see your name. Only the organizers see your email and phone. <Link to="/privacy">Privacy</Link>
          </p>
          <FailureNotice title="Not sent" words={failure && `${failure} What you typed is still here.`} />
          <Button type="submit" size="lg" aria-disabled={isSending}>
            {isSending ? "Sending…" : action}
          </Button>
          <p className="quiet">
            Want more than this one event? <Link to={`/join/${event.socialEventId}`}>Join the whole group</Link>{" "}
            instead.
          </p>
        </form>
      )}
    </Dialog>
  );
}
