import type { ReportState } from "#src/features/reports/rules.ts";
import type { ReportOutcome } from "#src/shared/states.ts";

export const WHAT_HAPPENED = "Please say what happened.";
export const REPORT_REFUSED = "Your report was not sent: please look at what is marked.";
/** Also used for messages that the reporter may not read, so that it does not reveal that they exist. */
export const REPORTED_MESSAGE_GONE =
  "This message no longer exists. Say below what happened, and who it is about, without it.";
export const REPORT_RECEIVED = "Thank you. The organizers have your report.";
export const REPORT_FAILURE = "Your report could not be sent.";

export const REPORT_NOT_FOUND = "This report no longer exists. Please reload the list.";
export const OUTCOME_REQUIRED = "Choose an outcome.";
export const STATES_ARE = "A report is open, in progress or closed.";
export const REPORT_NOTE_REQUIRED = "Write a note first.";
export const REPORT_NOT_CHANGED = "The report was not changed: please look at what is marked.";
export const TOO_MANY_NOTES = "A report takes at most 100 notes.";
export const FORMER_ORGANIZER = "A former organizer";

export const OUTCOME_WORDS: Readonly<Record<ReportOutcome, string>> = {
  no_action: "No action needed",
  talked: "Talked to the people",
  warned: "Warned the person",
  hidden: "Hid what was reported",
  blocked: "Blocked the person",
  other: "Something else, see the notes",
};

export const STATE_WORDS: Readonly<Record<ReportState, string>> = {
  open: "Open",
  in_progress: "In progress",
  closed: "Closed",
};
