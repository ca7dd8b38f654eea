import { clockTime, type Day, dayNextMonth } from "#src/shared/dates.ts";

type ZoneMoment = { readonly offsetMs: number; readonly abbreviation: string };

// Zone lookups are slow. Offsets change on quarter hours at the finest, so results are cached per quarter hour.
const QUARTER_MS = 15 * 60_000;
const MOST_KEPT = 5_000;
const kept = new Map<string, ZoneMoment>();

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs a hundred times as much as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = "numeric";
    const clock = {
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...clock, timeZoneName: "short" });
    formats.set(timeZone, format);
  }
  return format;
}

function askZone(instant: number, timeZone: string): ZoneMoment {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return {
    offsetMs: wall - Math.floor(instant / 1000) * 1000,
    abbreviation: parts.get("timeZoneName") ?? timeZone,
  };
}

function zoneAt(instant: number, timeZone: string): ZoneMoment {
  const key = `${timeZone} ${Math.floor(instant / QUARTER_MS)}`;
  let moment = kept.get(key);
  if (!moment) {
    if (kept.size >= MOST_KEPT) kept.clear();
    moment = askZone(instant, timeZone);
    kept.set(key, moment);
  }
  return moment;
}

/** The wall clock of a zone at an instant, as `YYYY-MM-DDTHH:MM:SS`. */
function wallClock(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + zoneAt(instant.getTime(), timeZone).offsetMs).toISOString().slice(0, 19);
}

/** The calendar day of an instant in a zone. */
export function dayInZone(instant: Date, timeZone: string): Day {
  return wallClock(instant, timeZone).slice(0, 10);
}

/** The last day of a period in a zone: one that ends at midnight ends with the day before. */
export function lastDayInZone(end: Date, timeZone: string): Day {
  return dayInZone(new Date(end.getTime() - 1), timeZone);
}

const DAY_MS = 86_400_000;

/** The instant of a local wall time. In an hour that DST skips or repeats, uses the earlier offset (RFC 5545). */
export function instantOf(day: Day, time: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`);
  // No zone changes its clocks twice within two days.
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((instant) => zoneAt(instant, timeZone).offsetMs);
  const fits = [before, after].find((offset = 0) => zoneAt(wall - offset, timeZone).offsetMs === offset);
  return new Date(wall - (fits ?? before ?? 0));
}

/** The same wall time in a zone a month later; on the month's last day when it lacks that day. */
export function oneMonthAfter(instant: Date, timeZone: string): Date {
  const [day = "", time = ""] = wallClock(instant, timeZone).split("T");
  return instantOf(dayNextMonth(day), time, timeZone);
}

/** The wall time of an instant in a zone: day and `HH:MM`. */
export function wallTime(instant: Date, timeZone: string): { day: Day; time: string } {
  const clock = wallClock(instant, timeZone);
  return { day: clock.slice(0, 10), time: clock.slice(11, 16) };
}

/** The zone's abbreviation at that instant: `EST`, `EDT`. */
export function zoneAbbreviation(instant: Date, timeZone: string): string {
  return zoneAt(instant.getTime(), timeZone).abbreviation;
}

/** `6:00 PM EST`: readers may be in another zone. */
export function zonedClock(instant: Date, timeZone: string): string {
  return `${clockTime(wallTime(instant, timeZone).time)} ${zoneAbbreviation(instant, timeZone)}`;
}

/** ISO 8601 with the zone's offset, `2026-11-28T18:00:00-05:00`. */
export function offsetIso(instant: Date, timeZone: string): string {
  const minutes = zoneAt(instant.getTime(), timeZone).offsetMs / 60_000;
  const digits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${digits(Math.abs(minutes) / 60)}:${digits(Math.abs(minutes) % 60)}`;
  return wallClock(instant, timeZone) + offset;
}
