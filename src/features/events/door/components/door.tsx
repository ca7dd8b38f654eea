import { useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { CodeDialog } from "#src/features/events/door/components/code-dialog.tsx";
import { DoorRowItem } from "#src/features/events/door/components/door-row.tsx";
import styles from "#src/features/events/door/components/door.module.css";
import { SummaryDialog } from "#src/features/events/door/components/summary-dialog.tsx";
import { type DoorTools, useDoor } from "#src/features/events/door/components/use-door.ts";
import { WalkInDialog } from "#src/features/events/door/components/walk-in-dialog.tsx";
import { countHere, type DoorRow } from "#src/features/events/door/rules.ts";
import type { Mark } from "#src/features/events/door/schema.ts";
import { useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";
import { withGuests } from "#src/features/events/rsvps/components/guest-stepper.tsx";
import { isNamed } from "#src/shared/fold-name.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";
import { useOnline } from "#src/ui/use-online.ts";

/** Whether this phone's marks are saved. */
function SavedWords({ unsent }: Pick<DoorTools, "unsent">) {
  const isOnline = useOnline();
  const marks = `${unsent} ${unsent === 1 ? "mark" : "marks"}`;
  const words = unsent === 0 ? "All marks saved" : isOnline ? `Saving ${marks}…` : `${marks} on this phone`;
  return (
    <p className={styles.saved} data-waiting={unsent > 0 || !isOnline || undefined} role="status">
      {isOnline ? words : `Offline · ${words}`}
    </p>
  );
}

function Counts({ rows }: { rows: readonly DoorRow[] }) {
  // Counts heads, including expected guests.
  const going = rows.reduce((sum, { answer, brings = 0 }) => sum + (answer === "going" ? 1 + brings : 0), 0);
  return (
    <p className={styles.counts}>
      <strong className={styles.heads}>{countHere(rows)}</strong> came
      {going > 0 && <span className={styles.of}>{going} going</span>}
    </p>
  );
}

type Sheet = "walk-in" | "code" | "summary" | null;

/** The last mark with an Undo button, shown until the next one. */
function LastMark({ row, onUndo }: { row: DoorRow | undefined; onUndo: (row: DoorRow) => void }) {
  if (row?.presence !== "here") return null;
  return (
    <div className={styles.last}>
      <p className={styles.lastName} role="status">
        {row.name} is here {withGuests(row.guests)}
      </p>
      <button type="button" className={styles.undo} onClick={() => onUndo(row)}>
        Undo
      </button>
    </div>
  );
}

function List({
  rows,
  query,
  onMark,
}: {
  rows: readonly DoorRow[];
  query: string;
  onMark: (mark: Omit<Mark, "id">) => void;
}) {
  const found = rows.filter(({ name }) => isNamed(name, query));
  if (rows.length === 0)
    return <p className={styles.none}>Nobody is on the list yet. Add everyone who comes as a walk-in.</p>;
  if (found.length === 0)
    return <p className={styles.none}>Nobody on the list has this name. Add them as a walk-in.</p>;
  return (
    <ul className={styles.list}>
      {found.map((row) => (
        <DoorRowItem key={row.key} row={row} onMark={onMark} />
      ))}
    </ul>
  );
}

/** Tracks the last mark for undo: undoing a guest does not remove the person. */
function useLastMark(rows: readonly DoorRow[], mark: DoorTools["mark"]) {
  const [last, setLast] = useState<{ id: string; before: Pick<Mark, "presence" | "guests"> } | null>(null);
  const rowOf = (id: string | undefined) => rows.find(({ about }) => (about.userId ?? about.walkIn?.id) === id);
  return {
    lastRow: last === null ? undefined : rowOf(last.id),
    onMark: (wish: Omit<Mark, "id">) => {
      const id = wish.userId ?? wish.walkIn?.id;
      const { presence, guests } = rowOf(id) ?? { presence: "away", guests: 0 };
      mark(wish);
      setLast(id !== undefined && wish.presence === "here" ? { id, before: { presence, guests } } : null);
    },
    onUndo: ({ about }: DoorRow) => {
      if (last !== null) mark({ ...about, ...last.before });
      setLast(null);
    },
  };
}

function OpenDoor({ eventId, tools }: { eventId: string; tools: DoorTools }) {
  const { door, rows, mark, unsent, refusal, discard } = tools;
  const [query, setQuery] = useState("");
  const [sheet, setSheet] = useState<Sheet>(null);
  const deferred = useDeferredValue(query);
  const { lastRow, onMark, onUndo } = useLastMark(rows, mark);
  if (door === null) return null;
  return (
    <>
      <div className={styles.top}>
        <Counts rows={rows} />
        <SavedWords unsent={unsent} />
        <input
          className={styles.search}
          type="search"
          aria-label="Find a name"
          placeholder="Find a name"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {refusal !== null && (
        <Notice kind="error" title={refusal}>
          <p>{unsent === 1 ? "One mark was" : `${unsent} marks were`} not saved.</p>
          <Button variant="quiet" onClick={discard}>
            Discard unsaved marks
          </Button>
        </Notice>
      )}
      <List rows={rows} query={deferred} onMark={onMark} />
      <div className={styles.bar} data-door-bar>
        <LastMark row={lastRow} onUndo={onUndo} />
        <div className={styles.actions}>
          <button type="button" className={styles.action} onClick={() => setSheet("walk-in")}>
            Add walk-in
          </button>
          <button type="button" className={styles.action} onClick={() => setSheet("code")}>
            Show code
          </button>
          <button type="button" className={styles.action} onClick={() => setSheet("summary")}>
            Summary
          </button>
        </div>
      </div>
      {sheet === "walk-in" && <WalkInDialog first={query} onMark={onMark} onClose={() => setSheet(null)} />}
      {sheet === "code" && <CodeDialog eventId={eventId} onClose={() => setSheet(null)} />}
      {sheet === "summary" && (
        <SummaryDialog eventId={eventId} tools={tools} onMark={onMark} onClose={() => setSheet(null)} />
      )}
    </>
  );
}

/** Check-in at an event, for its host, greeters and organizers. Made for one hand and bright sun. */
export function Door({ eventId }: { eventId: string }) {
  useMemberEntry();
  const tools = useDoor(eventId);
  const { door, failure, retry } = tools;
  return (
    <>
      <PageHeader title="At the door" />
      <p className={styles.event}>
        <Link to={`/events/${eventId}`}>{door?.title ?? "See the event"}</Link>
      </p>
      {door !== null && door.isOpen && <OpenDoor eventId={eventId} tools={tools} />}
      {door !== null && !door.isOpen && (
        <EmptyState picture="empty-events" title="The door is closed" text={door.whyClosed}>
          <ButtonLink to={`/events/${eventId}`}>See the event</ButtonLink>
        </EmptyState>
      )}
      {door === null && failure !== null && (
        <EmptyState picture="offline" title="The list could not be opened" text={failure.message}>
          <Button onClick={retry}>Try again</Button>
          <ButtonLink to={`/events/${eventId}`} variant="quiet">
            See the event
          </ButtonLink>
        </EmptyState>
      )}
      {door === null && failure === null && (
        <div className={styles.list} aria-hidden>
          {[1, 2, 3, 4, 5].map((bone) => (
            <span key={bone} className={styles.bone} />
          ))}
        </div>
      )}
    </>
  );
}
