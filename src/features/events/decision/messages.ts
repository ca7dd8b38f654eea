export const DECISION_UNKNOWN = "Say whether the event is on hold, runs or is canceled.";
export const REASON_UNKNOWN = "Pick a reason: weather, minimum or other.";
export const DEFAULT_UNKNOWN = "Pick what happens if nobody decides: it runs or it is canceled.";
export const MINIMUM_FORM = "Give a whole number from 2 to 999, or leave it empty.";
export const MINIMUM_OVER_SPACES = "There are fewer spaces than that, so the event could never run.";
export const MOMENT_FORM = "Give the time of the decision.";
export const MOMENT_PASSED = "That time has passed. Pick a later time.";
export const MOMENT_TOO_LATE =
  "Guests need to know before they set out. Pick a time at least 30 minutes before the start.";
export const BEGUN = "This event has started, so there is nothing left to decide.";
export const NOT_PUBLISHED = "This event is not published yet. Decide when it is.";
export const POSTPONED = "This event is postponed. Give it a new date first.";
export const ALREADY_SO = "This was already decided.";
export const NO_BOARD = "Today's events could not be loaded.";
