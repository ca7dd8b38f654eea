import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import type { Mark } from "#src/features/events/door/schema.ts";
import { callEvent } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: { token: string; userId: string };
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  host = await site.signedIn({ email: "door-host@example.com" });
});
afterAll(() => site.close());

const overEvent = (title: string) =>
  site.addEvent(makeEvent({ day: "2026-11-19", title, hostUserId: host.userId }), { going: 5 });

type Said = { readonly going: number; readonly came?: number };
/** What a visitor reads. */
async function said(id: string): Promise<Said> {
  const answer = await site.fetch(`/api/social-events?id=${id}`);
  return ((await answer.json()) as { socialEvents: { Item: Said } }).socialEvents.Item;
}

const mark = (more: Partial<Mark>): Mark => ({ id: randomUUID(), presence: "here", guests: 0, ...more });
const walkIn = (guests = 0): Mark => mark({ walkIn: { id: randomUUID(), name: "Flo" }, guests });
const send = (id: string, marks: readonly Mark[]) =>
  callEvent(site, "POST", `${id}/door`, { as: host.token, body: { marks } });

test("[EVT-11] an event says how many were marked at the door, guests and walk-ins included; without a mark it says nothing", async () => {
  const { id } = await overEvent("Counted Paddle");
  expect(await said(id)).toMatchObject({ going: 5 });
  expect(await said(id)).not.toHaveProperty("came");
  const { userId } = await site.addUser();
  await site.app.db.execute(
    sql`insert into event_rsvps (event_id, user_id, answer) values (${id}, ${userId}, 'going')`,
  );
  await send(id, [mark({ userId, guests: 2 }), walkIn(), walkIn(1)]);
  expect((await said(id)).came).toBe(6);
  // A slip that the host takes back.
  await send(id, [mark({ userId, presence: "away" })]);
  expect((await said(id)).came).toBe(3);
});

test("[EVT-11] a person who goes with their account no longer counts; nobody is left to count: nothing is said", async () => {
  const { id } = await overEvent("Forgotten Paddle");
  const { userId } = await site.addUser();
  const here = { eventId: id, id: userId, userId, presence: "here", guests: 1, markedAt: new Date() } as const;
  await site.app.db.insert(eventAttendance).values(here);
  expect((await said(id)).came).toBe(2);
  await site.app.db.execute(sql`delete from users where user_id = ${userId}`);
  expect(await said(id)).not.toHaveProperty("came");
});

test("[EVT-11] marks of one event that are made at the same moment are all counted", async () => {
  const { id } = await overEvent("Crowded Paddle");
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(id, [walkIn()])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await said(id)).came).toBe(12);
});
