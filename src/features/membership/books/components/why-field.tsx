import { TextField } from "#src/ui/field.tsx";

type WhyFieldProps = { value: string; error: string | undefined; onValue: (value: string) => void };

/** The reason for a refund, shown in the ledger and in the payer's mail. */
export function WhyField(field: WhyFieldProps) {
  return (
    <TextField
      label="Why"
      hint="Required, for the books. The payer reads it too."
      required
      maxLength={300}
      {...field}
    />
  );
}
