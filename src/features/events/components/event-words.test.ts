import { afterEach, describe, expect, it, vi } from "vitest";
import {
  costWords,
  dayHeading,
  dayNote,
  goingWords,
  groupByDay,
  readersTime,
  seatsOf,
  timeRange,
  whenWords,
} from "#src/features/events/components/event-words.ts";

afterEach(() => vi.unstubAllEnvs());

describe("the words of the event list", () => {
  it("names the days around today, across months and years", () => {
    expect(dayHeading("2026-11-21", "2026-11-21")).toBe("Today");
    expect(dayHeading("2026-12-01", "2026-11-30")).toBe("Tomorrow");
    expect(dayHeading("2026-11-28", "2026-11-21")).toBe("Sat, Nov 28");
    expect(dayHeading("2027-01-02", "2026-12-30")).toBe("Sat, Jan 2, 2027");
    expect(dayNote("2026-11-21", "2026-11-21")).toBe("Sat, Nov 21");
    expect(dayNote("2026-11-28", "2026-11-21")).toBe("In 7 days");
    expect(dayNote("2026-11-20", "2026-11-21")).toBe("1 day ago");
  });

  it("says what it costs", () => {
    expect([0, 10, 12.5, 19.99].map(costWords)).toEqual(["Free", "$10", "$12.50", "$19.99"]);
  });

  it("tells unlimited, unknown, left, full and sold out apart (EVT-06, EVT-07)", () => {
    expect(seatsOf({ spacesLeft: 1000, cost: 0, waitingCount: 0 })?.words).toBe("Open to all");
    expect(seatsOf({ spacesLeft: "", cost: 0, waitingCount: 0 })).toBeNull();
    expect(seatsOf({ spacesLeft: 12, cost: 0, waitingCount: 0 })).toEqual({ words: "12 spaces left", tone: "plain" });
    expect(seatsOf({ spacesLeft: 5, cost: 0, waitingCount: 0 })?.tone).toBe("few");
    expect(seatsOf({ spacesLeft: 1, cost: 0, waitingCount: 0 })?.words).toBe("1 space left");
    expect(seatsOf({ spacesLeft: 0, cost: 0, waitingCount: 0 })).toEqual({ words: "Event Full", tone: "none" });
    expect(seatsOf({ spacesLeft: 0, cost: 8, waitingCount: 0 })).toEqual({ words: "Sold out", tone: "none" });
  });

  it("does not offer free places to newcomers while others wait (EVT-06)", () => {
    expect(seatsOf({ spacesLeft: 1, cost: 0, waitingCount: 2 })).toEqual({ words: "Waiting list", tone: "none" });
    expect(seatsOf({ spacesLeft: 0, cost: 8, waitingCount: 2 })?.words).toBe("Sold out");
  });

  it("marks an estimate as one, and drops it if it can't be true (EVT-11)", () => {
    const usually = { min: 8, max: 14 };
    expect(goingWords({ going: 11, usually: null, status: "scheduled", spacesLeft: 5 })).toBe("11 going");
    expect(goingWords({ going: 0, usually, status: "scheduled", spacesLeft: "" })).toBe("usually 8–14 people");
    const ten = { min: 10, max: 10 };
    expect(goingWords({ going: 0, usually: ten, status: "scheduled", spacesLeft: "" })).toBe("usually 10 people");
    expect(goingWords({ going: 0, usually, status: "scheduled", spacesLeft: 6 })).toBeNull();
    expect(goingWords({ going: 3, usually: null, status: "cancelled", spacesLeft: "" })).toBeNull();
    expect(goingWords({ going: 0, usually: null, status: "scheduled", spacesLeft: "" })).toBeNull();
  });

  it("says AM or PM once if both times share it", () => {
    const said = { startsAt: "", endsAt: "", zoneName: "EST" };
    expect(timeRange({ ...said, time: "6:00 PM", endTime: "8:00 PM" })).toBe("6:00 – 8:00 PM EST");
    expect(timeRange({ ...said, time: "11:00 AM", endTime: "1:00 PM" })).toBe("11:00 AM – 1:00 PM EST");
    expect(timeRange({ ...said, time: "6:00 PM", endTime: "" })).toBe("6:00 PM EST");
  });

  it("names the end's day if the event lasts 24 hours or more (EVT-01)", () => {
    const start = { time: "6:00 PM", zoneName: "EST", startsAt: "2026-12-31T18:00:00-05:00" };
    const night = { ...start, endTime: "5:00 AM", endsAt: "2027-01-01T05:00:00-05:00" };
    expect(timeRange(night)).toBe("6:00 PM – 5:00 AM EST");
    const day = { ...start, endTime: "6:00 PM", endsAt: "2027-01-01T18:00:00-05:00" };
    expect(timeRange(day)).toBe("6:00 PM – Fri, Jan 1, 6:00 PM EST");
    expect(whenWords({ ...day, weekday: "Thursday", date: "December 31, 2026" })).toBe(
      "Thursday, December 31, 2026, 6:00 PM to Friday, January 1, 2027, 6:00 PM EST",
    );
  });

  it.each([
    ["Europe/Berlin", "h23", "Sat, Nov 21, 23:30"],
    ["Asia/Tokyo", "h12", "Sun, Nov 22, 7:30 AM"],
    ["America/Toronto", "h12", null],
    ["America/St_Johns", "h12", "Sat, Nov 21, 7:00 PM"],
  ] as const)(
    "tells a reader in %s the start by their clock (%s), or nothing where it is the group's (P17)",
    (...row) => {
      const [zone, hourCycle, words] = row;
      vi.stubEnv("TZ", zone);
      expect(readersTime("2026-11-21T17:30:00-05:00", () => hourCycle)).toBe(words);
    },
  );

  it("groups neighbors of one day and keeps their order", () => {
    const events = ["a 2026-01-01", "b 2026-01-01", "c 2026-01-03"].map((text) => ({
      id: text[0],
      day: text.slice(2),
    }));
    expect(groupByDay(events).map(({ day, events: ofDay }) => [day, ofDay.map(({ id }) => id).join("")])).toEqual([
      ["2026-01-01", "ab"],
      ["2026-01-03", "c"],
    ]);
  });
});
