export const CHANGE_WITHDRAWN = "Your change is withdrawn. The event stays as it is.";
export const NO_CHANGE_WAITS = "No change of this event waits for an organizer.";

// Changes of published events that wait for an organizer.
export const CHANGE_GONE = "This change is no longer waiting for review. Please reload the list.";
export const CHANGE_CHANGED = "The host edited or withdrew this change in the meantime. Please review it again.";
export const EVENT_CHANGED =
  "Someone else changed this event in the meantime. Please check again what this change replaces.";
export const CHANGE_PUBLISHED = "The change is published. The host and the guests will be notified.";
export const CHANGE_REFUSED = "The change is not published. The host gets your reason.";
export const FAILED_TO_LOAD_CHANGES = "Failed to load the changes that wait:";

export const CHANGE_WAITS_AGAIN = "The change waits again.";
export const CHANGE_IS_BACK = "The event is as it was before, and the change waits again.";
