export const NO_CHANGES_TO_SAVE = "No changes to save";
export const AT_LEAST_TWO = "At least two database records are required for merging";
export const SELECT_USERS_TO_APPROVE = "Please select users to approve";
export const SELECT_USERS_TO_DELETE = "Please select users to delete";
export const USER_NOT_FOUND = "This person is not in the database any more. Please reload the list.";
export const REQUEST_NOT_FOUND = "This request is not there any more. Please reload the list.";
export const RECORD_GONE = "One of these records is not there any more. Please reload the list and choose again.";
export const USER_NEEDS_A_NAME = "A record needs a name, an e-mail address or a phone number.";
export const NOT_YOURSELF = "This is your own record. Ask another organiser to delete it.";
export const STILL_NEEDED = "Something that must be kept belongs to this person, so the record cannot be deleted.";
export const ONE_RECORD_EACH = "Two people cannot be the same record. Please choose another one for one of them.";
export const ONE_DECISION_EACH = "Two records were chosen for the same person. Please choose one.";
export const ALREADY_DECIDED = "Somebody decided about this request already. Please reload the list.";
export const BAD_PAGE = "This page of the list cannot be found. Please start again from the first page.";
export const UNKNOWN_TYPE = "There is no list of this type.";
export const CANNOT_USE = "Some of this cannot be used.";
export const MERGE_NEEDS_RECORDS = "Say which records to merge: a source and a target, or a base and the others.";

export const ENTRY_NOT_FOUND = "This entry is not in the log.";
export const NOT_UNDOABLE = "Only deletions, merges and imports can be undone.";
export const IMPORT_UNDONE = "This import is undone.";
export const UNDO_IS_OVER = "This was more than 30 days ago, so it cannot be undone any more.";
export const UNDO_DOES_NOT_FIT = "This can’t be undone: what was kept no longer fits the site. Nothing was changed.";
export const BASE_IS_GONE =
  "The record that the others became part of is not there any more. Undo what happened to it first.";
export function emailIsTaken(email: string): string {
  return `Another record has the address ${email} by now. Delete it or change its address, then undo this.`;
}

export const MAIL_NOT_FOUND = "This mail is not in the outbox.";
export const MAIL_NOT_FAILED = "Only a mail that could not be sent can be sent again.";
export const MAIL_WAITS = "The mail is on its way again.";

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

export const USER_SAVED = "The record is saved.";
export const USER_CREATED = "The record is made.";
export const REQUEST_DECLINED = "The request is declined.";
export const approvedWords = (number: number) => `${count(number, "person is", "people are")} approved.`;
export const deletedWords = (number: number) => `${count(number, "record is", "records are")} deleted.`;
export const mergedWords = (number: number) => `${count(number, "record", "records")} became one.`;
export const undoneWords = (number: number) => `${count(number, "record is", "records are")} back.`;
/** Goes on after {@link undoneWords}: an event filled up meanwhile. */
export const noPlaceWords = (number: number) =>
  `${count(number, "answer", "answers")} to events that are full by now became 'maybe'.`;

/** What the fields of a record are called, in the order in which they are shown. */
export const FIELD_LABELS = {
  firstName: "First name",
  lastName: "Last name",
  nickname: "Nickname",
  email: "E-mail",
  phone: "Phone",
  zphone2: "Second phone",
  zsex: "Sex",
  age: "Age",
  shirtsize: "Shirt size",
  groupMeUserId: "GroupMe user id",
  referredBy: "Referred by",
  reInterestedInEvents: "Interested in",
  selectedEvents: "Selected events",
  zmessage: "Message",
  socials: "Socials",
  role: "Role",
  status: "Status",
} as const;

export const CONFIRM_DELETE = "Please type DELETE to confirm";
export const NO_USERS_FOUND = "No users found matching the current filters";
/** What a refused change reads: its status and what the server said. Without an answer, why. */
export const failedWords = (what: "update" | "delete", status: number, message: string) =>
  status === 0 ? `Error: ${message}` : `Failed to ${what} user (${status}). ${message}`;
export const mergeQuestion = (base: string, others: readonly string[]) =>
  `Merge ${others.join(" and ")} into ${base}? What ${others.join(" and ")} had moves over, and is deleted there.`;
export const mergeFailed = (message: string) => `Failed to merge users: ${message}`;

/** The sentences of an import of people from a table. */
export const CSV_TOO_LARGE = "This file is too large: at most 1 MB, which is some thousand people.";
export const CSV_TOO_MANY_ROWS = "This table is too long: at most 1,000 people at once. Please import it in parts.";
export const CSV_EMPTY =
  "There is nobody in this table: it needs a first line with the names of the columns, and a row for each person.";
export const CSV_NOT_TEXT = "This is not a table as text. In the spreadsheet choose 'Save as' and then CSV (UTF-8).";
export const CSV_NO_COLUMNS =
  "The first line must name the columns: First name, Last name, E-mail, Phone and so on. None of them was found.";
