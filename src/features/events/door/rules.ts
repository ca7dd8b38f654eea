import { DOOR_CLOSED, DOOR_NOT_OPEN, DOOR_OFF } from "#src/features/events/door/messages.ts";
import type { DoorView, Mark } from "#src/features/events/door/schema.ts";
import type { EventStatus, Presence } from "#src/shared/states.ts";

const HOUR_MS = 3_600_000;
/** Early enough to prepare, but too late to mark next week's event by mistake. */
const DOOR_OPENS_MS = 3 * HOUR_MS;
/** Leaves time for offline phones and corrections. */
const DOOR_CLOSES_MS = 14 * 24 * HOUR_MS;
const SELF_CHECK_IN_OPENS_MS = HOUR_MS;

type Course = { readonly status: EventStatus; readonly held: boolean; readonly startsAt: Date; readonly endsAt: Date };

/** Whether the event ended so long ago that its door list is closed. */
export function isDoorOver({ endsAt }: Pick<Course, "endsAt">, now: Date): boolean {
  return now.getTime() > endsAt.getTime() + DOOR_CLOSES_MS;
}

/** Why marks are closed, as a sentence; empty while they are open. */
export function whyDoorClosed(course: Course, now: Date): string {
  const { status, held, startsAt } = course;
  if (held || status !== "scheduled") return DOOR_OFF;
  if (now.getTime() < startsAt.getTime() - DOOR_OPENS_MS) return DOOR_NOT_OPEN;
  return isDoorOver(course, now) ? DOOR_CLOSED : "";
}

/** Whether people may check themselves in with the host's code. */
export function isSelfCheckInOpen(course: Course, now: Date): boolean {
  const opensAt = course.startsAt.getTime() - SELF_CHECK_IN_OPENS_MS;
  return whyDoorClosed(course, now) === "" && now.getTime() >= opensAt && now < course.endsAt;
}

type DoorEntry = { readonly presence: Presence; readonly guests: number; readonly name: string };

/** The current mark of each person, by {@link markKey}, and the ids of all applied marks. */
export type DoorState = { readonly entries: ReadonlyMap<string, DoorEntry>; readonly applied: ReadonlySet<string> };

export const NO_MARKS: DoorState = { entries: new Map(), applied: new Set() };

/** Identifies the person or walk-in of a mark. */
export const markKey = ({ userId, walkIn }: Pick<Mark, "userId" | "walkIn">): string =>
  userId === undefined ? `walk-in:${walkIn?.id ?? ""}` : `user:${userId}`;

/**
 * Applies marks in the order in which the server received them: a person's last mark wins, and a repeated mark changes
 * nothing. Server and phones share this function: a phone applies its unsent marks to the server's list and converges to
 * the same list.
 */
export function applyMarks(state: DoorState, marks: readonly Mark[]): DoorState {
  const entries = new Map(state.entries);
  const applied = new Set(state.applied);
  for (const mark of marks) {
    if (applied.has(mark.id)) continue;
    applied.add(mark.id);
    const { presence, guests, walkIn } = mark;
    entries.set(markKey(mark), { presence, guests: presence === "here" ? guests : 0, name: walkIn?.name ?? "" });
  }
  return { entries, applied };
}

/** Counts heads: people who are here, and their guests. */
export function countHere(entries: Iterable<Pick<DoorEntry, "presence" | "guests">>): number {
  let heads = 0;
  for (const { presence, guests } of entries) if (presence === "here") heads += 1 + guests;
  return heads;
}

/** One line of the door: a person or a walk-in, with this phone's unsent marks applied. */
export type DoorRow = DoorEntry & {
  readonly key: string;
  readonly about: Pick<Mark, "userId" | "walkIn">;
  /** Null for people without an RSVP. */
  readonly answer: DoorView["people"][number]["answer"];
  /** Number of guests in the RSVP. */
  readonly brings?: number | undefined;
  readonly isSelf: boolean;
  readonly isGreeter: boolean;
  /** The host or a co-host. */
  readonly isHost?: true | undefined;
};

/** The list that a phone shows: the server's, with the unsent marks applied. */
export function shownRows({ people, walkIns }: DoorView, unsent: readonly Mark[]): DoorRow[] {
  const known: DoorRow[] = [
    ...people.map(({ userId, ...person }) => ({ about: { userId }, ...person })),
    ...walkIns.map(({ id, ...walkIn }) => ({
      about: { walkIn: { id, name: walkIn.name } },
      answer: null,
      isSelf: false,
      isGreeter: false,
      ...walkIn,
    })),
  ].map((row): DoorRow => ({ key: markKey(row.about), ...row }));
  const { entries } = applyMarks({ entries: new Map(known.map((row) => [row.key, row])), applied: new Set() }, unsent);
  const rows = known.map((row) => {
    const { presence, guests } = entries.get(row.key) ?? row;
    return { ...row, presence, guests };
  });
  const listed = new Set(known.map(({ key }) => key));
  const added = unsent.flatMap(({ walkIn }) => (walkIn && !listed.has(markKey({ walkIn })) ? [walkIn] : []));
  const isNew = new Map(added.map((walkIn) => [markKey({ walkIn }), walkIn]));
  for (const [key, walkIn] of isNew) {
    const entry = entries.get(key);
    if (entry) rows.push({ key, about: { walkIn }, answer: null, isSelf: false, isGreeter: false, ...entry });
  }
  // An undone walk-in was a mistake, so it is not shown.
  return rows.filter(({ about, presence }) => about.walkIn === undefined || presence === "here");
}

export type DoorSummary = {
  readonly heads: number;
  readonly came: readonly DoorRow[];
  readonly noShows: readonly DoorRow[];
  readonly excused: readonly DoorRow[];
  /** Without an RSVP: walk-ins by name, and people who checked themselves in. */
  readonly walkIns: readonly DoorRow[];
};

/** Attendance summary. A no-show is a person who was going and is not marked, except the hosts. */
export function summaryOf(rows: readonly DoorRow[]): DoorSummary {
  const came = rows.filter(({ presence }) => presence === "here");
  const promised = rows.filter(({ answer, isHost }) => answer === "going" && !isHost);
  return {
    heads: countHere(came),
    came: came.filter(({ answer }) => answer !== null),
    noShows: promised.filter(({ presence }) => presence === "away"),
    excused: promised.filter(({ presence }) => presence === "excused"),
    walkIns: came.filter(({ answer }) => answer === null),
  };
}
