import { useState } from "react";
import styles from "#src/features/people-list/components/import-rows.module.css";
import type { ImportedRow, ImportPreview } from "#src/features/people/schema/csv.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Rendering more rows at once makes the page slow. */
const ROWS_AT_ONCE = 200;

const OUTCOMES: Readonly<Record<ImportedRow["outcome"], string>> = {
  create: "New",
  fill: "Known",
  propose: "Known, other email",
  unchanged: "Known, nothing new",
  refuse: "Refused",
};

function countWords({ create, fill, propose, unchanged, refuse }: ImportPreview["counts"]): string {
  const parts = [
    [create, "new"],
    [fill, "known who get what they do not have"],
    [propose, "known with another email"],
    [unchanged, "known with nothing new"],
    [refuse, "refused"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count.toLocaleString("en-US")} ${words}`)
    .join(", ");
}

function Row({ row }: { row: ImportedRow }) {
  const { line, outcome, name, email, phone, record, why, fills, proposes } = row;
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
          {proposes !== "" && `${fills.length > 0 ? "" : "."} ${proposes} goes to you as a proposal to review.`}
        </span>
      )}
    </li>
  );
}

/** The result for each row; rows that need attention come first. */
export function ImportRows({ preview }: { preview: ImportPreview }) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const isOdd = ({ outcome }: ImportedRow) => outcome === "refuse" || outcome === "propose";
  const rows = [...preview.rows.filter(isOdd), ...preview.rows.filter((row) => !isOdd(row))];
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
      {/* Long lists scroll inside; focusable for keyboard scrolling. */}
      <div className={styles.rows} tabIndex={0} role="region" aria-label="What will happen">
        <ul>
          {rows.slice(0, most).map((row) => (
            <Row key={row.line} row={row} />
          ))}
        </ul>
        {rows.length > most && (
          <Button variant="quiet" onClick={() => setMost(most + ROWS_AT_ONCE)}>
            Show more of {rows.length.toLocaleString("en-US")} rows
          </Button>
        )}
      </div>
    </>
  );
}
