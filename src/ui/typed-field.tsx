import { useEffect, useState } from "react";
import { TextField } from "#src/ui/field.tsx";

// Debounce.
const TYPING_MS = 250;

type TypedFieldProps = {
  label: string;
  placeholder?: string;
  error?: string | undefined;
  ref?: React.Ref<HTMLInputElement>;
  value: string;
  onValue: (value: string) => void;
};

/** A debounced search field; an outside change replaces its text. */
export function TypedField({ value, onValue, ...field }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (known !== value) {
    setKnown(value);
    setSent(value);
    // The field's own value comes back debounced, when more may have been typed.
    if (sent !== value) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const soon = setTimeout(() => {
      setSent(typed.trim());
      onValue(typed.trim());
    }, TYPING_MS);
    return () => clearTimeout(soon);
  });
  return <TextField {...field} type="search" autoComplete="off" maxLength={100} value={typed} onValue={setTyped} />;
}
