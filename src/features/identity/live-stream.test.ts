import { expect, test } from "vitest";
import { eventReader, type LiveEvent, pauseBefore } from "#src/features/identity/live-stream.ts";

function read(...pieces: string[]): LiveEvent[] {
  const events: LiveEvent[] = [];
  const take = eventReader((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

test("an event is whole when an empty line ends it, however it arrives in pieces", () => {
  const whole = 'event: message\nid: 7\ndata: {"text":"a: b"}\n\n';
  const expected = [{ event: "message", id: "7", data: '{"text":"a: b"}' }];
  expect(read(whole)).toEqual(expected);
  expect(read(...whole.split(""))).toEqual(expected);
  expect(read(...whole.replaceAll("\n", "\r\n").split(""))).toEqual(expected);
  expect(read(whole.slice(0, -1))).toEqual([]);
});

test("several lines of data are one text; an id counts until the next one; kinds do not", () => {
  expect(read("id: 3\ndata: one\ndata: two\n\n", "data:three\n\n")).toEqual([
    { event: "message", id: "3", data: "one\ntwo" },
    { event: "message", id: "3", data: "three" },
  ]);
});

test("comments and fields of no use are passed over, and nothing is said without data", () => {
  expect(read(": heartbeat\n\n", "retry: 100\nevent: ready\n\n", "event: reload\ndata: \n\n")).toEqual([
    { event: "reload", id: "", data: "" },
  ]);
});

test("pauses grow, stay bounded, and differ from reader to reader", () => {
  expect([0, 1, 2, 3].map((attempt) => pauseBefore(attempt, () => 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(pauseBefore(50, () => 1)).toBe(30_000);
  expect(pauseBefore(0, () => 0)).toBe(500);
});
