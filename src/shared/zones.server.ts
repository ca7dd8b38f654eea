import type { Day } from "#src/shared/dates.ts";

// Making an Intl formatter costs more than a whole page render, so each is made once per zone.
const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** The calendar day that an instant falls on in a zone. */
export function dayInZone(instant: Date, timeZone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** The instant of a local wall time. In the hour that DST skips or repeats, the earlier offset is used, as RFC 5545 does. */
export function instantOf(day: Day, time: string, timeZone: string): Date {
  const zoned = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone);
  return new Date(zoned.epochMilliseconds);
}

/** The wall time of an instant in a zone: its day and `HH:MM`. */
export function wallTime(instant: Date, timeZone: string): { day: Day; time: string } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return { day: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString({ smallestUnit: "minute" }) };
}

/** The zone's abbreviation on that instant: `EST`, `EDT`. */
export function zoneAbbreviation(instant: Date, timeZone: string): string {
  let format = zoneNames.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });
    zoneNames.set(timeZone, format);
  }
  return format.formatToParts(instant).find((part) => part.type === "timeZoneName")?.value ?? timeZone;
}

/** ISO 8601 with the zone's offset, `2026-11-28T18:00:00-05:00`. */
export function offsetIso(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: "never", fractionalSecondDigits: 0 });
}

/** Whether the runtime knows the IANA zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return true;
  } catch {
    return false;
  }
}
