import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";

/** A walk-in that the host wrote down on this phone and the server has not got yet. */
export type WalkIn = { readonly id: string; readonly markId: string; readonly name: string };

/** What a host's phone keeps of a board, so that it runs without a network. */
export type Kept = {
  /** Of the server. */
  readonly version: number;
  readonly saved: Board;
  /** Actions since then that the server has not got yet. */
  readonly pending: readonly Action[];
  readonly walkIns: readonly WalkIn[];
  /** Whole names by player. */
  readonly names: Readonly<Record<string, string>>;
  readonly title: string;
};

const PREFIX = "member:courts:";
const keyOf = (owner: string, eventId: string) => `${PREFIX}${owner}:${eventId}`;

/** Who ran an event's board on this phone, for a tab that cannot take up the session; null if nobody did. */
export function keptFor(eventId: string): string | null {
  try {
    const end = keyOf("", eventId).slice(PREFIX.length);
    const key = Object.keys(localStorage).find((each) => each.startsWith(PREFIX) && each.endsWith(end));
    return key?.slice(PREFIX.length, -end.length) ?? null;
  } catch {
    // As in readKept.
    return null;
  }
}

export function readKept(owner: string, eventId: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(owner, eventId)) ?? "null") as Kept | null;
  } catch {
    // Closed, or not what we wrote: there is nothing to bring back.
    return null;
  }
}

/** Keeps a board until its owner signs out. False if this phone cannot keep it. */
export function writeKept(owner: string, eventId: string, kept: Kept): boolean {
  try {
    localStorage.setItem(keyOf(owner, eventId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
