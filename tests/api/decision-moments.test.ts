import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { settleHolds } from "#src/features/events/decision/commands.server.ts";
import type { HeldEvents } from "#src/features/events/review/schema/held-events.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const QUEUE = "/api/admin/events";

// 10 AM of Saturday, November 21, at the beach.
let site: TestSite;
let admin: string;
let host: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

/** An event that takes place with eight people, decided so many minutes from now. */
async function addHold(event: Partial<Parameters<typeof makeEvent>[0]>, minutes: number): Promise<string> {
  const decidesAt = new Date(site.app.clock.now().getTime() + minutes * 60_000);
  const hold = { decision: "hold", holdReason: "minimum", decisionDefault: "runs", minimumGoing: 8 } as const;
  const made = makeEvent({ day: "2026-11-22", hostUserId: host.userId, ...hold, decidesAt, ...event });
  return (await site.addEvent(made)).id;
}
const decisionOf = async (id: string) => (await rsvpState(callEvent(site, "GET", `${id}/rsvp`))).decision;

async function publish(id: string): Promise<void> {
  const { heldEvents } = (await (await site.fetch(QUEUE, { as: admin })).json()) as HeldEvents;
  const version = heldEvents.find(({ event }) => event.socialEventId === id)?.version;
  expect((await site.post(`${QUEUE}/${id}/publish`, { version }, admin)).status).toBe(200);
}

async function move(id: string, body: object): Promise<EventView> {
  const response = await callEvent(site, "PATCH", id, { as: host.token, body });
  expect(response.status).toBe(200);
  return ((await response.json()) as { socialEvents: { Item: EventView } }).socialEvents.Item;
}

test("[DAY-04, CREATE-09] an event that is published after its moment is decided when people could answer, or runs if it began", async () => {
  const late = await addHold({ title: "Late", startTime: "06:00", held: true }, -4 * 60);
  const inTime = await addHold({ title: "In time", startTime: "18:00", held: true }, 8 * 60);
  const begun = await addHold({ title: "Begun", day: "2026-11-21", startTime: "09:00", held: true }, -120);
  for (const id of [late, inTime, begun]) await publish(id);
  expect(await settleHolds(site.app)).toBe(0);
  expect(await decisionOf(late)).toMatchObject({ state: "hold", day: "2026-11-22", time: "5:30 AM", minimum: 8 });
  expect(await decisionOf(inTime)).toMatchObject({ state: "hold", day: "2026-11-21", time: "6:00 PM" });
  const { rows } = await site.app.db.execute(sql`select decision, status from social_events where id = ${begun}`);
  expect(rows).toEqual([{ decision: "runs", status: "scheduled" }]);
});

test("[DAY-04] an event that is moved nearer is not decided by a moment that passed before anyone could know of it", async () => {
  const id = await addHold({ title: "Moved", startTime: "18:00" }, 8 * 60);
  expect((await move(id, { time: "09:00" })).decision).toMatchObject({ day: "2026-11-22", time: "8:30 AM" });
  expect(await settleHolds(site.app)).toBe(0);
  expect(await decisionOf(id)).toMatchObject({ state: "hold", minimum: 8 });
  // Its moment passed while it was postponed: only its new start says when it can be decided.
  const postponed = await addHold({ title: "Postponed", startTime: "18:00", status: "postponed" }, -4 * 60);
  expect((await move(postponed, { time: "20:00" })).decision).toMatchObject({ day: "2026-11-22", time: "7:30 PM" });
});

test.each([
  ["at the start", 0, { decisionDefault: "called_off" }, "Canceled"],
  ["after an outage over the start", 15, { decisionDefault: "runs", minimumGoing: null }, "It’s on"],
] as const)("[DAY-04] who comes hears of a hold that ends %s", async (when, late, wish, subject) => {
  const id = await addHold({ title: `Lightning ${when}`, day: "2026-11-21", startTime: "10:30", ...wish }, 30);
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  const before = (await site.mails()).length;
  const now = site.app.clock.now();
  site.app.clock.now = () => new Date(now.getTime() + (30 + late) * 60_000);
  try {
    expect(await settleHolds(site.app)).toBe(1);
    const mails = (await site.mails()).slice(before).filter(({ to }) => to === goer.email);
    expect(mails.map((mail) => mail.subject.split(":")[0])).toEqual([subject]);
  } finally {
    site.app.clock.now = () => now;
  }
});
