import { DOOR_CLOSED, DOOR_NOT_OPEN, DOOR_OFF } from "#src/features/events/door/messages.ts";
import type { Mark } from "#src/features/events/door/schema.ts";
import type { EventStatus, Presence } from "#src/shared/states.ts";

const HOUR_MS = 3_600_000;
/** Early enough to prepare, too late to mark next week's event by mistake. */
const DOOR_OPENS_MS = 3 * HOUR_MS;
/** For phones that were offline, and for corrections. */
const DOOR_CLOSES_MS = 14 * 24 * HOUR_MS;
const SELF_CHECK_IN_OPENS_MS = HOUR_MS;

type Course = { readonly status: EventStatus; readonly held: boolean; readonly startsAt: Date; readonly endsAt: Date };

/** Why no marks are taken, as a sentence; empty while they are. */
export function whyDoorClosed({ status, held, startsAt, endsAt }: Course, now: Date): string {
  if (held || status !== "scheduled") return DOOR_OFF;
  if (now.getTime() < startsAt.getTime() - DOOR_OPENS_MS) return DOOR_NOT_OPEN;
  return now.getTime() > endsAt.getTime() + DOOR_CLOSES_MS ? DOOR_CLOSED : "";
}

/** Whether people may check themselves in with the host's code. */
export function isSelfCheckInOpen(course: Course, now: Date): boolean {
  const opensAt = course.startsAt.getTime() - SELF_CHECK_IN_OPENS_MS;
  return whyDoorClosed(course, now) === "" && now.getTime() >= opensAt && now < course.endsAt;
}

type DoorEntry = { readonly presence: Presence; readonly guests: number; readonly name: string };

/** Who is marked how, by {@link markKey}, and which marks that was made of. */
export type DoorState = { readonly entries: ReadonlyMap<string, DoorEntry>; readonly applied: ReadonlySet<string> };

export const NO_MARKS: DoorState = { entries: new Map(), applied: new Set() };

/** Whom a mark is about. */
export const markKey = ({ userId, walkIn }: Pick<Mark, "userId" | "walkIn">): string =>
  userId === undefined ? `walk-in:${walkIn?.id ?? ""}` : `user:${userId}`;

/**
 * Applies marks in the order in which the server received them: the last mark of a person counts, a mark that was
 * applied before changes nothing. Server and phones use the same function, so a phone shows its own unsent marks on top
 * of the server's list and ends with the list that everybody else has.
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

/** How many heads are here, each person and guest once. */
export function countHere(entries: Iterable<Pick<DoorEntry, "presence" | "guests">>): number {
  let heads = 0;
  for (const { presence, guests } of entries) if (presence === "here") heads += 1 + guests;
  return heads;
}
