import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { CreatedEvent } from "#src/features/events/create/schema.ts";
import type { EventPage } from "#src/features/events/schema.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const CALL = "/api/social-events";

let site: TestSite;
let admin: string;
let member: string;
beforeAll(async () => {
  site = await startTestSite();
  [admin, member] = await Promise.all([site.tokenFor(["Admins"]), site.tokenFor(["Members"])]);
});
afterAll(() => site.close());

/** The fields that were refused, with their sentences. */
async function faults(more: Record<string, unknown>): Promise<Record<string, string>> {
  const answer = await site.post(CALL, newEvent("Refused", more), admin);
  expect(answer.status).toBe(422);
  return ((await answer.json()) as { fields: Record<string, string> }).fields;
}

async function copyable(as?: string): Promise<string[]> {
  const answer = await site.fetch(CALL, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: "{}",
    ...(as !== undefined && { as }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as EventPage).socialEvents.map(({ socialEventId }) => socialEventId);
}

test("[CREATE-01] what is required is asked for in words, each at its field", async () => {
  const answer = await site.post(CALL, {}, admin);
  expect(answer.status).toBe(422);
  const { fields } = (await answer.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "cost",
    "date",
    "description",
    "host",
    "length",
    "location",
    "socialEventId",
    "time",
    "title",
  ]);
  for (const sentence of Object.values(fields)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});

test("[CREATE-01] an event that is over already is refused at its field; one that has begun is not", async () => {
  // It is 10:00 AM on November 21.
  const on = (date: string, time: string) => ({ socialEventId: `${date}-refused`, date, time, length: "2 hrs" });
  const past = { date: "This date is in the past. Pick today or a later day." };
  expect(await faults(on("2026-11-20", "18:00"))).toEqual(past);
  expect(await faults({ ...on("2025-06-01", "18:00"), weeks: 3 })).toEqual(past);
  expect(await faults(on("2026-11-21", "7:00 AM"))).toEqual({
    time: "At this time the event would already be over. Pick a later time.",
  });
  const begun = { ...on("2026-11-21", "9:00 AM"), socialEventId: "2026-11-21-begun" };
  expect((await site.post(CALL, newEvent("Begun", begun), admin)).status).toBe(201);
});

test("[CREATE-01] words that show nothing are no words", async () => {
  const blanks = ["\u3164", "\u200b\u2060", "\ufe0f\u200d", "\u2800 \u00a0", "\u{e0041}"];
  for (const title of blanks)
    expect(await faults({ title, description: title, host: title, location: title })).toMatchObject({
      title: "Give the event a title.",
      description: "Say what it is: a sentence or two will do.",
      host: "Say who hosts it.",
    });
  const answer = await site.post(
    CALL,
    newEvent("Joined", { title: "Joined \u{1f468}\u200d\u{1f469}\u200d\u{1f467}" }),
    admin,
  );
  expect(((await answer.json()) as CreatedEvent).dbVal.title).toBe("Joined \u{1f468}\u200d\u{1f469}\u200d\u{1f467}");
});

test("[CREATE-01] password, generalpublic and spacesLeft are optional, and so is all that has a default", async () => {
  const { title, socialEventId, date, time, length, location, description, cost, host: name } = newEvent("Bare");
  const bare = { title, socialEventId, date, time, length, location, description, cost, host: name };
  const answer = await site.post(CALL, bare, admin);
  expect(answer.status).toBe(201);
  const { dbVal } = (await answer.json()) as CreatedEvent;
  expect(dbVal).toMatchObject({
    spacesLeft: "",
    generalpublic: true,
    chat: "Other Events",
    groupMeChatUrl: "none",
    host1: "group-host",
    host2: "none",
    pollText: "TBD",
    pollPrivateLocation: "TBD",
  });
});

test("[CREATE-01, CREATE-02, CREATE-04] what cannot be used is refused at its field", async () => {
  const cases: Record<string, unknown>[] = [
    { time: "18:10" },
    { time: "25:00" },
    { length: "a while" },
    { length: 0 },
    { cost: "five" },
    { cost: -1 },
    { cost: 0.001 },
    { cost: "1e309" },
    { cost: "20,00" },
    { spacesLeft: 1.5 },
    { spacesLeft: 1001 },
    { generalpublic: "maybe" },
    { shortLocation: "one two three four" },
    { groupMeChatUrl: "javascript:alert(1)" },
    { chat: "Chess" },
    { socialEventId: "2026-12-05-another-day" },
    { socialEventId: "pier-run" },
    { socialEventId: "2026-12-04-" },
    { socialEventId: "2026-12-04-pier/run" },
  ];
  for (const wrong of cases) expect(Object.keys(await faults(wrong))).toEqual(Object.keys(wrong));
  expect(Object.keys(await faults({ date: "2026-02-30" }))).toEqual(["date"]);
  expect(Object.keys(await faults({ location: "join group for location" }))).toEqual(["privateLocation"]);
});

test("[CREATE-05] dates, times, lengths, numbers and switches count however clients write them", async () => {
  const answer = await site.post(
    CALL,
    newEvent("Other Words", {
      socialEventId: "2026-12-04-OTHER-words",
      date: "December 4, 2026",
      time: "6:45 pm",
      length: 1,
      cost: "7.50",
      spacesLeft: "1000",
      generalpublic: "false",
      password: 0,
    }),
    admin,
  );
  const { dbVal } = (await answer.json()) as CreatedEvent;
  expect(dbVal).toMatchObject({
    socialEventId: "2026-12-04-other-words",
    day: "2026-12-04",
    time: "6:45 PM",
    length: "1hr",
    cost: 7.5,
    spacesLeft: 1000,
    generalpublic: false,
  });
  expect(await copyable()).not.toContain(dbVal.socialEventId);
  expect(await copyable(member)).toContain(dbVal.socialEventId);
});

test("[CREATE-07] PUT with an empty body answers events to copy, the newest ids first, fifty at most, and only what one may see", async () => {
  await site.addEvent(makeEvent({ day: "2030-01-01", title: "Friends Only", generalPublic: false }));
  for (let index = 10; index < 65; index += 1)
    await site.addEvent(makeEvent({ day: `2029-01-${10 + (index % 20)}`, title: `Copy ${index}` }));
  const ids = await copyable();
  expect(ids).toHaveLength(50);
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)));
  expect(ids).not.toContain("2030-01-01-friends-only");
  expect((await copyable(member))[0]).toBe("2030-01-01-friends-only");
});
