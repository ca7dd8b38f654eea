import { useId, useState } from "react";
import styles from "#src/features/identity/components/auth.module.css";
import { useFieldFault } from "#src/features/identity/components/use-auth-form.ts";

type FieldProps = {
  name: string;
  label: string;
  /** Stands under the field all the time. */
  hint?: string;
  /** Within the frame of the field, after what is typed. */
  after?: React.ReactNode;
} & Omit<React.ComponentProps<"input">, "name" | "id" | "className">;

/** One line with its label, its hint and its error. The document keeps the value, so no failure can lose it. */
function TextField({ name, label, hint, after, ...input }: FieldProps) {
  const id = useId();
  const fault = useFieldFault(name);
  // What is wrong says again what is wanted.
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
        <p id={`${id}-note`} className={fault ? styles.fault : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The address that an account is known by. */
export function EmailField(input: { defaultValue?: string; readOnly?: boolean; autoFocus?: boolean }) {
  return <TextField {...input} name="email" label="E-mail" type="email" inputMode="email" autoComplete="username" />;
}

type PasswordFieldProps = {
  name: "password" | "again";
  label: string;
  /** Which one a password manager should offer. */
  kind: "current" | "new";
  hint?: string;
};

/** A password, and a way to see it. */
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
