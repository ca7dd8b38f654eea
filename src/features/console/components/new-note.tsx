import { useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import panel from "#src/features/console/components/panel.module.css";
import { useKept } from "#src/features/console/components/use-kept.ts";
import { randomUuid } from "#src/shared/ids.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextArea } from "#src/ui/field.tsx";

const MOST_CHARACTERS = 2000;

type NewNoteProps<T> = {
  /** The API path. */
  path: string;
  /** Who can read it. */
  hint: string;
  onAdded: (answer: T) => void;
};

/** The form for a new note. Input is kept until the server has it, also while the organizer is elsewhere. */
export function NewNote<T>({ path, hint, onAdded }: NewNoteProps<T>) {
  const [{ text }, setKept] = useKept(`note:${path}`, { text: "" });
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  // The id stays until the note is saved or changed, so that a repeated send adds it once.
  const sent = useRef({ id: "", text: "" });
  async function add(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    if (sent.current.id === "" || sent.current.text !== text) sent.current = { id: randomUuid(), text };
    const answer = await consoleFetch<T>(path, { method: "POST", body: sent.current });
    setIsBusy(false);
    setError(answer.ok ? "" : (answer.fields?.["text"] ?? answer.message));
    if (!answer.ok) return;
    sent.current = { id: "", text: "" };
    setKept((now) => (now.text === text ? { text: "" } : now));
    onAdded(answer.value);
  }
  return (
    <form className={panel.form} noValidate onSubmit={(event) => void add(event)}>
      <TextArea
        label="New note"
        hint={hint}
        maxLength={MOST_CHARACTERS}
        rows={3}
        value={text}
        error={error || undefined}
        onValue={(typed) => setKept({ text: typed })}
      />
      <div>
        <Button type="submit" variant="quiet" aria-disabled={isBusy || undefined}>
          {isBusy ? "Adding…" : "Add note"}
        </Button>
      </div>
    </form>
  );
}
