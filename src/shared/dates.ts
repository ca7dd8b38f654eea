// Event times are local wall time with an IANA zone; instants are UTC. Temporal does the zone arithmetic on the server;
// browsers receive formatted text, because not all of them have Temporal yet.

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

function dayParts(day: Day): { year: number; month: number; date: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) };
}

/** Whether text is a calendar day in the years 100 to 9998, so that the day after it still fits `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text < "9999" && addDays(text, 0) === text;
}

/** `2026-11-28` → `November 28, 2026`. */
export function longDate(day: Day): string {
  const { year, month, date } = dayParts(day);
  return `${MONTHS[month - 1]} ${date}, ${year}`;
}

/** `2026-11-28` → `Nov 28`. */
export function shortDate(day: Day): string {
  return `${monthName(day).slice(0, 3)} ${dayParts(day).date}`;
}

/** `2026-11-28` → `November`. */
export function monthName(day: Day): string {
  return MONTHS[dayParts(day).month - 1] ?? "";
}

/** `2026-11-28` → `Saturday`. */
export function weekdayName(day: Day): string {
  const { year, month, date } = dayParts(day);
  return WEEKDAYS[new Date(Date.UTC(year, month - 1, date)).getUTCDay()] ?? "";
}

/** The day `days` later (or earlier, when negative). */
export function addDays(day: Day, days: number): Day {
  const { year, month, date } = dayParts(day);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

/** The same day of the next month, or that month's last day. */
export function dayNextMonth(day: Day): Day {
  const { year, month, date } = dayParts(day);
  const last = new Date(Date.UTC(year, month + 1, 0));
  return addDays(last.toISOString().slice(0, 10), Math.min(date - last.getUTCDate(), 0));
}

/** `18:00` or `18:00:00` → `6:00 PM`. */
export function clockTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  const minute = time.slice(3, 5);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** Minutes as hours, with two decimals so that every minute is distinct. */
export function hoursOf(minutes: number): number {
  return Math.round((minutes / 60) * 100) / 100;
}

/** Minutes → `1hr`, `2 hrs`, `1.5 hrs`; empty when unknown. */
export function lengthWords(minutes: number | null): string {
  if (minutes === null) return "";
  const hours = hoursOf(minutes);
  return hours === 1 ? "1hr" : `${hours} hrs`;
}

/** `2026-11` → `November 2026`. */
export function monthTitle(month: string): string {
  return `${monthName(`${month}-01`)} ${month.slice(0, 4)}`;
}
