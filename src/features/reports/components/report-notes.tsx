import { useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import panel from "#src/features/console/components/panel.module.css";
import styles from "#src/features/reports/components/reports-app.module.css";
import type { ReportAnswer, ReportCase } from "#src/features/reports/schema.ts";
import { randomUuid } from "#src/shared/ids.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextArea } from "#src/ui/field.tsx";
import { useMoments } from "#src/ui/moments.ts";

const MOST_CHARACTERS = 2000;

/** The form for a new note. What was typed stays until the server has it. */
function NewNote({ path, onChanged }: { path: string; onChanged: (report: ReportCase) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  // One id until it is saved: a note that is sent again is the same one.
  const id = useRef("");
  async function add(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    id.current ||= randomUuid();
    const answer = await consoleFetch<ReportAnswer>(path, { method: "POST", body: { id: id.current, text } });
    setIsBusy(false);
    setError(answer.ok ? "" : (answer.fields?.["text"] ?? answer.message));
    if (!answer.ok) return;
    id.current = "";
    setText("");
    onChanged(answer.value.report);
  }
  return (
    <form className={panel.form} noValidate onSubmit={(event) => void add(event)}>
      <TextArea
        label="New note"
        hint="For organizers."
        rows={2}
        maxLength={MOST_CHARACTERS}
        value={text}
        error={error || undefined}
        onValue={setText}
      />
      <div>
        <Button type="submit" variant="quiet" aria-disabled={isBusy || undefined}>
          {isBusy ? "Adding…" : "Add note"}
        </Button>
      </div>
    </form>
  );
}

type ReportNotesProps = { path: string; notes: ReportCase["notes"]; onChanged: (report: ReportCase) => void };

/** What organizers noted about a report. */
export function ReportNotes({ path, notes, onChanged }: ReportNotesProps) {
  const { momentWords } = useMoments();
  return (
    <details className={styles.notes}>
      <summary>{notes.length === 0 ? "Notes" : `Notes (${notes.length})`}</summary>
      <ol className={styles.list}>
        {notes.map((note) => (
          <li key={note.id}>
            <p className={panel.quiet}>
              {note.author}, <time dateTime={note.createdAt}>{momentWords(note.createdAt)}</time>
            </p>
            <p className={styles.words}>{note.text}</p>
          </li>
        ))}
      </ol>
      <NewNote path={path} onChanged={onChanged} />
    </details>
  );
}
