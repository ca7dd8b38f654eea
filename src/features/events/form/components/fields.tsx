import styles from "#src/features/events/form/components/fields.module.css";
import { completed, type Draft, type DraftForm } from "#src/features/events/form/rules/draft.ts";
import { PLAIN_FIELDS, type PlainName } from "#src/features/events/rules/plain-fields.ts";
import { SelectField, TextArea, TextField } from "#src/ui/field.tsx";

/** Names of text and select fields. */
type WrittenField = { [Key in keyof Draft]: Draft[Key] extends string | null ? Key : never }[keyof Draft];

function fieldId(name: keyof Draft): string {
  return `create-${name}`;
}

type FieldProps = {
  form: DraftForm;
  name: WrittenField;
  label: string;
  hint?: React.ReactNode;
};
type LineProps = FieldProps & { isOptional?: boolean };

/** The shown value: typed, or derived from other fields. */
function valueOf(form: DraftForm, name: WrittenField): string {
  return completed(form.draft)[name] ?? "";
}

/** A text input. */
export function Line({
  form,
  name,
  label,
  hint,
  isOptional,
  ...input
}: LineProps & Omit<React.ComponentProps<"input">, keyof LineProps | "value" | "onChange" | "size">) {
  return (
    <TextField
      autoComplete="off"
      {...input}
      id={fieldId(name)}
      name={name}
      label={
        <>
          {label}
          {isOptional && <span className={styles.optional}> (optional)</span>}
        </>
      }
      hint={hint}
      error={form.faults[name]}
      required={!isOptional}
      value={valueOf(form, name)}
      onValue={(value) => form.change({ [name]: value })}
    />
  );
}

/** The input of a plain field, with the limits of {@link PLAIN_FIELDS}. */
export function PlainLine({ form, name, ...more }: { form: DraftForm; name: PlainName; placeholder?: string }) {
  const { label, max, missing } = PLAIN_FIELDS[name];
  return <Line form={form} name={name} label={label} isOptional={missing === null} maxLength={max} {...more} />;
}

/** A text area. */
export function Lines({ form, name, label, hint, rows = 5 }: FieldProps & { rows?: number }) {
  return (
    <TextArea
      id={fieldId(name)}
      name={name}
      label={label}
      hint={hint}
      error={form.faults[name]}
      required
      rows={rows}
      maxLength={5000}
      value={valueOf(form, name)}
      onValue={(value) => form.change({ [name]: value })}
    />
  );
}

/** A select. */
export function Pick({ form, name, label, hint, children }: FieldProps & { children: React.ReactNode }) {
  return (
    <SelectField
      id={fieldId(name)}
      name={name}
      label={label}
      hint={hint}
      error={form.faults[name]}
      value={valueOf(form, name)}
      onValue={(value) => form.change({ [name]: value })}
    >
      {children}
    </SelectField>
  );
}

type SwitchProps = { form: DraftForm; name: "isMembersOnly" | "takesTurns"; label: string; hint: string };

/** An on/off switch. */
export function Switch({ form, name, label, hint }: SwitchProps) {
  const isOn = form.draft[name];
  return (
    <div className={styles.switch}>
      <input
        id={fieldId(name)}
        type="checkbox"
        role="switch"
        className={styles.box}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => form.change({ [name]: event.target.checked })}
        aria-describedby={`${fieldId(name)}-hint`}
      />
      <span className={styles.track} aria-hidden />
      <span className={styles.words}>
        <label htmlFor={fieldId(name)} className={styles.label}>
          {label}
        </label>
        <span id={`${fieldId(name)}-hint`} className={styles.hint}>
          {hint}
        </span>
      </span>
    </div>
  );
}

/** A form section with a heading. */
export function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

/** A row of short fields that wraps. */
export function Row({ children }: { children: React.ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
