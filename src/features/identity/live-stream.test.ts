import { expect, test } from "vitest";
import { eventReader, type LiveEvent, pauseBefore } from "#src/features/identity/live-stream.ts";

function read(...pieces: string[]): LiveEvent[] {
  const events: LiveEvent[] = [];
  const take = eventReader((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

test("an event ends at an empty line, however the stream is split", () => {
  const whole = 'event: message\nid: 7\ndata: {"text":"a: b"}\n\n';
  const expected = [{ event: "message", id: "7", data: '{"text":"a: b"}' }];
  expect(read(whole)).toEqual(expected);
  expect(read(...whole.split(""))).toEqual(expected);
  expect(read(...whole.replaceAll("\n", "\r\n").split(""))).toEqual(expected);
  expect(read(whole.slice(0, -1))).toEqual([]);
});

test("data lines are joined; an id applies until the next one; event types do not", () => {
  expect(read("id: 3\ndata: one\ndata: two\n\n", "data:three\n\n")).toEqual([
    { event: "message", id: "3", data: "one\ntwo" },
    { event: "message", id: "3", data: "three" },
  ]);
});

test("comments and unknown fields are ignored, and so are events without data", () => {
  expect(read(": heartbeat\n\n", "retry: 100\nevent: ready\n\n", "event: reload\ndata: \n\n")).toEqual([
    { event: "reload", id: "", data: "" },
  ]);
});

test("retry delays grow, are bounded, and have jitter", () => {
  expect([0, 1, 2, 3].map((attempt) => pauseBefore(attempt, () => 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(pauseBefore(50, () => 1)).toBe(30_000);
  expect(pauseBefore(0, () => 0)).toBe(500);
});
