import { editPhone } from "#src/features/join/components/edit-phone.ts";
import styles from "#src/features/join/components/fields.module.css";
import { errorProps, FieldError, fieldId } from "#src/features/join/components/text-field.tsx";
import { formatPhone } from "#src/shared/contact.ts";

type PhoneFieldProps = {
  digits: string;
  error: string | undefined;
  onDigits: (digits: string) => void;
};

/** The phone number with dashes as it is typed, pasted or filled in; the caret stays at its digit. */
export function PhoneField({ digits, error, onDigits }: PhoneFieldProps) {
  function change({ target, nativeEvent }: React.ChangeEvent<HTMLInputElement>) {
    const isForward = nativeEvent instanceof InputEvent && nativeEvent.inputType === "deleteContentForward";
    const edit = editPhone(digits, target.value, target.selectionStart ?? target.value.length, isForward);
    // Put in place before React compares: a value that it finds as it should be leaves the caret alone.
    target.value = edit.shown;
    if (document.activeElement === target) target.setSelectionRange(edit.caret, edit.caret);
    onDigits(edit.digits);
  }
  return (
    <div className={styles.field}>
      <label htmlFor={fieldId("phone")} className={styles.label}>
        Phone number
      </label>
      <input
        {...errorProps("phone", error)}
        id={fieldId("phone")}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="904-555-0142"
        required
        className={`${styles.input} ${styles.tabular}`}
        data-first
        value={formatPhone(digits)}
        onChange={change}
      />
      <FieldError field="phone" error={error} />
    </div>
  );
}
