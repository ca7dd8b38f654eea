import { useId } from "react";
import styles from "#src/ui/field.module.css";

/** The id of a control's error message. */
function errorIdOf(id: string): string {
  return `${id}-error`;
}

function hintIdOf(id: string): string {
  return `${id}-hint`;
}

/** ARIA attributes that link a control to its error and hint. */
export function describedBy(id: string, error: string | undefined, hint?: React.ReactNode) {
  const ids = [error !== undefined && errorIdOf(id), hint !== undefined && hintIdOf(id)].filter(Boolean);
  return {
    ...(error !== undefined && { "aria-invalid": true }),
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
  };
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={errorIdOf(id)} role="alert" className={styles.error}>
      {error}
    </p>
  );
}

function FieldHint({ id, hint }: { id: string; hint: React.ReactNode }) {
  if (hint === undefined) return null;
  return (
    <p id={hintIdOf(id)} className={styles.hint}>
      {hint}
    </p>
  );
}

type FrameProps = {
  id: string;
  label: React.ReactNode;
  hint: React.ReactNode;
  error: string | undefined;
  children: React.ReactNode;
};

/** A control with label, hint and error. */
function Frame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
    </div>
  );
}

type Common = {
  label: React.ReactNode;
  value: string;
  error?: string | undefined;
  /** Shown under the control and announced with it. */
  hint?: React.ReactNode;
  /** `lg`: one question per screen; `md`: a form with several fields. */
  size?: "md" | "lg";
  onValue: (value: string) => void;
};

type TextFieldProps = Common & Omit<React.ComponentProps<"input">, "value" | "onChange" | "size">;

/** A text input with label, hint and error. */
export function TextField({
  label,
  value,
  error,
  hint,
  size = "md",
  onValue,
  id,
  className,
  ...input
}: TextFieldProps) {
  const made = useId();
  const own = id ?? made;
  return (
    <Frame id={own} label={label} hint={hint} error={error}>
      <input
        type="text"
        {...input}
        {...describedBy(own, error, hint)}
        id={own}
        className={[styles.input, styles[size], className].filter(Boolean).join(" ")}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Frame>
  );
}

type TextAreaProps = Common & Omit<React.ComponentProps<"textarea">, "value" | "onChange">;

/** A multi-line text input. */
export function TextArea({ label, value, error, hint, size = "md", onValue, id, ...area }: TextAreaProps) {
  const made = useId();
  const own = id ?? made;
  return (
    <Frame id={own} label={label} hint={hint} error={error}>
      <textarea
        rows={4}
        {...area}
        {...describedBy(own, error, hint)}
        id={own}
        className={[styles.input, styles[size], styles.area].join(" ")}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Frame>
  );
}

type SelectFieldProps = Common & Omit<React.ComponentProps<"select">, "value" | "onChange" | "size">;

export function SelectField({ label, value, error, hint, size = "md", onValue, id, ...select }: SelectFieldProps) {
  const made = useId();
  const own = id ?? made;
  return (
    <Frame id={own} label={label} hint={hint} error={error}>
      <select
        {...select}
        {...describedBy(own, error, hint)}
        id={own}
        className={[styles.input, styles[size]].join(" ")}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Frame>
  );
}

/** Options of a select, as pairs of submitted value and label. */
export function Options({ of }: { of: readonly (readonly [value: string | number, words: string])[] }) {
  return of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}

type RadioGroupProps<T extends string> = {
  /** The group's id, for errors and focus. */
  id?: string;
  name: string;
  legend: string;
  choices: readonly { readonly value: T; readonly label: string }[];
  value: T | "";
  error?: string | undefined;
  size?: "md" | "lg";
  /** Marks the option to focus: the selected one, else the first. */
  isFirst?: boolean;
  onValue: (value: T) => void;
};

/** A radio group; nothing is selected while the value is empty. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { id, name, legend, choices, value, error, size = "md", isFirst, onValue } = props;
  const made = useId();
  const own = id ?? made;
  return (
    <fieldset className={styles.group} id={own} tabIndex={-1} {...describedBy(own, error)}>
      <legend className={styles.label}>{legend}</legend>
      <div className={`${styles.segments} ${styles[size]}`}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles.segment}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              data-first={(isFirst && (value === "" ? index === 0 : choice.value === value)) || undefined}
              onChange={() => onValue(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={own} error={error} />
    </fieldset>
  );
}
