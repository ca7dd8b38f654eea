import { useState } from "react";
import styles from "#src/features/events/door/components/door.module.css";
import type { DoorTools } from "#src/features/events/door/components/use-door.ts";
import { type DoorRow, summaryOf } from "#src/features/events/door/rules.ts";
import type { DoorView, Mark } from "#src/features/events/door/schema.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";

type OnMark = (mark: Omit<Mark, "id">) => void;
type Act = { readonly label: string; readonly run: (row: DoorRow) => void };

function Part({ title, rows, act, note }: { title: string; rows: readonly DoorRow[]; act?: Act; note?: string }) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.partTitle}>
        {title} · {rows.length}
      </h3>
      {note !== undefined && <p>{note}</p>}
      <ul className={styles.names}>
        {rows.map((row) => (
          <li key={row.key} className={styles.nameLine}>
            <span>
              {row.name}
              {row.guests > 0 && ` +${row.guests}`}
            </span>
            {act && (
              <button type="button" className={styles.small} onClick={() => act.run(row)}>
                {act.label}
                <span className="visually-hidden"> {row.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The greeters. Only people with an RSVP can be named. */
function Greeters({ eventId, tools: { rows, set } }: { eventId: string; tools: DoorTools }) {
  const [failure, setFailure] = useState<string | null>(null);
  async function change({ about }: DoorRow, method: "PUT" | "DELETE") {
    const path = `/api/social-events/${encodeURIComponent(eventId)}/greeters/${encodeURIComponent(about.userId ?? "")}`;
    const answer = await memberFetch<DoorView>(path, { method });
    setFailure(answer.ok ? null : answer.message);
    if (answer.ok) set(answer.value);
  }
  const named = rows.filter(({ isGreeter }) => isGreeter);
  const others = rows.filter(({ isGreeter, answer }) => !isGreeter && (answer === "going" || answer === "maybe"));
  return (
    <>
      {failure !== null && <Notice kind="error" title={failure} />}
      <Part
        title="Greeters"
        rows={named}
        note="They can mark who comes, on their own phones."
        act={{ label: "Remove", run: (row) => void change(row, "DELETE") }}
      />
      {others.length > 0 && (
        <details className={styles.part}>
          <summary className={styles.partTitle}>Name a greeter</summary>
          <ul className={styles.names}>
            {others.map((row) => (
              <li key={row.key} className={styles.nameLine}>
                <span>{row.name}</span>
                <button type="button" className={styles.small} onClick={() => void change(row, "PUT")}>
                  Name<span className="visually-hidden"> {row.name} a greeter</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type SummaryProps = { eventId: string; tools: DoorTools; onMark: OnMark; onClose: () => void };

/** The attendance summary, and the greeters. */
export function SummaryDialog({ eventId, tools, onMark, onClose }: SummaryProps) {
  const { heads, came, noShows, excused, walkIns } = summaryOf(tools.rows);
  const [now] = useState(() => new Date());
  const hasBegun = tools.door !== null && new Date(tools.door.startsAt) <= now;
  return (
    <Dialog title="Summary" onClose={onClose}>
      <div className={styles.sheet}>
        <p className={styles.counts}>
          <strong className={styles.heads}>{heads}</strong> {heads === 1 ? "person" : "people"}, guests included
        </p>
        <Part title="Came" rows={came} />
        <Part title="Walk-ins" rows={walkIns} />
        <Part
          title={hasBegun ? "No-shows" : "Not here yet"}
          rows={noShows}
          note="Excuse everyone who told you in time: it will not count against them."
          act={{ label: "Excuse", run: ({ about }) => onMark({ ...about, presence: "excused", guests: 0 }) }}
        />
        <Part
          title="Excused"
          rows={excused}
          act={{ label: "Undo", run: ({ about }) => onMark({ ...about, presence: "away", guests: 0 }) }}
        />
        {tools.door?.canNameGreeters === true && <Greeters eventId={eventId} tools={tools} />}
      </div>
    </Dialog>
  );
}
