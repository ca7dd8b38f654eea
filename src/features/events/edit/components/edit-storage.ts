import type { Draft } from "#src/features/events/form/rules/draft.ts";
import type { EventSettings } from "#src/features/events/edit/schema.ts";

/** An unsaved change: the settings it started from, and the form's values. */
export type KeptEdit = { readonly base: EventSettings; readonly draft: Draft };

// Survives an expired session; removed on sign-out.
const keyOf = (eventId: string) => `own:edit-event:${eventId}`;

/** Reads this tab's unsaved change; null if there is none, or storage is blocked. */
export function readEdit(eventId: string): KeptEdit | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(eventId)) ?? "null") as Partial<KeptEdit> | null;
    return kept?.base && kept.draft ? { base: kept.base, draft: kept.draft } : null;
  } catch {
    return null;
  }
}

/** Stores a change in this tab; null removes it. Storage errors are ignored. */
export function writeEdit(eventId: string, edit: KeptEdit | null): void {
  try {
    if (edit === null) sessionStorage.removeItem(keyOf(eventId));
    else sessionStorage.setItem(keyOf(eventId), JSON.stringify(edit));
  } catch {
    // Storage is blocked: the draft lives as long as the page.
  }
}
