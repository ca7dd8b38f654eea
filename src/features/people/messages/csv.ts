import { FIELD_LABELS } from "#src/features/people/messages.ts";
import { counted } from "#src/shared/counted.ts";

/** Labels of the fields that a column can map to. */
export const COLUMN_LABELS = {
  name: "Whole name",
  ...FIELD_LABELS,
  secondEmail: "Second email",
  userId: "User id on this site",
} as const;

/** Messages of the import. */
export const CSV_TOO_LARGE = "This file is too large: at most 10 MB. Please split it.";
export const CSV_TOO_MANY_ROWS = "This table is too long: at most 10,000 people in one file. Please split it.";
export const CSV_EMPTY =
  "There is nobody in this table: it needs a first line with the names of the columns, and a row for each person.";
export const CSV_NOT_TEXT = "This is not a table as text. In the spreadsheet choose 'Save as' and then CSV (UTF-8).";
export const CSV_NO_COLUMNS =
  "The first line must name the columns. None of its names is known here: say below what each column is.";
export const CSV_WITHOUT_STATUS =
  "This table has no status column, so new people come in as “Applied”: announcements reach them once they’re approved. If you know these people, add a “Status” column that says “approved” and look again.";
export const CSV_COLUMNS_CHANGED = "The columns of this file are not the ones that you looked at. Please look again.";
export const CSV_PLAN_CHANGED = "Someone changed records since you looked. Please look at the preview again.";
export const CSV_NOTHING_TO_DO = "There is nothing to import: no row brings anything new.";
export const CSV_SENT_BY_OTHER = "This import belongs to someone else. Please start again.";
export const CSV_PASTE_OR_CHOOSE = "Choose a file, or paste the table.";
export const csvFault = (line: number) =>
  `The row that begins in line ${line} cannot be read: a quotation mark that begins a cell must end it too.`;
export const csvReadAs = (encoding: string) =>
  `The file is not UTF-8, so it was read as ${encoding}. Look at names with accents before you import.`;
export const csvOtherEmails = (emails: readonly string[]) =>
  `${emails.length === 1 ? "Other email" : "Other emails"}: ${emails.join(", ")}`;
export const csvEmailsLeft = (emails: readonly string[]) =>
  `Not imported, because the record has an email already: ${emails.join(", ")}`;
export const csvDoubleColumn = (headings: readonly string[], field: string) =>
  `${headings.join(" and ")} cannot both be “${field}”. Please choose one of them.`;
export const csvCells = (cells: number, columns: number) =>
  `This row has ${cells} cells, and the table ${columns} columns. Is something not in quotation marks?`;
export const csvSameAs = (line: number) => `The same person as in line ${line}: same record, email address or phone.`;
export const csvSeveral = (names: readonly string[]) =>
  `More than one record may be this person: ${names.join("; ")}. Merge them first.`;
export const csvUnknownRecord = "There is no record with this user id, so it cannot be that person.";

export function importedWords({ create, fill, proposed }: { create: number; fill: number; proposed: number }): string {
  const made = counted(create, "record is new", "records are new");
  const filled = counted(fill, "got what it did not have", "got what they did not have");
  const words = fill === 0 ? `${made}.` : `${made}, ${filled}.`;
  return proposed === 0
    ? words
    : `${words} ${counted(proposed, "other email waits", "other emails wait")} as proposals under pending requests.`;
}
/** Shown after a part of an import failed. */
export const csvStopped = (rows: number, why: string) =>
  `${counted(rows, "row is", "rows are")} imported, and the rest is not. ${why}`;
type Undone = { gone: number; proposals: number; filled: number; stayed: number };
/** Shown after undoing an import. */
export function importUndoneWords({ gone, proposals, filled, stayed }: Undone): string {
  const parts = [
    gone > 0 && `${counted(gone, "new record is", "new records are")} gone again`,
    proposals > 0 && `${counted(proposals, "proposal is", "proposals are")} gone again`,
    filled > 0 && "what was filled in is empty again",
  ].filter((part) => part !== false);
  const words = parts.length === 0 ? [] : [`${parts.join(", and ")}.`];
  if (stayed > 0)
    words.push(`${counted(stayed, "record stays: it was", "records stay: they were")} changed or used since.`);
  return words.join(" ").replace(/^w/, "W");
}
