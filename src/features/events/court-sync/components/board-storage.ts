import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";

/** A walk-in entered on this phone and not yet sent to the server. */
export type WalkIn = { readonly id: string; readonly markId: string; readonly name: string };

/** The board state that a host's phone stores to work offline. */
export type Kept = {
  /** The server's version. */
  readonly version: number;
  readonly saved: Board;
  /** Unsent actions since then. */
  readonly pending: readonly Action[];
  readonly walkIns: readonly WalkIn[];
  /** Full names by player. */
  readonly names: Readonly<Record<string, string>>;
  readonly title: string;
};

const PREFIX = "member:courts:";
const keyOf = (owner: string, eventId: string) => `${PREFIX}${owner}:${eventId}`;

/** The account that ran the event's board on this phone, for a tab that cannot load the session; null if none did. */
export function keptFor(eventId: string): string | null {
  try {
    const end = keyOf("", eventId).slice(PREFIX.length);
    const key = Object.keys(localStorage).find((each) => each.startsWith(PREFIX) && each.endsWith(end));
    return key?.slice(PREFIX.length, -end.length) ?? null;
  } catch {
    // Storage is blocked, or holds something else.
    return null;
  }
}

export function readKept(owner: string, eventId: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(owner, eventId)) ?? "null") as Kept | null;
  } catch {
    // Storage is blocked, or holds something else: there is nothing to restore.
    return null;
  }
}

/** Stores a board until its owner signs out. Returns false if storage fails. */
export function writeKept(owner: string, eventId: string, kept: Kept): boolean {
  try {
    localStorage.setItem(keyOf(owner, eventId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
