import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { drawPlaces } from "#src/features/events/draw/commands.server.ts";
import type { DrawRecord } from "#src/features/events/draw/schema/record.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;

// 10 AM of Saturday, November 21, at the beach.
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "10000" });
});
afterAll(async () => {
  await site.close();
});

type Person = Awaited<ReturnType<typeof newcomer>>;

const DRAW_AT = "2026-11-22T15:00:00.000Z";
const drawOn = ({ app }: TestSite, moment: string) =>
  drawPlaces({ ...app, clock: { ...app.clock, now: () => new Date(moment) } });
/** The day of answers is over. */
const isDue = (ids: string[]) =>
  site.app.db.execute(sql`update social_events set draw_at = ${site.app.clock.now().toISOString()}::timestamptz
    where id = any(${sql.param(ids)}::text[])`);
const goes = (id: string, { token }: Person) => rsvpState(answer(site, id, token, "going"));
const stateOf = (id: string, { token }: Person) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: token }));

async function recordOf(id: string, as?: string): Promise<DrawRecord> {
  return (await (await callEvent(site, "GET", `${id}/draw`, { as })).json()) as DrawRecord;
}

/** Asks the API for an event whose places are drawn. */
async function makeDrawn(host: Person, more: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
  const body = {
    socialEventId: "2026-12-05-take-turns",
    date: "2026-12-05",
    time: "18:00",
    length: "2",
    title: "Take turns",
    description: "Open gym with few places.",
    location: "The gym",
    host: "Ada Shore",
    cost: 0,
    spacesLeft: 2,
    takesTurns: true,
    ...more,
  };
  const made = await site.post("/api/social-events", body, host.token);
  const { occurrences } = (await made.json()) as { occurrences: string[] };
  expect(made.status).toBe(201);
  return occurrences;
}

/** The rule that the page states, applied to what the page shows. */
function recomputed({ seed, entries }: DrawRecord): number[] {
  const hash = (number: number) => createHash("sha256").update(`${seed}:${number}`).digest("hex");
  return entries
    .toSorted((one, two) =>
      one.lostBefore === two.lostBefore ? (hash(one.number) < hash(two.number) ? -1 : 1) : one.lostBefore ? -1 : 1,
    )
    .map(({ number }) => number);
}

test("[DAY-05] with turns, answers of the first day count the same; anyone recomputes the draw; losers come first next time", async () => {
  const host = await newcomer(site, { groups: ["Admins"] });
  const [first, second] = (await makeDrawn(host, { weeks: 2, spacesLeft: 4 })) as [string, string];
  // With this many, chance alone gives every place to those who lost before in only 5 of 126 draws.
  const people = await Promise.all(Array.from({ length: 9 }, () => newcomer(site)));
  for (const person of people) {
    expect(await goes(first, person)).toMatchObject({
      answer: null,
      draw: { state: "open", at: DRAW_AT, time: "Sunday, 10:00 AM EST" },
    });
    await goes(second, person);
  }
  expect(await expectTrueCounts(site, first)).toEqual({ going: 0, waiting: 9 });
  const before = await recordOf(first);
  expect(before).toMatchObject({ state: "open", seed: null, mine: null, entries: [] });

  // Not a minute early, and once, though two look at the same time.
  expect(await drawOn(site, "2026-11-22T14:59:59Z")).toBe(0);
  const mailsBefore = (await site.mails()).length;
  await isDue([first, second]);
  const counts = await Promise.all([drawPlaces(site.app), drawPlaces(site.app)]);
  expect(counts[0] + counts[1]).toBe(2);
  expect(await expectTrueCounts(site, first)).toEqual({ going: 4, waiting: 5 });

  const record = await recordOf(first, people[3]?.token);
  expect(record).toMatchObject({ state: "drawn", mine: 4, commitment: before.commitment });
  expect(
    createHash("sha256")
      .update(record.seed ?? "")
      .digest("hex"),
  ).toBe(before.commitment);
  expect(record.entries.map(({ number }) => number)).toEqual(recomputed(record));
  expect(record.entries.map(({ hasPlace }) => hasPlace)).toEqual([...Array(4).fill(true), ...Array(5).fill(false)]);
  const won = record.entries.slice(0, 4).map(({ number }) => number);
  for (const [index, person] of people.entries()) {
    const state = await stateOf(first, person);
    expect(state.answer).toBe(won.includes(index + 1) ? "going" : null);
  }

  // A week later the five who got none come first, whatever their hash.
  const next = await recordOf(second);
  expect(next.entries.map(({ lostBefore }) => lostBefore)).toEqual([...Array(5).fill(true), ...Array(4).fill(false)]);
  expect(next.entries.map(({ number }) => number)).toEqual(recomputed(next));
  const places = next.entries.filter(({ hasPlace }) => hasPlace).map(({ number }) => number);
  expect(places.some((number) => won.includes(number))).toBe(false);

  const subjects = (await site.mails()).slice(mailsBefore).map(({ subject }) => subject.split(":")[0]);
  expect(subjects.filter((subject) => subject === "You have a space")).toHaveLength(8);
  expect(subjects.filter((subject) => subject === "No space this time")).toHaveLength(10);

  // From now on it is a waiting list like any other.
  const [winner] = people.filter((_, index) => won.includes(index + 1));
  await rsvpState(answer(site, first, winner?.token ?? "", "not_going"));
  expect(await expectTrueCounts(site, first)).toEqual({ going: 4, waiting: 4 });
  const late = await newcomer(site);
  expect(await goes(first, late)).toMatchObject({ waiting: { place: 5 }, draw: { state: "drawn" } });
});