export const CSV_PLAN_CHANGED = "Somebody changed records since you looked. Please look at the preview again.";
export const CSV_NOTHING_TO_DO = "There is nothing to import: no row brings anything new.";
export const CSV_SENT_BY_OTHER = "This import belongs to somebody else. Please start again.";
export const CSV_PASTE_OR_CHOOSE = "Choose a file, or paste the table.";
export const csvFault = (line: number) =>
  `Line ${line} cannot be read: a quotation mark that begins a cell must end it too.`;
export const csvReadAs = (encoding: string) =>
  `The file is not UTF-8, so it was read as ${encoding}. Look at names with accents before you import.`;
export const csvUnknownColumns = (headings: readonly string[]) =>
  `Not read, because no record has such a field: ${headings.join(", ")}.`;
export const csvDoubleColumn = (headings: readonly string[]) =>
  `Two columns mean the same: ${headings.join(" and ")}. Please keep one of them.`;
export const csvCells = (cells: number, columns: number) =>
  `This row has ${cells} cells, and the table ${columns} columns. Is something not in quotation marks?`;
export const csvSameAs = (line: number) => `The same person as in line ${line}: same record, e-mail address or phone.`;
export const csvSeveral = (names: readonly string[]) =>
  `More than one record may be this person: ${names.join("; ")}. Merge them first.`;
export const csvUnknownRecord = "There is no record with this user id, so it cannot be that person.";

export function importedWords({ create, fill }: { create: number; fill: number }): string {
  const made = count(create, "record is new", "records are new");
  const filled = count(fill, "got what it did not have", "got what they did not have");
  return fill === 0 ? `${made}.` : `${made}, ${filled}.`;
}
/** After the undo of an import. */
export function importUndoneWords({ gone, stayed }: { gone: number; stayed: number }): string {
  const words = `${count(gone, "new record is", "new records are")} gone again, and what was filled in is empty again.`;
  return stayed === 0
    ? words
    : `${words} ${count(stayed, "record stays: it was", "records stay: they were")} changed or used since.`;
}

export const MESSAGE_NOT_FOUND = "This message is not there any more. Please reload the list.";
export const MESSAGE_DONE = "Done.";
export const MESSAGE_REOPENED = "Open again.";

/** Why a record may be the person who asks to join. */
export const MATCH_REASONS = {
  user_id: "Same user id",
  groupme_id: "Same GroupMe user id",
  phone: "Same phone number",
  second_phone: "Same number as the second phone",
  email: "Same e-mail address",
  name: "Same name",
  similar_name: "Similar name",
  nickname: "Same nickname",
  similar_nickname: "Similar nickname",
} as const;

// What the console says in the browser.
export const SESSION_OVER = "Session expired or unauthorized, please login again";
export const LOGIN_PASSWORD_REQUIRED = "Password is required";
export const LOGIN_PASSWORD_SHORT = "The password has at least 6 characters";
export const failedToLoadPending = (message: string) => `Failed to load pending requests: ${message}`;
export const failedToApprove = (message: string) => `Failed to submit approvals: ${message}`;
export const failedToDecline = (message: string) => `Failed to decline the request: ${message}`;
export const failedToUpdate = (message: string) => `Failed to update user: ${message}`;
/** When what answered was not the site at all. */
export const FAILED_TO_UPDATE = "Failed to update user data";
export const NO_CHANGES_MADE = "No changes made";
export const failedToMerge = (message: string) => `Failed to merge records: ${message}`;
export const errorUpdatingBase = (status: number) => `Error updating base record: ${status}`;
export const errorApproving = (status: number) => `Error approving user: ${status}`;

export const CHOOSE_A_PERSON = "Please choose a person.";
export const CHOOSE_A_METHOD = "Please choose how it was paid.";
export const AMOUNT_FORM = "An amount from $0.01 to $10,000.00.";
export const DAY_FORM = "A day such as 2026-11-28.";
export const UNTIL_BEFORE_FROM = "The last day cannot be before the first.";
export const NOTE_REQUIRED = "Please say why, for whoever reads the books.";
export const PAYMENT_NOT_FOUND = "This payment is not in the books.";
export const PAYMENT_HAS_A_PERSON = "This payment belongs to somebody already.";
export const PAYMENT_RECORDED = "The payment is recorded.";
export const PAYMENT_ASSIGNED = "The payment has its person now.";
export const PAYMENT_CORRECTED = "The payment is taken back by an entry of the opposite amount.";
export const ALREADY_CORRECTED = "This payment was put right already.";
export const REFUND_AT_PROVIDER =
  "Only payments that were recorded by hand, or made in Bitcoin Cash, are put right here. Refund a card payment at the card provider: the books follow by themselves.";
export const NOT_TO_BE_SHOWN = "It cannot be shown at this moment.";
export const PHOTO_REQUEST_NOT_FOUND = "This request is not there any more. Please reload the list.";
export const PHOTO_REQUEST_DECIDED = "Somebody decided about this request already. Please reload the list.";
export const PHOTO_ACTIONS_ARE = "A photo can be hidden, kept or deleted.";
export const PHOTO_IS_HIDDEN = "The photo is hidden.";
export const PHOTO_IS_KEPT = "The photo stays, and is shown.";
export const PHOTO_IS_DELETED = "The photo is deleted for good.";
export const PHOTO_IS_BACK = "The photo is shown again.";
