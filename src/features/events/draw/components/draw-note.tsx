import { useState } from "react";
import styles from "#src/features/events/draw/components/draw-note.module.css";
import type { DrawRecord } from "#src/features/events/draw/schema/record.ts";
import type { DrawView } from "#src/features/events/draw/schema/draw.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Notice } from "#src/ui/notice.tsx";

const SHOWN_DIGITS = 12;

function Entries({ record }: { record: DrawRecord }) {
  return (
    <div className={styles.scroll} role="region" aria-label="Order of the draw" tabIndex={0}>
      <table className={styles.entries}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Hash</th>
            <th scope="col">No space last time</th>
            <th scope="col">Space</th>
          </tr>
        </thead>
        <tbody>
          {record.entries.map(({ number, hash, lostBefore, hasPlace }) => (
            <tr key={number} data-mine={number === record.mine || undefined}>
              <th scope="row">{number === record.mine ? `${number} (you)` : number}</th>
              <td>
                <code>{hash.slice(0, SHOWN_DIGITS)}…</code>
              </td>
              <td>{lostBefore ? "Yes" : "No"}</td>
              <td>{hasPlace ? "Yes" : "No"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Explains how the order is computed. */
function Rule() {
  return (
    <p>
      Everyone in the draw has a number, in the order of their answers. People who got no space last time come first;
      within each group, the lowest SHA-256 hash of “seed:number” comes first.
    </p>
  );
}

/** The record of a draw, with instructions to recompute it. */
function Record({ record }: { record: DrawRecord }) {
  const commitment = <code>{record.commitment}</code>;
  if (record.seed === null)
    return (
      <>
        <Rule />
        <p>
          The seed is chosen already, so nobody can choose it later, and shown after the draw, so nobody can reckon with
          it before. Until then this is its SHA-256 hash: {commitment}
        </p>
      </>
    );
  return (
    <>
      <Rule />
      <p>
        Seed: <code>{record.seed}</code>
      </p>
      <p>Its own hash, shown before the draw: {commitment}</p>
      <Entries record={record} />
    </>
  );
}

/** Loads the record of a draw on request. */
function RecordDetails({ eventId, isPending }: { eventId: string; isPending: boolean }) {
  const [record, setRecord] = useState<DrawRecord | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function load(): Promise<void> {
    const answer = await memberFetch<DrawRecord>(`/api/social-events/${encodeURIComponent(eventId)}/draw`);
    setFailure(answer.ok ? null : answer.message);
    if (answer.ok) setRecord(answer.value);
  }

  return (
    <details className={styles.record} onToggle={(event) => event.currentTarget.open && void load()}>
      <summary>{isPending ? "How the draw works" : "How the spaces were drawn"}</summary>
      {failure !== null && <p role="alert">{failure}</p>}
      {record === null && failure === null && <p>Loading…</p>}
      {record && <Record record={record} />}
    </details>
  );
}

type DrawNoteProps = { eventId: string; draw: DrawView; isAnswerable: boolean };

/** Announces the draw and its time; afterwards shows its record. */
export function DrawNote({ eventId, draw, isAnswerable }: DrawNoteProps) {
  const isPending = draw.state === "open";
  if (isPending && !isAnswerable) return null;
  return (
    <div className={styles.note}>
      {isPending && (
        <Notice title={`Spaces are drawn ${draw.time}`}>
          <p>
            Say by then that you’re going, and you’re in the draw. Every answer counts the same, and people who got no
            space last time come first.
          </p>
        </Notice>
      )}
      <RecordDetails key={draw.state} eventId={eventId} isPending={isPending} />
    </div>
  );
}
