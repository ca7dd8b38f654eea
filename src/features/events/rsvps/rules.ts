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

/** Why nobody can answer any more, or yet, as a sentence; null when one can. */
export function whyClosed(event: Course, now: Date): string | null {
  if (event.held) return EVENT_HELD;
  if (event.status === "cancelled") return EVENT_CANCELLED;
  if (event.status === "postponed") return EVENT_POSTPONED;
  return event.startsAt <= now ? EVENT_OVER : null;
}

export type Places = { readonly capacity: number | null; readonly goingCount: number; readonly waitingCount: number };

/** Whether an event keeps a waiting list: not when anyone may come, nor when nobody said how many. */
export function hasLimit({ capacity }: Pick<Places, "capacity">): boolean {
  return capacity !== null && capacity < UNLIMITED_SPACES;
}

/** Places that nobody has. An event may be over-full: its host may lower the number, and nobody is sent away. */
export function placesFree({ capacity, goingCount }: Places): number {
  return hasLimit({ capacity }) ? Math.max(0, (capacity ?? 0) - goingCount) : Infinity;
}

/** Whether somebody who comes now gets a place: one is free, and nobody waits for it. */
export function isPlaceForNewcomer(places: Places): boolean {
  return placesFree(places) > 0 && places.waitingCount === 0;
}

/** How many of those who wait have a place now. */
export function countToPromote(places: Places): number {
  return Math.min(placesFree(places), places.waitingCount);
}

/** How one person stands to an event. */
export type Mine = { readonly answer: Answer | null; readonly isWaiting: boolean };

/** How the person stands afterwards; the same object when nothing changes. */
export function afterAnswer(wish: Answer | null, mine: Mine, places: Places): Mine {
  if (wish === "going") {
    if (mine.answer === "going" || mine.isWaiting) return mine;
    return isPlaceForNewcomer(places) ? { answer: "going", isWaiting: false } : { ...mine, isWaiting: true };
  }
  // Who only may come keeps their place in the line; who does not come gives it up.
  const isWaiting = wish === "maybe" && mine.isWaiting;
  return wish === mine.answer && isWaiting === mine.isWaiting ? mine : { answer: wish, isWaiting };
}
