import { useId, useState } from "react";
import styles from "#src/features/events/chat-calendar/components/calendar-list.module.css";
import { BAD_DAYS } from "#src/features/events/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";

const MOST_DAYS = 30;

/** Parses a number of days from 1 to 30; else null. */
function daysOf(typed: string): number | null {
  const days = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : null;
}

/** The number of days that the list covers. */
export function DaysField({ days, onDays }: { days: number; onDays: (days: number) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(String(days));
  const [error, setError] = useState<string>();
  function submit(event: React.FormEvent): void {
    event.preventDefault();
    const wanted = daysOf(typed);
    setError(wanted === null ? BAD_DAYS : undefined);
    if (wanted === null) document.getElementById(id)?.focus();
    else onDays(wanted);
  }
  return (
    <form className={styles.days} noValidate onSubmit={submit}>
      <TextField
        id={id}
        label="Days ahead"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={error}
        onValue={setTyped}
      />
      <Button type="submit" variant="quiet" className={styles.daysButton ?? ""}>
        Show
      </Button>
    </form>
  );
}
