import { CHANGE_IS_BACK, CHANGE_WAITS_AGAIN } from "#src/features/events/changes/messages.ts";
import { PHOTO_IS_BACK } from "#src/features/events/takedowns/messages.ts";
import { EDIT_UNDONE, IMPORT_UNDONE, noPlaceWords, undoneWords } from "#src/features/history/messages.ts";
import { PROPOSAL_OPEN_AGAIN, PROPOSAL_TAKEN_BACK } from "#src/features/requests/messages/proposals.ts";
import { NOTE_IS_BACK, TAGS_UNDONE } from "#src/features/notes/messages.ts";
import { SETTINGS_UNDONE } from "#src/features/settings/messages.ts";
import type { AuditAction } from "#src/shared/audit-actions.ts";

export type Undone = { success: true; message: string };
type Entry = { readonly action: AuditAction; readonly subjectIds: readonly string[] };

export const withPlaces = (words: string, withoutPlace: number) =>
  withoutPlace > 0 ? `${words} ${noPlaceWords(withoutPlace)}` : words;

/** The message of an undo; a repeated undo returns the same one. */
export function undoneAnswer({ action, subjectIds }: Entry, withoutPlace: number): Undone {
  if (action === "photo_hidden") return { success: true, message: PHOTO_IS_BACK };
  if (action === "note_deleted") return { success: true, message: NOTE_IS_BACK };
  if (action === "people_tagged" || action === "people_untagged") return { success: true, message: TAGS_UNDONE };
  if (action === "settings_changed") return { success: true, message: SETTINGS_UNDONE };
  if (action === "user_edited") return { success: true, message: EDIT_UNDONE };
  if (action === "users_imported") return { success: true, message: IMPORT_UNDONE };
  if (action === "proposal_taken") return { success: true, message: PROPOSAL_TAKEN_BACK };
  if (action === "proposal_dismissed") return { success: true, message: PROPOSAL_OPEN_AGAIN };
  if (action === "event_change_published") return { success: true, message: CHANGE_IS_BACK };
  if (action === "event_change_refused") return { success: true, message: CHANGE_WAITS_AGAIN };
  const words = undoneWords(subjectIds.length - Number(action === "users_merged"));
  return { success: true, message: withPlaces(words, withoutPlace) };
}
