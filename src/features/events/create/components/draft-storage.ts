import { BLANK, type Draft, draftFrom } from "#src/features/events/form/rules/draft.ts";

const DRAFT_KEY = "create-event-draft";

/** What this tab kept; null when there is nothing, it cannot be read, or storage is closed. */
export function readDraft(): Draft | null {
  try {
    const kept = sessionStorage.getItem(DRAFT_KEY);
    return kept === null ? null : draftFrom(JSON.parse(kept));
  } catch {
    return null;
  }
}

/** Keeps the draft in this tab; an untouched one need not be. Without room, or with storage closed, all works on. */
export function writeDraft(draft: Draft): void {
  try {
    if (draft === BLANK) sessionStorage.removeItem(DRAFT_KEY);
    else sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Nothing to do: what was typed still lives as long as the page.
  }
}
