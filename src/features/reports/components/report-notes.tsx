import { NewNote } from "#src/features/console/components/new-note.tsx";
import styles from "#src/features/reports/components/reports-app.module.css";
import type { ReportAnswer, ReportCase } from "#src/features/reports/schema.ts";
import { useMoments } from "#src/ui/moments.ts";

type ReportNotesProps = { path: string; notes: ReportCase["notes"]; onChanged: (report: ReportCase) => void };

/** Organizers' notes on a report. */
export function ReportNotes({ path, notes, onChanged }: ReportNotesProps) {
  const { momentWords } = useMoments();
  return (
    <details className={styles.notes}>
      <summary>{notes.length === 0 ? "Notes" : `Notes (${notes.length})`}</summary>
      <ol className={styles.list}>
        {notes.map((note) => (
          <li key={note.id}>
            <p className="quiet">
              {note.author}, <time dateTime={note.createdAt}>{momentWords(note.createdAt)}</time>
            </p>
            <p className={styles.words}>{note.text}</p>
          </li>
        ))}
      </ol>
      <NewNote<ReportAnswer> path={path} hint="For organizers." onAdded={({ report }) => onChanged(report)} />
    </details>
  );
}
