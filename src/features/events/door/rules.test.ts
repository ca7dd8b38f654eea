import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyMarks, countHere, isSelfCheckInOpen, NO_MARKS, whyDoorClosed } from "#src/features/events/door/rules.ts";
import type { Mark } from "#src/features/events/door/schema.ts";
import { PRESENCES } from "#src/shared/states.ts";

const PEOPLE = ["ana", "ben", "cleo", "dan"];

const marksOf = (phone: number) =>
  fc
    .array(fc.record({ who: fc.nat(5), presence: fc.constantFrom(...PRESENCES), guests: fc.nat(3) }), { maxLength: 12 })
    .map((marks) =>
      marks.map(({ who, presence, guests }, at): Mark => {
        const userId = PEOPLE[who];
        const about = userId === undefined ? { walkIn: { id: `walk-in-${who}`, name: `Walk-in ${who}` } } : { userId };
        return { id: `${phone}-${at}`, ...about, presence, guests };
      }),
    );

/** One step: a phone sends its oldest unconfirmed marks; the response may get lost. */
const step = fc.record({ phone: fc.nat(2), count: fc.integer({ min: 1, max: 4 }), isHeard: fc.boolean() });

describe("[DAY-01] the door list of three phones", () => {
  test("marks in any order, resent or split, converge to one list on every phone", () => {
    fc.assert(
      fc.property(fc.tuple(marksOf(0), marksOf(1), marksOf(2)), fc.array(step, { maxLength: 40 }), (queues, steps) => {
        const waiting = queues.map((marks) => [...marks]);
        const arrived: Mark[] = [];
        const seen = new Set<string>();
        let server = NO_MARKS;
        const send = (phone: number, count: number, isHeard: boolean) => {
          const batch = waiting[phone]?.slice(0, count) ?? [];
          server = applyMarks(server, batch);
          for (const mark of batch.filter(({ id }) => !seen.has(id))) {
            seen.add(mark.id);
            arrived.push(mark);
          }
          if (isHeard) waiting[phone]?.splice(0, batch.length);
        };
        for (const { phone, count, isHeard } of steps) send(phone, count, isHeard);
        for (const phone of [0, 1, 2]) send(phone, Infinity, true);
        // The last mark of each person, in the order of first arrival, and nothing else.
        expect(server).toEqual(applyMarks(NO_MARKS, arrived));
        const last = new Map(arrived.map((mark) => [mark.userId ?? mark.walkIn?.id, mark]));
        const heads = [...last.values()].filter(({ presence }) => presence === "here");
        expect(countHere(server.entries.values())).toBe(heads.reduce((sum, { guests }) => sum + 1 + guests, 0));
        // A phone with nothing unsent shows the server's list.
        for (const unsent of waiting) expect(applyMarks(server, unsent)).toEqual(server);
      }),
      { numRuns: 500 },
    );
  });

  test("10,000 marks give one list with each person counted once", () => {
    const marks = Array.from({ length: 10_000 }, (_, at): Mark => {
      const presence = at >= 9_000 ? "here" : "away";
      return { id: `m${at}`, userId: `person-${at % 1000}`, presence, guests: 0 };
    });
    const state = applyMarks(applyMarks(NO_MARKS, marks), marks);
    expect([state.entries.size, countHere(state.entries.values())]).toEqual([1000, 1000]);
  });
});

test("[DAY-01] the door opens three hours before and closes two weeks after; the code works during the event only", () => {
  const startsAt = new Date("2026-11-28T23:00:00Z");
  const endsAt = new Date("2026-11-29T01:00:00Z");
  const course = { status: "scheduled", held: false, startsAt, endsAt } as const;
  const at = (moment: string) => [
    whyDoorClosed(course, new Date(moment)) === "",
    isSelfCheckInOpen(course, new Date(moment)),
  ];
  expect(at("2026-11-28T19:59:59Z")).toEqual([false, false]);
  expect(at("2026-11-28T20:00:00Z")).toEqual([true, false]);
  expect(at("2026-11-28T22:00:00Z")).toEqual([true, true]);
  expect(at("2026-11-29T00:59:59Z")).toEqual([true, true]);
  expect(at("2026-11-29T01:00:00Z")).toEqual([true, false]);
  expect(at("2026-12-13T01:00:01Z")).toEqual([false, false]);
  expect(whyDoorClosed({ ...course, status: "cancelled" }, startsAt)).not.toBe("");
});
