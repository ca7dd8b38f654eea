export const HOSTS_TO_CHANGE = "Only the host of this event or an organizer may change this.";
export const CHANGE_REFUSED = "The event was not changed: some of this cannot be used.";
export const DAY_UNKNOWN = "A day is written as 2026-11-28.";
export const TIME_UNKNOWN = "A time is written as 18:00.";
export const LENGTH_UNKNOWN = "The length is a whole number of minutes, of a week at most.";
export const SPACES_UNKNOWN = "Spaces are a whole number from 0 to 1000; 1000 is unlimited.";
export const STATUS_UNKNOWN = "An event is “scheduled”, “cancelled” or “postponed”.";
export const MEMBERS_ONLY_UNKNOWN = "Say whether the place is for members only (true or false).";
export const MOMENT_PASSED = "This moment has passed already.";
export const COST_UNKNOWN = "The cost is a number of dollars from 0 to 10,000.";
export const PUBLIC_UNKNOWN = "Say whether everyone may know of it (true or false).";
export const SCOPE_UNKNOWN = "Choose this event only, or this and the following events.";
export const TURNS_STAY = "Taking turns can only be chosen when you create an event.";
export const MINIMUM_ELSEWHERE = "The minimum is changed with the hold on the event's page, not here.";
export const UNDER_MINIMUM = "The event runs with more people than that, so it could never run.";
/** Shown if a concurrent change came first. The field errors name the stored values. */
export const CHANGED_MEANWHILE =
  "Someone else changed this event in the meantime. Your changes are not saved yet, and nothing is lost.";
export const STILL_SAVING = "The last change is still being saved.";
export const CHANGE_WAITS = "Your change waits for an organizer.";
export const OVER_ALREADY = "Its time has passed. Give it a new date to run it again.";

/** The stored value of a field with a conflicting change. */
export function standsNow(words: string): string {
  return `It says now: ${words}`;
}
