import { useState } from "react";
import styles from "#src/features/events/ladder/components/ladder.module.css";
import type { Doubt, OwnResults } from "#src/features/events/ladder/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { TextField } from "#src/ui/field.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { thenFocus } from "#src/ui/then-focus.ts";

type Result = OwnResults["results"][number];
type FormProps = { result: Result; onDone: (doubt: string | null) => void };

function DoubtForm({ result, onDone }: FormProps) {
  const [words, setWords] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  async function send(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const body: Doubt = { result: result.id, words };
    const answer = await memberFetch<{ doubt: string }>("/api/ladder/own/doubts", { method: "POST", body });
    setIsBusy(false);
    if (answer.ok) onDone(answer.value.doubt);
    else setFault(answer.fields?.["words"] ?? answer.message);
  }
  return (
    <form
      className={styles.doubt}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label="What is wrong?"
        hint="Only the hosts of the event and organizers read it."
        ref={takeFocus}
        maxLength={300}
        value={words}
        error={fault}
        onValue={setWords}
      />
      <FormActions
        action={["Tell the host", "Sending…"]}
        isBusy={isBusy}
        cancel="Cancel"
        onCancel={() => onDone(null)}
      />
    </form>
  );
}

/** A form for a player to report a wrong score. */
export function DoubtScore({ result }: { result: Result }) {
  const [isOpen, setIsOpen] = useState(false);
  const [sent, setSent] = useState(result.doubt);
  const place = `doubt-${result.id}`;
  const done = (doubt: string | null) =>
    thenFocus(
      () => {
        setIsOpen(false);
        if (doubt !== null) setSent(doubt);
      },
      () => document.getElementById(place),
    );
  if (isOpen) return <DoubtForm result={result} onDone={done} />;
  if (sent !== null)
    return (
      <p id={place} tabIndex={-1} className={styles.note}>
        You told the host that this score is wrong: “{sent}”
      </p>
    );
  return (
    <TextButton id={place} onClick={() => setIsOpen(true)}>
      This score is wrong
      <span className="visually-hidden">
        : {result.points} to {result.against}, {result.title}
      </span>
    </TextButton>
  );
}
