export const CHANGE_WITHDRAWN = "Your change is withdrawn. The event stays as it is.";
export const NO_CHANGE_WAITS = "No change of this event waits for an organizer.";

// Changes of published events that wait for an organizer.
export const CHANGE_GONE = "This change doesn't wait anymore. Please reload the list.";
export const CHANGE_CHANGED = "The host changed or withdrew this change meanwhile. Please look at it again.";
export const EVENT_CHANGED =
  "Someone else changed this event in the meantime. Please check again what this change replaces.";
export const CHANGE_PUBLISHED = "The change is published. The host and the guests are told.";
export const CHANGE_REFUSED = "The change is not published, and the host is told why.";
export const FAILED_TO_LOAD_CHANGES = "Failed to load the changes that wait:";

export const CHANGE_WAITS_AGAIN = "The change waits again.";
export const CHANGE_IS_BACK = "The event is as it was before, and the change waits again.";
