/** What stands for a members-only place. */
export const JOIN_FOR_LOCATION = "join group for location";
export const EVENT_NOT_FOUND = "Event not found for this URL";
export const NO_UPCOMING_EVENTS = "No upcoming social events found";
/** Goes on with the reason. */
export const FAILED_TO_LOAD_EVENTS = "Failed to load social events:";
export const BAD_CURSOR = "This page of events cannot be found. Please start again from the first page.";
export const CHANGE_REFUSED = "The event was not changed: some of this cannot be used.";
export const TITLE_REQUIRED = "The event needs a title.";
export const PLACE_REQUIRED = "The event needs a place.";
export const DAY_UNKNOWN = "A day is written as 2026-11-28.";
export const TIME_UNKNOWN = "A time is written as 18:00.";
export const LENGTH_UNKNOWN = "The length is a whole number of minutes, of a week at most.";
export const SPACES_UNKNOWN = "Places are a whole number from 0 to 1000; 1000 is unlimited.";
export const STATUS_UNKNOWN = "An event is scheduled, cancelled or postponed.";
export const MEMBERS_ONLY_UNKNOWN = "Say whether the place is for members only (true or false).";
export const MOMENT_PASSED = "This moment has passed already.";
export const BAD_DAYS = "Days ahead must be a positive integer, 1 to 30.";
