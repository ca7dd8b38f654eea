import { addDays, type Day } from "#src/shared/dates.ts";

/** The longest series: half a year of weekly events. */
export const MOST_WEEKS = 26;

const DAYS_OF_A_WEEK = 7;
/** Length of the date prefix of an id. */
const DATE_LENGTH = "2026-11-28".length;

/** The days of a weekly series. The local time of day stays the same across clock changes. */
export function weeklyDays(first: Day, weeks: number): Day[] {
  return Array.from({ length: weeks }, (_, week) => addDays(first, week * DAYS_OF_A_WEEK));
}

/** The id of the same event on another day. */
export function idOnDay(id: string, day: Day): string {
  return day + id.slice(DATE_LENGTH);
}
