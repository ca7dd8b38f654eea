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

/** Seats that a party needs: a person and the guests. */
export function headsOf({ guests }: { readonly guests: number }): number {
  return 1 + guests;
}

/** Whether a newcomer gets a place at once: one is free, nobody waits, and the places are not drawn. */
export function isPlaceForNewcomer(places: Places): boolean {
  return placesFree(places) > 0 && places.waitingCount === 0 && !isDrawPending(places);
}

/** Those who get the free seats, in the order of the line: a party that does not fit keeps its place and is skipped. */
export function whoFits<Party extends { readonly guests: number }>(line: readonly Party[], free: number): Party[] {
  let left = free;
  return line.filter((party) => {
    if (headsOf(party) > left) return false;
    left -= headsOf(party);
    return true;
  });
}

/** A person's RSVP and place on the waiting list, with the guests who come or wait along. */
export type Mine = { readonly answer: Answer | null; readonly isWaiting: boolean; readonly guests: number };

/** {@link Mine} as a locked event has it, with whether an organizer blocked the person. */
export type MineNow = Mine & { readonly isBlocked: boolean };

/** The RSVP in a row of the database, which has a ticket for those who wait. */
export function mineOf({ ticket, ...mine }: Omit<MineNow, "isWaiting"> & { readonly ticket: number | null }): MineNow {
  return { answer: mine.answer, isWaiting: ticket !== null, guests: mine.guests, isBlocked: mine.isBlocked };
}

/** Seats that a person and their guests have now. */
export function seatsOf({ answer, guests }: Pick<Mine, "answer" | "guests">): number {
  return answer === "going" ? headsOf({ guests }) : 0;
}

/** What a person wishes; guests that are not named stay as they are. */
export type Wish = { readonly answer: Answer | null; readonly guests?: number | undefined };

/**
 * The RSVP and waiting state afterwards; the same object when nothing changes. `fits`: the seats that the wish needs
 * beyond those the person has are free, and nobody who waits could use them.
 */
export function afterAnswer({ answer: wish, guests = 0 }: Wish, mine: Mine, fits: boolean): Mine {
  if (wish === "going") {
    if (mine.answer !== "going" && !mine.isWaiting)
      return fits ? { answer: "going", isWaiting: false, guests } : { ...mine, isWaiting: true, guests };
    return guests === mine.guests ? mine : { ...mine, guests };
  }
  // Answering maybe keeps the place in line; answering not going gives it up.
  const isWaiting = wish === "maybe" && mine.isWaiting;
  return wish === mine.answer && isWaiting === mine.isWaiting
    ? mine
    : { answer: wish, isWaiting, guests: isWaiting ? mine.guests : 0 };
}
