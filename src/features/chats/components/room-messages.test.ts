import { expect, test } from "vitest";
import type { ChatMessage } from "#src/features/chats/components/chat-types.ts";
import { dayWords, groupMessages, merge, namesIn, prepend } from "#src/features/chats/components/room-messages.ts";

const NOON = new Date(2026, 10, 21, 12).getTime() / 1000;

function message(seq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  const who = {
    name: "Ana",
    userId: "u1",
    system: false,
    clientId: null,
    edited: false,
    deleted: false,
    hidden: false,
    replyTo: null,
    reactions: [],
    picture: null,
  };
  return { id: `m${seq}`, seq, text: `number ${seq}`, createdAt: NOON + seq, ...who, ...more };
}
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const seqs = (messages: readonly ChatMessage[]) => messages.map(({ seq }) => seq);

test("messages read twice appear once, in order", () => {
  expect(seqs(merge(run(1, 4), run(3, 6)))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(seqs(merge(run(1, 4), [message(5)]))).toEqual([1, 2, 3, 4, 5]);
  expect(seqs(merge([], run(7, 9)))).toEqual([7, 8, 9]);
});

test("without news the list is identical, so nothing rerenders", () => {
  const known = run(1, 4);
  expect(merge(known, run(3, 4))).toBe(known);
  expect(merge(known, [])).toBe(known);
});

test("a page after a gap replaces the list, so the gap never looks complete", () => {
  expect(seqs(merge(run(1, 4), run(60, 62)))).toEqual([60, 61, 62]);
});

test("older messages are prepended once", () => {
  expect(seqs(prepend(run(5, 6), run(3, 5)))).toEqual([3, 4, 5, 6]);
});

test("a group has one author and no long pause; system messages are separate; a new day starts a new group", () => {
  const days = groupMessages([
    message(1, { createdAt: NOON - 86_400 }),
    message(2),
    message(3),
    message(4, { system: true, userId: "", name: "Sandbar" }),
    message(5, { userId: "u2", name: "Ben" }),
    message(6, { userId: "u2", name: "Ben", createdAt: NOON + 200 }),
  ]);
  expect(days.map(({ groups }) => groups.map((group) => seqs(group.messages)))).toEqual([
    [[1]],
    [[2, 3], [4], [5], [6]],
  ]);
});

test("recent days have names", () => {
  const now = new Date(2026, 10, 21, 9);
  expect(dayWords(new Date(2026, 10, 21, 23), now)).toBe("Today");
  expect(dayWords(new Date(2026, 10, 20, 1), now)).toBe("Yesterday");
  expect(dayWords(new Date(2026, 10, 14), now)).toBe("Sat, Nov 14");
  expect(dayWords(new Date(2025, 10, 14), now)).toBe("Fri, Nov 14, 2025");
});

test("[DAY-08, CHAT-06] names to mention are in alphabetical order, ignoring accents and case", () => {
  const members = ["Zed", "Émile", "adam", "Me"].map((name) => ({ id: name, name, nickname: "", imageUrl: "" }));
  expect(namesIn(members, [], "Me")).toEqual(["adam", "Émile", "Zed"]);
});
