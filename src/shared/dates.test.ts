import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, clockTime, isDay, lengthWords, longDate, shortDate, weekdayName } from "#src/shared/dates.ts";
import {
  dayInZone,
  instantOf,
  offsetIso,
  oneMonthAfter,
  wallTime,
  zoneAbbreviation,
} from "#src/shared/zones.server.ts";

const ZONE = "America/New_York";

test("days are formatted for people", () => {
  expect(longDate("2026-11-28")).toBe("November 28, 2026");
  expect(shortDate("2026-02-03")).toBe("Feb 3");
  expect(weekdayName("2026-11-28")).toBe("Saturday");
});

test("days are added across months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

test("midnight and noon are 12, not 0", () => {
  expect([clockTime("00:05"), clockTime("12:00:00"), clockTime("18:30")]).toEqual(["12:05 AM", "12:00 PM", "6:30 PM"]);
});

test("a length is '1hr' or 'N hrs'", () => {
  expect([lengthWords(60), lengthWords(120), lengthWords(90), lengthWords(null)]).toEqual([
    "1hr",
    "2 hrs",
    "1.5 hrs",
    "",
  ]);
});

test("the same wall time is another instant in winter and in summer", () => {
  expect(instantOf("2026-01-10", "18:00", ZONE).toISOString()).toBe("2026-01-10T23:00:00.000Z");
  expect(instantOf("2026-07-10", "18:00", ZONE).toISOString()).toBe("2026-07-10T22:00:00.000Z");
});

test("the hour that daylight saving skips and the hour it repeats have one instant each", () => {
  // 2026-03-08 02:30 does not exist; 2026-11-01 01:30 happens twice.
  expect(instantOf("2026-03-08", "02:30", ZONE).toISOString()).toBe("2026-03-08T07:30:00.000Z");
  expect(instantOf("2026-11-01", "01:30", ZONE).toISOString()).toBe("2026-11-01T05:30:00.000Z");
});

test("[PAY-07] a month ends at the same wall time on the same day of the next month, or on its last", () => {
  for (const [from, to] of [
    ["2026-11-21T15:00:00Z", "2026-12-21T15:00:00Z"],
    ["2027-01-31T15:00:00Z", "2027-02-28T15:00:00Z"],
    ["2026-12-31T23:59:59Z", "2027-01-31T23:59:59Z"],
    // January 30 and February 28 in New York; the clocks change in March.
    ["2027-01-31T02:00:00Z", "2027-03-01T02:00:00Z"],
    ["2027-03-01T02:00:00Z", "2027-03-29T01:00:00Z"],
  ] as const)
    expect(oneMonthAfter(new Date(from), ZONE), from).toEqual(new Date(to));
});

test("a day begins at midnight in the zone, not in UTC", () => {
  expect(dayInZone(new Date("2026-11-22T04:59:59Z"), ZONE)).toBe("2026-11-21");
  expect(dayInZone(new Date("2026-11-22T05:00:00Z"), ZONE)).toBe("2026-11-22");
});

test("an instant is formatted with the zone's abbreviation and offset of that day", () => {
  const winter = instantOf("2026-11-28", "18:00", ZONE);
  expect(zoneAbbreviation(winter, ZONE)).toBe("EST");
  expect(offsetIso(winter, ZONE)).toBe("2026-11-28T18:00:00-05:00");
  expect(wallTime(winter, ZONE)).toEqual({ day: "2026-11-28", time: "18:00" });
  expect(zoneAbbreviation(instantOf("2026-07-04", "18:00", ZONE), ZONE)).toBe("EDT");
});

test("only existing calendar days are valid", () => {
  expect(["2026-11-21", "2028-02-29"].filter(isDay)).toHaveLength(2);
  expect(
    ["2026-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "9999-12-31", "2026-1-1", "today", ""].filter(isDay),
  ).toEqual([]);
});

test("wall times are right on both sides of each DST change, and in zones with odd offsets", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }),
      fc.constantFrom(ZONE, "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "UTC"),
      (milliseconds, zone) => {
        const instant = new Date(milliseconds - (milliseconds % 1000));
        // The Swedish locale formats dates as ISO.
        const told = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat("sv-SE", { timeZone: zone, ...options }).format(instant);
        const offset =
          told({ timeZoneName: "longOffset" })
            .replace(/^.*GMT/, "")
            .replace("\u2212", "-") || "+00:00";
        const wall = told({ dateStyle: "short", timeStyle: "medium" });
        expect(offsetIso(instant, zone)).toBe(`${wall.replace(" ", "T")}${offset}`);
        const { day, time } = wallTime(instant, zone);
        expect([dayInZone(instant, zone), day]).toEqual([wall.slice(0, 10), wall.slice(0, 10)]);
        // When clocks go back, a wall time is ambiguous.
        expect(wallTime(instantOf(day, time, zone), zone)).toEqual({ day, time });
      },
    ),
    {
      examples: ["2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z", "2026-11-01T05:59:59Z", "2026-11-01T06:00:00Z"].map(
        (at) => [Date.parse(at), ZONE],
      ),
    },
  );
});
