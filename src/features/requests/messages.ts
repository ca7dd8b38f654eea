import { counted } from "#src/shared/counted.ts";

export const SELECT_USERS_TO_APPROVE = "Please select users to approve";
export const ONE_RECORD_EACH = "Two people can’t be the same record. Choose another record for one of them.";
export const ONE_DECISION_EACH = "Two records are chosen for the same person. Choose one.";
export const recordGone = (nickname: string) =>
  `The record chosen for ${nickname || "this person"} was deleted or merged meanwhile. Refresh the list and choose again.`;
export const declinedWords = (nickname: string) =>
  nickname === "" ? "The request is declined." : `The request of ${nickname} is declined.`;
/** The count, and the name of a single person. */
export const approvedWords = (nicknames: readonly string[]) => {
  const [only = ""] = nicknames;
  const count = `${counted(nicknames.length, "person is", "people are")} approved`;
  return nicknames.length === 1 && only !== "" ? `${count}: ${only}.` : `${count}.`;
};
export const failedToLoadPending = (message: string) => `Failed to load pending requests: ${message}`;
export const failedToApprove = (message: string) => `Failed to submit approvals: ${message}`;
export const failedToDecline = (message: string) => `Failed to decline the request: ${message}`;
