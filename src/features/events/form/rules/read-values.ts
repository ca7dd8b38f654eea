import { type Day, isDay, MONTHS } from "#src/shared/dates.ts";

// Parsers for dates, times, lengths and costs as people write them. Each returns null for unreadable input.

const DATE_WORDS = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/i;
const CLOCK_24 = /^(\d{1,2}):(\d{2})(?::00)?$/;
const CLOCK_12 = /^(\d{1,2})(?::(\d{2}))? *([ap])\.?m\.?$/i;
const HOURS = /^(\d{1,3}(?:\.\d{1,2})?|\.\d{1,2}) *(?:h|hrs?|hours?)?$/i;
const AMOUNT = /^\$? *(\d{1,6}(?:\.\d{1,2})?)$/;

const two = (number: number | string) => String(number).padStart(2, "0");

/** `2026-11-28` or `November 28, 2026`. */
export function readDay(text: string): Day | null {
  const [, name = "", date = "", year = ""] = DATE_WORDS.exec(text) ?? [];
  const month = name === "" ? -1 : MONTHS.findIndex((each) => each.toLowerCase().startsWith(name.toLowerCase()));
  const day = month === -1 ? text : `${year}-${two(month + 1)}-${two(date)}`;
  return isDay(day) && day >= "2000" && day < "2200" ? day : null;
}

/** `18:00` or `6:00 PM`, as `18:00`. */
export function readTime(text: string): string | null {
  const [, hour24, minute24] = CLOCK_24.exec(text) ?? [];
  if (hour24 !== undefined) return clock(Number(hour24), Number(minute24));
  const [, hour12, minute12 = "0", half] = CLOCK_12.exec(text) ?? [];
  if (hour12 === undefined || Number(hour12) < 1 || Number(hour12) > 12) return null;
  return clock((Number(hour12) % 12) + (half?.toLowerCase() === "p" ? 12 : 0), Number(minute12));
}

function clock(hour: number, minute: number): string | null {
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null;
}

const LONGEST_MINUTES = 7 * 24 * 60;

/** `1hr`, `1.5 hrs`, or a number of hours, as minutes. */
export function readLength(length: string | number): number | null {
  const hours = Number(HOURS.exec(String(length).trim())?.[1]);
  const minutes = Math.round(hours * 60);
  return minutes > 0 && minutes <= LONGEST_MINUTES ? minutes : null;
}

const HIGHEST_COST = 10_000;

/** Dollars, as whole cents. */
export function readCost(cost: string | number): number | null {
  const dollars = Number(AMOUNT.exec(String(cost).trim())?.[1]);
  return dollars <= HIGHEST_COST ? Math.round(dollars * 100) : null;
}
