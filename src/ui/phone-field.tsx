import { formatPhone } from "#src/shared/contact.ts";
import { editPhone } from "#src/ui/edit-phone.ts";
import { describedBy, FieldError } from "#src/ui/field.tsx";
import styles from "#src/ui/field.module.css";

type PhoneFieldProps = {
  id: string;
  digits: string;
  label?: string;
  error?: string | undefined;
  size?: "md" | "lg";
  onDigits: (digits: string) => void;
} & Omit<React.ComponentProps<"input">, "value" | "onChange" | "size" | "id" | "type">;

/** Formats a phone number with dashes while typing, pasting or autofill; the caret stays at its digit. */
export function PhoneField({
  id,
  digits,
  label = "Phone number",
  error,
  size = "md",
  onDigits,
  ...input
}: PhoneFieldProps) {
  function change({ target, nativeEvent }: React.ChangeEvent<HTMLInputElement>) {
    const isForward = nativeEvent instanceof InputEvent && nativeEvent.inputType === "deleteContentForward";
    const edit = editPhone(digits, target.value, target.selectionStart ?? target.value.length, isForward);
    // Set before React compares: React leaves the caret alone if the value already matches.
    target.value = edit.shown;
    if (document.activeElement === target) target.setSelectionRange(edit.caret, edit.caret);
    onDigits(edit.digits);
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        name="phone"
        inputMode="tel"
        autoComplete="tel"
        {...input}
        {...describedBy(id, error)}
        id={id}
        type="tel"
        className={[styles.input, styles[size], styles.tabular].join(" ")}
        value={formatPhone(digits)}
        onChange={change}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}
