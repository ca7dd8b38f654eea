import { EVENT_CANCELLED, EVENT_HELD, EVENT_OVER, EVENT_POSTPONED } from "#src/features/events/rsvps/messages.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import type { EventStatus } from "#src/shared/states.ts";

type Course = {
  readonly status: EventStatus;
  readonly startsAt: Date;
  /** Waits for an organizer. */
  readonly held: boolean;
};

/** Why RSVPs are closed or not open yet, as a sentence; null while they are open. */
export function whyClosed(event: Course, now: Date): string | null {
  if (event.held) return EVENT_HELD;
  if (event.status === "cancelled") return EVENT_CANCELLED;
  if (event.status === "postponed") return EVENT_POSTPONED;
  return event.startsAt <= now ? EVENT_OVER : null;
}

export type Places = {
  readonly capacity: number | null;
  readonly goingCount: number;
  readonly waitingCount: number;
  readonly drawAt: Date | null;
  readonly drawnAt: Date | null;
};

/** Whether the places of an event are still to be drawn: until then everyone waits. */
export function isDrawPending({ drawAt, drawnAt }: Pick<Places, "drawAt" | "drawnAt">): boolean {
  return drawAt !== null && drawnAt === null;
}

/** Whether an event keeps a waiting list: not when anyone may come, nor when nobody said how many. */
export function hasLimit({ capacity }: Pick<Places, "capacity">): boolean {
  return capacity !== null && capacity < UNLIMITED_SPACES;
}

/** Places that nobody has. An event may be over-full: its host may lower the number, and nobody is sent away. */
export function placesFree({ capacity, goingCount }: Pick<Places, "capacity" | "goingCount">): number {
  return hasLimit({ capacity }) ? Math.max(0, (capacity ?? 0) - goingCount) : Infinity;
}

/** Whether a new RSVP gets a place: a place is free, and the waiting list is empty. */
export function isPlaceForNewcomer(places: Places): boolean {
  return placesFree(places) > 0 && places.waitingCount === 0 && !isDrawPending(places);
}

/** How many of those who wait have a place now. */
export function countToPromote(places: Places): number {
  return Math.min(placesFree(places), places.waitingCount);
}

/** A person's RSVP and place on the waiting list. */
export type Mine = { readonly answer: Answer | null; readonly isWaiting: boolean };

/** The RSVP and waiting state afterwards; the same object when nothing changes. */
export function afterAnswer(wish: Answer | null, mine: Mine, places: Places): Mine {
  if (wish === "going") {
    if (mine.answer === "going" || mine.isWaiting) return mine;
    return isPlaceForNewcomer(places) ? { answer: "going", isWaiting: false } : { ...mine, isWaiting: true };
  }
  // Answering maybe keeps the place in line; answering not going gives it up.
  const isWaiting = wish === "maybe" && mine.isWaiting;
  return wish === mine.answer && isWaiting === mine.isWaiting ? mine : { answer: wish, isWaiting };
}
