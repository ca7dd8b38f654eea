import { counted } from "#src/shared/counted.ts";

export const NO_CHANGES_TO_SAVE = "No changes to save";
export const AT_LEAST_TWO = "At least two database records are required for merging";
export const SELECT_USERS_TO_DELETE = "Please select users to delete";
export const REQUEST_NOT_FOUND = "This request no longer exists. Please reload the list.";
export const RECORD_GONE = "One of these records no longer exists. Please reload the list and choose again.";
export const USER_NEEDS_A_NAME = "A record needs a name, an email address or a phone number.";
export const NOT_YOURSELF = "This is your own record. Ask another organizer to delete it.";
export const STILL_NEEDED = "Something that must be kept belongs to this person, so the record cannot be deleted.";
export const alreadyDecided = (nickname: string) =>
  `${nickname === "" ? "This request" : `The request of ${nickname}`} was decided by someone else meanwhile. Refresh the list.`;
export const UNKNOWN_TYPE = "No such list.";
export const MERGE_OF_BLOCKED =
  "One of these people is blocked, another helps to run the group. Lift the block or take the roles away first.";
export const MERGE_NEEDS_RECORDS = "Say which records to merge: a source and a target, or a base and the others.";

export const EMAIL_OF_AN_ACCOUNT =
  "Someone else signs in with this email. If both records are the same person, merge them instead.";
export const CHANGED_MEANWHILE =
  "Someone else changed this person while you were editing. Nothing is lost: compare the marked fields, then save again.";
export const changedMeanwhile = (now: string) =>
  now === "" ? "It is empty now. Save again to use yours." : `It says “${now}” now. Save again to use yours.`;
export const USER_SAVED = "The record is saved.";
export const userSavedBeside = (name: string) =>
  `The record is saved. ${name} has this email too: if they are the same person, merge the two.`;
export const addedWords = (name: string) => `${name} is added.`;
export const USER_CREATED = "The record is made.";
export const deletedWords = (number: number) => `${counted(number, "record is", "records are")} deleted.`;
export const mergedWords = (number: number) => `${counted(number, "record", "records")} became one.`;

/** Field labels, in display order. */
export const FIELD_LABELS = {
  firstName: "First name",
  lastName: "Last name",
  nickname: "Nickname",
  email: "Email",
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
  status: "Status",
} as const;

export const CONFIRM_DELETE = "Please type DELETE to confirm";
export const FAILED_TO_FETCH_USERS = "Failed to fetch users";
export const NO_USERS_FOUND = "No users found matching the current filters";
/** The message of a refused change: the status and the server's message, or the reason there is no response. */
export const failedWords = (what: "update" | "delete", status: number, message: string) =>
  status === 0 ? `Error: ${message}` : `Failed to ${what} user (${status}). ${message}`;
export const mergeQuestion = (base: string, others: readonly string[]) =>
  `Merge ${others.join(" and ")} into ${base}? What ${others.join(" and ")} had moves over, and is deleted there.`;
export const mergeFailed = (message: string) => `Failed to merge users: ${message}`;

/** Why a record may be the requester's. */
export const MATCH_REASONS = {
  user_id: "Same user id",
  groupme_id: "Same GroupMe user id",
  phone: "Same phone number",
  second_phone: "Same number as the second phone",
  email: "Same email address",
  name: "Same name",
  similar_name: "Similar name",
  nickname: "Same nickname",
  similar_nickname: "Similar nickname",
} as const;
export const failedToUpdate = (message: string) => `Failed to update user: ${message}`;
/** Used if the response did not come from our server. */
export const DAYS_IN_ORDER = "The last day cannot be before the first.";
export const FAILED_TO_UPDATE = "Failed to update user data";
export const NO_CHANGES_MADE = "No changes made";
export const failedToMerge = (message: string) => `Failed to merge records: ${message}`;
export const errorUpdatingBase = (status: number) => `Error updating base record: ${status}`;
export const errorApproving = (status: number) => `Error approving user: ${status}`;
