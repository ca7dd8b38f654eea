import { useId } from "react";
import { factsOfField } from "#src/features/people/components/record-fields.ts";
import type { UserField } from "#src/features/people/schema/users.ts";
import { Options, SelectField, TextArea, TextField } from "#src/ui/field.tsx";
import { PhoneField } from "#src/ui/phone-field.tsx";

type EditFieldProps = {
  field: UserField;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
};

/** The input for a field of a record. */
export function EditField({ field, value, error, onValue }: EditFieldProps) {
  const id = useId();
  const { label, kind, choices = [] } = factsOfField(field);
  const common = { label, value, error, onValue };
  // Autofill would silently put the organizer's own details into the record.
  const quiet = { autoComplete: "off", name: `record-${field}` };
  if (kind === "choice") {
    return (
      <SelectField {...common} name={quiet.name}>
        {!choices.some(([each]) => each === value) && <option value={value}>{value}</option>}
        <Options of={choices} />
      </SelectField>
    );
  }
  if (kind === "phone")
    return <PhoneField {...quiet} id={id} label={label} digits={value} error={error} onDigits={onValue} />;
  if (kind === "long") return <TextArea {...common} {...quiet} rows={3} />;
  if (kind === "list") return <TextField {...common} {...quiet} hint="Several with commas between." />;
  const inputMode = kind === "number" ? "numeric" : kind === "email" ? "email" : "text";
  return <TextField {...common} {...quiet} inputMode={inputMode} spellCheck={false} />;
}
