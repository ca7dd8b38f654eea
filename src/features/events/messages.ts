/** Shown in place of a members-only location. */
export const JOIN_FOR_LOCATION = "join group for location";
export const EVENT_NOT_FOUND = "Event not found for this URL";
export const NO_UPCOMING_EVENTS = "No upcoming social events found";
/** Followed by the reason. */
export const FAILED_TO_LOAD_EVENTS = "Failed to load social events:";
export const BAD_CURSOR = "This page of events cannot be found. Please start again from the first page.";
export const BAD_DAYS = "Days ahead must be a positive integer, 1 to 30.";
/** For a page that was open when its event was hidden or deleted. */
export const EVENT_GONE = "This event isn’t public anymore";
