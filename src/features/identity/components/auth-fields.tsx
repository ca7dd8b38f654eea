import { useId, useState } from "react";
import styles from "#src/features/identity/components/auth.module.css";
import { useFieldFault } from "#src/features/identity/components/use-auth-form.ts";
import { AgreementBox } from "#src/ui/agreement-box.tsx";

type FieldProps = {
  name: string;
  label: string;
  /** Always shown under the field. */
  hint?: string;
  /** Inside the field's frame, after the input. */
  after?: React.ReactNode;
} & Omit<React.ComponentProps<"input">, "name" | "id" | "className">;

/** One line with label, hint and error. The document keeps the value, so no failure can lose it. */
export function TextField({ name, label, hint, after, ...input }: FieldProps) {
  const id = useId();
  const fault = useFieldFault(name);
  // The error repeats the requirement.
  const note = fault || hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame}>
        <input
          type="text"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          id={id}
          name={name}
          className={styles.input}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {after}
      </div>
      {note && (
        <p id={`${id}-note`} className={fault ? styles.fault : "quiet"}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The address of an account. */
export function EmailField(input: { label?: string; defaultValue?: string; readOnly?: boolean; autoFocus?: boolean }) {
  return <TextField label="Email" {...input} name="email" type="email" inputMode="email" autoComplete="username" />;
}

/** First and last name, as others see them. */
export function NameFields() {
  return (
    <div className={styles.pair}>
      <TextField name="firstName" label="First name" autoComplete="given-name" autoCapitalize="words" />
      <TextField name="lastName" label="Last name" autoComplete="family-name" autoCapitalize="words" />
    </div>
  );
}

type PasswordFieldProps = {
  name: "current" | "password" | "again";
  label: string;
  /** Tells a password manager which password to offer. */
  kind: "current" | "new";
  hint?: string;
};

/** A password field with a button that shows the password. */
export function PasswordField({ kind, label, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...field}
      label={label}
      type={isShown ? "text" : "password"}
      autoComplete={`${kind}-password`}
      after={
        <button type="button" className={styles.toggle} onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide" : "Show"} <span className="visually-hidden">{label.toLowerCase()}</span>
        </button>
      }
    />
  );
}

/** The consent checkbox of a sign-up, with its error below. */
export function AgreementField() {
  return <AgreementBox name="agreedTerms" error={useFieldFault("agreedTerms")} />;
}

export function CodeField() {
  return (
    <TextField
      name="code"
      label="Verification code"
      inputMode="numeric"
      autoComplete="one-time-code"
      hint="Six digits, good for 10 minutes."
    />
  );
}
