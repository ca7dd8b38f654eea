import { BLANK, type Draft, draftFrom } from "#src/features/events/form/rules/draft.ts";

const DRAFT_KEY = "own:create-event";

/** This tab's stored draft; null if there is none, it is unreadable, or storage is blocked. */
export function readDraft(): Draft | null {
  try {
    const kept = sessionStorage.getItem(DRAFT_KEY);
    return kept === null ? null : draftFrom(JSON.parse(kept));
  } catch {
    return null;
  }
}

/** Stores the draft in this tab, unless it is untouched. Storage errors are ignored. */
export function writeDraft(draft: Draft): void {
  try {
    if (draft === BLANK) sessionStorage.removeItem(DRAFT_KEY);
    else sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Storage is blocked: the draft lives as long as the page.
  }
}
