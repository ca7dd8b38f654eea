import { EVENT_CANCELLED, EVENT_HELD, EVENT_OVER, EVENT_POSTPONED } from "#src/features/events/rsvps/messages.ts";
import type { Answer } from "#src/features/events/rsvps/schema.ts";
import { UNLIMITED_SPACES } from "#src/shared/choices.ts";
import type { EventStatus } from "#src/shared/states.ts";

type Course = {
  readonly status: EventStatus;
  readonly startsAt: Date;
  /** Held for review. */
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

/** Whether the draw is pending. Until then everyone waits. */
export function isDrawPending({ drawAt, drawnAt }: Pick<Places, "drawAt" | "drawnAt">): boolean {
  return drawAt !== null && drawnAt === null;
}

/** Whether an event has a waiting list: only with a known, limited number of places. */
export function hasLimit({ capacity }: Pick<Places, "capacity">): boolean {
  return capacity !== null && capacity < UNLIMITED_SPACES;
}

/** Free places, never negative: an event may be overbooked after its host lowered the number. */
export function placesFree({ capacity, goingCount }: Pick<Places, "capacity" | "goingCount">): number {
  return hasLimit({ capacity }) ? Math.max(0, (capacity ?? 0) - goingCount) : Infinity;
}

/** Seats that a party needs: a person and the guests. */
export function headsOf({ guests }: { readonly guests: number }): number {
  return 1 + guests;
}

/** Whether a newcomer gets a place at once: one is free, nobody waits, and no draw is pending. */
export function isPlaceForNewcomer(places: Places): boolean {
  return placesFree(places) > 0 && places.waitingCount === 0 && !isDrawPending(places);
}

/** The parties that get the free seats, in waiting order. A party that does not fit is skipped and keeps its place. */
export function whoFits<Party extends { readonly guests: number }>(line: readonly Party[], free: number): Party[] {
  let left = free;
  return line.filter((party) => {
    if (headsOf(party) > left) return false;
    left -= headsOf(party);
    return true;
  });
}

/** A person's RSVP and waiting state, with their guests. */
export type Mine = { readonly answer: Answer | null; readonly isWaiting: boolean; readonly guests: number };

/** {@link Mine} at a locked event, with whether the person is blocked. */
export type MineNow = Mine & { readonly isBlocked: boolean };

/** Converts a database row, in which waiting people have a ticket. */
export function mineOf({ ticket, ...mine }: Omit<MineNow, "isWaiting"> & { readonly ticket: number | null }): MineNow {
  return { answer: mine.answer, isWaiting: ticket !== null, guests: mine.guests, isBlocked: mine.isBlocked };
}

/** Seats that a person and their guests have now. */
export function seatsOf({ answer, guests }: Pick<Mine, "answer" | "guests">): number {
  return answer === "going" ? headsOf({ guests }) : 0;
}

/** A requested RSVP. Without `guests`, their number stays. */
export type Wish = { readonly answer: Answer | null; readonly guests?: number | undefined };

/**
 * The RSVP and waiting state afterwards; the same object if nothing changes. `fits`: the additional seats that the wish
 * needs are free, and nobody on the waiting list could use them.
 */
export function afterAnswer({ answer: wish, guests = 0 }: Wish, mine: Mine, fits: boolean): Mine {
  if (wish === "going") {
    if (mine.answer !== "going" && !mine.isWaiting)
      return fits ? { answer: "going", isWaiting: false, guests } : { ...mine, isWaiting: true, guests };
    return guests === mine.guests ? mine : { ...mine, guests };
  }
  // 'Maybe' keeps the waiting place; 'not going' gives it up.
  const isWaiting = wish === "maybe" && mine.isWaiting;
  return wish === mine.answer && isWaiting === mine.isWaiting
    ? mine
    : { answer: wish, isWaiting, guests: isWaiting ? mine.guests : 0 };
}
