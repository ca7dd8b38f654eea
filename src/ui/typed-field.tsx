import { useEffect, useState } from "react";
import { TextField } from "#src/ui/field.tsx";

// As long as somebody types on, nothing is asked for.
const TYPING_MS = 250;

type TypedFieldProps = {
  label: string;
  type: "search" | "email";
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
};

/** What is typed shows at once and counts a moment later; what comes from elsewhere replaces it. */
export function TypedField({ value, onValue, ...field }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const soon = setTimeout(() => onValue(typed.trim()), TYPING_MS);
    return () => clearTimeout(soon);
  });
  return <TextField {...field} autoComplete="off" maxLength={100} value={typed} onValue={setTyped} />;
}
