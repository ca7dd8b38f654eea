import styles from "#src/features/join/components/fields.module.css";
import type { Fault, Field } from "#src/features/join/rules.ts";

/** The id of a field's control: labels, errors and the focus find it by this. */
export function fieldId(field: Field): string {
  return `join-${field}`;
}

function errorId(field: Field): string {
  return `join-${field}-error`;
}

export function faultOf(faults: readonly Fault[], field: Field): string | undefined {
  return faults.find((fault) => fault.field === field)?.message;
}

/** What ties a control to its error. */
export function errorProps(field: Field, error: string | undefined) {
  return error === undefined ? {} : { "aria-invalid": true, "aria-describedby": errorId(field) };
}

export function FieldError({ field, error }: { field: Field; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={errorId(field)} role="alert" className={styles.error}>
      {error}
    </p>
  );
}

type TextFieldProps = {
  field: Field;
  label: string;
  value: string;
  error?: string | undefined;
  /** Takes the focus when its step comes. */
  isFirst?: boolean;
  onValue: (value: string) => void;
} & Omit<React.ComponentProps<"input">, "value" | "onChange" | "id" | "name">;

/** One line of text with its label and its error. */
export function TextField({ field, label, value, error, isFirst, onValue, ...input }: TextFieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={fieldId(field)} className={styles.label}>
        {label}
      </label>
      <input
        type="text"
        {...input}
        {...errorProps(field, error)}
        id={fieldId(field)}
        name={field}
        className={styles.input}
        data-first={isFirst || undefined}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <FieldError field={field} error={error} />
    </div>
  );
}

type TextAreaProps = {
  field: Field;
  label: string;
  value: string;
  maxLength: number;
  onValue: (value: string) => void;
};

/** Several lines of text. Enter makes a new line here; everywhere else it goes on. */
export function TextArea({ field, label, value, maxLength, onValue }: TextAreaProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={fieldId(field)} className={styles.label}>
        {label}
      </label>
      <textarea
        id={fieldId(field)}
        name={field}
        className={`${styles.input} ${styles.area}`}
        rows={4}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  );
}
