import type { FollowedByLink } from "#src/features/events/courts/schema.ts";

/** A board as this phone last read it. */
export type Seen = { readonly followed: FollowedByLink; readonly at: string };

const keyOf = (token: string) => `courts-seen:${token}`;

/** In session storage, so that the next person on a shared phone finds no names. */
export function readSeen(token: string): Seen | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(token)) ?? "null") as Seen | null;
  } catch {
    // Storage is blocked, or holds something else.
    return null;
  }
}

export function writeSeen(token: string, seen: Seen | null): void {
  try {
    if (seen === null) sessionStorage.removeItem(keyOf(token));
    else sessionStorage.setItem(keyOf(token), JSON.stringify(seen));
  } catch {
    // The board then lasts as long as the page.
  }
}

const ME = "courts-me";

type Me = { readonly eventId: string; readonly player: string };

/** The player that this phone's reader chose: an id that is meaningless without the event's board. */
export function readMe(eventId: string): string | null {
  try {
    const me = JSON.parse(localStorage.getItem(ME) ?? "null") as Me | null;
    return me?.eventId === eventId ? me.player : null;
  } catch {
    return null;
  }
}

/** Keeps the choice for the event, so a new link, which opens in a new tab, still knows it. */
export function writeMe(eventId: string, player: string | null): void {
  try {
    if (player === null) localStorage.removeItem(ME);
    else localStorage.setItem(ME, JSON.stringify({ eventId, player } satisfies Me));
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
