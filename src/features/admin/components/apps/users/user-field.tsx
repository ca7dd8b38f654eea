import { FIELD_LABELS } from "#src/features/admin/messages.ts";
import type { UserField as Field } from "#src/features/admin/schema/users.ts";
import { SelectField, TextArea, TextField } from "#src/ui/field.tsx";

const CHOICES: Partial<Record<Field, readonly (readonly [value: string, label: string])[]>> = {
  zsex: [
    ["", "Not specified"],
    ["male", "Male"],
    ["female", "Female"],
  ],
  role: [
    ["user", "User"],
    ["member", "Member"],
    ["admin", "Admin"],
  ],
  status: [
    ["applied", "Applied"],
    ["approved", "Approved"],
  ],
};
const LONG: readonly Field[] = ["zmessage", "referredBy"];
const HINTS: Partial<Record<Field, string>> = {
  reInterestedInEvents: "With commas between",
  selectedEvents: "Ids of events, with commas between",
};
const KEYBOARDS: Partial<Record<Field, "email" | "tel" | "numeric">> = {
  email: "email",
  phone: "tel",
  zphone2: "tel",
  age: "numeric",
};

type UserFieldProps = { field: Field; value: string; error: string | undefined; onValue: (value: string) => void };

/** The control of one field of a record. */
export function UserField({ field, value, error, onValue }: UserFieldProps) {
  const common = { label: FIELD_LABELS[field], value, error, onValue };
  const choices = CHOICES[field];
  if (choices)
    return (
      <SelectField {...common}>
        {choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  if (LONG.includes(field)) return <TextArea {...common} rows={2} />;
  return <TextField {...common} hint={HINTS[field]} inputMode={KEYBOARDS[field]} autoComplete="off" spellCheck={false} />;
}
