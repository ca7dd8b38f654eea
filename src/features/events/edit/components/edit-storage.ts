import type { Draft } from "#src/features/events/form/rules/draft.ts";
import type { EventSettings } from "#src/features/events/edit/schema.ts";

/** A change that is not saved yet: what it began with, and the form as it stands. */
export type KeptEdit = { readonly base: EventSettings; readonly draft: Draft };

// Of the person: it goes with the session.
const keyOf = (eventId: string) => `member:edit-event:${eventId}`;

/** What this tab kept of a change; null when there is nothing, or storage is closed. */
export function readEdit(eventId: string): KeptEdit | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(eventId)) ?? "null") as Partial<KeptEdit> | null;
    return kept?.base && kept.draft ? { base: kept.base, draft: kept.draft } : null;
  } catch {
    return null;
  }
}

/** Keeps a change in this tab until it is saved (null). Without room, or with storage closed, all works on. */
export function writeEdit(eventId: string, edit: KeptEdit | null): void {
  try {
    if (edit === null) sessionStorage.removeItem(keyOf(eventId));
    else sessionStorage.setItem(keyOf(eventId), JSON.stringify(edit));
  } catch {
    // Nothing to do: what was typed still lives as long as the page.
  }
}
