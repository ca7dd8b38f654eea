import { SEX_CHOICES } from "#src/shared/choices.ts";
import type { ContactAnswers, ContactFaults } from "#src/shared/contact-form.ts";
import styles from "#src/ui/contact-fields.module.css";
import { RadioGroup, TextArea, TextField } from "#src/ui/field.tsx";
import { PhoneField } from "#src/ui/phone-field.tsx";

type ContactFieldsProps = {
  /** Prefix of the field ids. */
  id: string;
  answers: ContactAnswers;
  /** Error messages by field. */
  faults: ContactFaults;
  /** A field whose error is shown elsewhere: marked invalid, without a message. */
  marked?: keyof ContactAnswers | undefined;
  required: readonly (keyof ContactAnswers)[];
  messageLabel: string;
  onAnswer: (given: Partial<ContactAnswers>) => void;
};

const AUTO_COMPLETE = { firstName: "given-name", lastName: "family-name", email: "email" } as const;

/** Contact details and message, shared by the site's smaller forms. */
export function ContactFields(props: ContactFieldsProps) {
  const { id, answers, faults, marked, required, messageLabel, onAnswer } = props;
  const optional = (field: keyof ContactAnswers) => (required.includes(field) ? "" : " (optional)");
  const field = (name: keyof ContactAnswers) => ({
    name,
    id: `${id}-${name}`,
    required: required.includes(name),
    error: faults[name],
    ...(marked === name && { "aria-invalid": true }),
  });
  const line = (name: keyof typeof AUTO_COMPLETE) => ({
    ...field(name),
    autoComplete: AUTO_COMPLETE[name],
    value: answers[name],
    onValue: (given: string) => onAnswer({ [name]: given }),
  });
  return (
    <>
      <div className={styles.names}>
        <TextField label="First name" {...line("firstName")} />
        <TextField label="Last name" {...line("lastName")} />
      </div>
      <RadioGroup
        id={`${id}-sex`}
        name="sex"
        legend={`Sex${optional("sex")}`}
        choices={SEX_CHOICES}
        value={answers.sex}
        error={faults.sex}
        onValue={(sex) => onAnswer({ sex })}
      />
      <TextField label="Email" type="email" autoCapitalize="none" {...line("email")} />
      <PhoneField
        {...field("phone")}
        id={`${id}-phone`}
        label={`Phone number${optional("phone")}`}
        digits={answers.phone}
        onDigits={(phone) => onAnswer({ phone })}
      />
      <TextArea
        label={`${messageLabel}${optional("message")}`}
        {...field("message")}
        value={answers.message}
        onValue={(message) => onAnswer({ message })}
      />
    </>
  );
}
