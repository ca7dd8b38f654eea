import type { DoorView, Mark } from "#src/features/events/door/schema.ts";

// In local storage rather than session storage, because phones discard tabs. Removed when its owner signs out.

/** A phone's stored door: the last read list, and marks that the server has not confirmed. */
export type KeptDoor = {
  /** `sub` of the account that keeps the door; others don't see it. */
  readonly owner: string;
  readonly list: DoorView;
  readonly unsent: readonly Mark[];
};

const CHANGED = "sandbar:door-changed";
const keyOf = (eventId: string) => `member:door:${eventId}`;

/** Cached, because React compares snapshots by identity. The only copy if storage is blocked. */
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

/** Subscribes to changes in this tab or another; returns the unsubscribe function. */
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

/** Updates the stored door. Rereads it first, because another tab may have changed it. */
export function changeKeptDoor(eventId: string, change: (before: KeptDoor | null) => KeptDoor | null): void {
  const after = change(readStored(eventId));
  snapshots.set(eventId, after);
  try {
    if (after === null) localStorage.removeItem(keyOf(eventId));
    else localStorage.setItem(keyOf(eventId), JSON.stringify(after));
  } catch {
    // Storage is full or blocked: the marks last as long as the page, and are sent from there.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Stores a newly read list. Unsent marks of the same owner stay. */
export function keepList(eventId: string, owner: string, list: DoorView, sent: readonly Mark[] = []): void {
  const done = new Set(sent.map(({ id }) => id));
  changeKeptDoor(eventId, (before) => ({
    owner,
    list,
    unsent: before?.owner === owner ? before.unsent.filter(({ id }) => !done.has(id)) : [],
  }));
}
