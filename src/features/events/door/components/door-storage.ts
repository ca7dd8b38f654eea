import type { DoorView, Mark } from "#src/features/events/door/schema.ts";

// In local storage, not in the tab's, because a phone at the net closes tabs by itself. It goes when its owner signs out.

/** What this phone keeps of a door: the list as last read, and marks that the server has not confirmed. */
export type KeptDoor = {
  /** `sub` of the account that keeps the door; nobody else sees it. */
  readonly owner: string;
  readonly list: DoorView;
  readonly unsent: readonly Mark[];
};

const CHANGED = "sandbar:door-changed";
const keyOf = (eventId: string) => `member:door:${eventId}`;

/** Read once per change: React compares snapshots by identity. Also the only place when storage is closed to us. */
const snapshots = new Map<string, KeptDoor | null>();

function readStored(eventId: string): KeptDoor | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(eventId)) ?? "null") as KeptDoor | null;
  } catch {
    return snapshots.get(eventId) ?? null;
  }
}

/** The stored door of an event; null without one. */
export function getKeptDoor(eventId: string): KeptDoor | null {
  const known = snapshots.get(eventId);
  if (known !== undefined) return known;
  const stored = readStored(eventId);
  snapshots.set(eventId, stored);
  return stored;
}

/** Calls back when something kept changed, in this tab or another; returns how to stop that. */
export function subscribeToDoors(onChange: () => void): () => void {
  const reread = () => {
    snapshots.clear();
    onChange();
  };
  window.addEventListener("storage", reread);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener("storage", reread);
    window.removeEventListener(CHANGED, onChange);
  };
}

/** Changes what is kept. Reads it again first, because another tab may have changed it. */
export function changeKeptDoor(eventId: string, change: (before: KeptDoor | null) => KeptDoor | null): void {
  const after = change(readStored(eventId));
  snapshots.set(eventId, after);
  try {
    if (after === null) localStorage.removeItem(keyOf(eventId));
    else localStorage.setItem(keyOf(eventId), JSON.stringify(after));
  } catch {
    // Full or closed: the marks still live as long as the page, and are sent from there.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Keeps the list as just read. Unsent marks of the same owner stay. */
export function keepList(eventId: string, owner: string, list: DoorView, sent: readonly Mark[] = []): void {
  const done = new Set(sent.map(({ id }) => id));
  changeKeptDoor(eventId, (before) => ({
    owner,
    list,
    unsent: before?.owner === owner ? before.unsent.filter(({ id }) => !done.has(id)) : [],
  }));
}
