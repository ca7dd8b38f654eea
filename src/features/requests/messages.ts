import { counted } from "#src/shared/counted.ts";

export const SELECT_USERS_TO_APPROVE = "Please select users to approve";
export const ONE_RECORD_EACH = "Two people cannot be the same record. Please choose another one for one of them.";
export const ONE_DECISION_EACH = "Two records were chosen for the same person. Please choose one.";
export const REQUEST_DECLINED = "The request is declined.";
export const approvedWords = (number: number) => `${counted(number, "person is", "people are")} approved.`;
export const failedToLoadPending = (message: string) => `Failed to load pending requests: ${message}`;
export const failedToApprove = (message: string) => `Failed to submit approvals: ${message}`;
export const failedToDecline = (message: string) => `Failed to decline the request: ${message}`;