test("[DAY-05] leaving before the draw is no loss, and everyone has a place when there are enough", async () => {
  const host = await newcomer(site, { groups: ["Admins"] });
  const [id = ""] = await makeDrawn(host, { socialEventId: "2026-12-05-enough", title: "Enough" });
  const [ann, ben, cal] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  for (const person of [ann, ben, cal]) await goes(id, person);
  await rsvpState(callEvent(site, "DELETE", `${id}/waiting-list`, { as: ben.token }));
  await isDue([id]);
  await drawPlaces(site.app);
  expect(await stateOf(id, ann)).toMatchObject({ answer: "going", waiting: null });
  expect(await stateOf(id, cal)).toMatchObject({ answer: "going", waiting: null });
  expect((await recordOf(id)).entries).toHaveLength(2);
});

test("[DAY-05] taking turns needs a number of spaces, and a held event's day begins when it is published", async () => {
  const host = await newcomer(site);
  const open = { socialEventId: "2026-12-05-open", date: "2026-12-05", time: "18:00", length: "2", title: "Open" };
  const more = { description: "Anyone.", location: "The beach", host: "Ada", cost: 0, takesTurns: true };
  const refused = await site.post("/api/social-events", { ...open, ...more, spacesLeft: 1000 }, host.token);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    fields: { spacesLeft: expect.stringContaining("the number of spaces") },
  });
  const soon = { ...open, socialEventId: "2026-11-21-open", date: "2026-11-21", time: "12:30" };
  const late = await site.post("/api/social-events", { ...soon, ...more, spacesLeft: 2 }, host.token);
  expect([late.status, await late.json()]).toMatchObject([
    422,
    { fields: { time: expect.stringContaining("three hours") } },
  ]);

  const [id = ""] = await makeDrawn(host, { socialEventId: "2026-12-05-held", title: "Held" });
  expect(await drawOn(site, "2026-11-24T15:00:00Z")).toBe(0);
  const event = await callEvent(site, "GET", `${id}/draw`, { as: host.token });
  expect(await event.json()).toMatchObject({ state: "open", at: DRAW_AT });
  expect(await refusal(callEvent(site, "GET", `${id}/draw`))).toMatchObject({ status: 404 });
  const { id: plain } = await site.addEvent(makeEvent({ day: "2026-12-05", title: "First come" }));
  expect(await refusal(callEvent(site, "GET", `${plain}/draw`))).toMatchObject({ status: 404 });
});

test("[DAY-05] an event that was moved nearer than its draw is drawn an hour before it starts, and says so", async () => {
  const host = await newcomer(site, { groups: ["Admins"] });
  const [id = ""] = await makeDrawn(host, { socialEventId: "2026-12-05-moved", title: "Moved" });
  await site.app.db.execute(sql`update social_events set draw_at = starts_at + interval '1 day' where id = ${id}`);
  const person = await newcomer(site);
  expect(await goes(id, person)).toMatchObject({ draw: { state: "open", at: "2026-12-05T22:00:00.000Z" } });
  expect(await drawOn(site, "2026-12-05T21:59:59Z")).toBe(0);
  expect(await drawOn(site, "2026-12-05T22:00:00Z")).toBe(1);
  expect(await stateOf(id, person)).toMatchObject({ answer: "going" });
});
