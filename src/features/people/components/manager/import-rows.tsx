import styles from "#src/features/people/components/manager/import-rows.module.css";
import type { ImportedRow, ImportPreview } from "#src/features/people/schema/csv.ts";
import { Notice } from "#src/ui/notice.tsx";

const OUTCOMES: Readonly<Record<ImportedRow["outcome"], string>> = {
  create: "New",
  fill: "Known",
  unchanged: "Known, nothing new",
  refuse: "Refused",
};

function countWords({ create, fill, unchanged, refuse }: ImportPreview["counts"]): string {
  const parts = [
    [create, "new"],
    [fill, "known who get what they do not have"],
    [unchanged, "known with nothing new"],
    [refuse, "refused"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(", ");
}

function Row({ row }: { row: ImportedRow }) {
  const { line, outcome, name, email, phone, record, why, fills } = row;
  return (
    <li className={styles.row} data-outcome={outcome}>
      <span className={styles.line}>Line {line}</span>
      <span className={styles.outcome}>{OUTCOMES[outcome]}</span>
      <span className={styles.who}>{[name, email, phone].filter(Boolean).join(" · ") || "Nobody"}</span>
      {(record !== null || why.length > 0) && (
        <span className={styles.why}>
          {record && `Is ${record.name || "a record without a name"}: `}
          {why.join("; ")}
          {fills.length > 0 && `. Gets ${fills.join(", ").toLowerCase()}.`}
        </span>
      )}
    </li>
  );
}

/** The outcome of each row; rows that need attention come first. */
export function ImportRows({ preview }: { preview: ImportPreview }) {
  const isRefused = ({ outcome }: ImportedRow) => outcome === "refuse";
  const rows = [...preview.rows.filter(isRefused), ...preview.rows.filter((row) => !isRefused(row))];
  return (
    <>
      <p role="status" className={styles.counts}>
        {countWords(preview.counts)}
      </p>
      {preview.notes.map((note) => (
        <Notice key={note} kind="warning">
          <p>{note}</p>
        </Notice>
      ))}
      {/* Long lists scroll inside, and the keyboard can scroll them too. */}
      <div className={styles.rows} tabIndex={0} role="region" aria-label="What would happen">
        <ul>
          {rows.map((row) => (
            <Row key={row.line} row={row} />
          ))}
        </ul>
      </div>
    </>
  );
}
