import { counted } from "#src/shared/counted.ts";

export const ENTRY_NOT_FOUND = "This entry is not in the log.";
export const NOT_UNDOABLE = "Only deletions, merges, imports and changes of an email can be undone.";
export const EDIT_UNDONE = "This edit is undone.";
export const IMPORT_UNDONE = "This import is undone.";
export const UNDO_IS_OVER = "This was more than 30 days ago, so it cannot be undone anymore.";
export const UNDO_DOES_NOT_FIT = "This can’t be undone: what was kept no longer fits the site. Nothing was changed.";
export const BASE_IS_GONE = "The merged record no longer exists. Undo its deletion or merge first.";
export function emailIsTaken(email: string): string {
  return `Another record now has the address ${email}. Delete it or change its address, then undo this.`;
}
export const returnedQuestion = (email: string) =>
  `This person signed in again as ${email} and has a new record. Undo the deletion and merge the two? Everything they did is kept. Where fields differ, the restored record counts.`;
export const RETURNED_MERGED = "1 record is back and merged with the new one.";
export const undoneWords = (number: number) => `${counted(number, "record is", "records are")} back.`;
/** Follows {@link undoneWords}: an event filled up meanwhile. */
export const noPlaceWords = (number: number) =>
  `${counted(number, "answer", "answers")} to events that are full by now became 'maybe'.`;
