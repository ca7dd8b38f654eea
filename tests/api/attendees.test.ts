import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { AttendeePage } from "#src/features/events/rsvps/schema.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}, answers: { going?: number } = {}) {
  made += 1;
  return (await site.addEvent(makeEvent({ day: "2026-11-28", title: `Event ${made}`, ...event }), answers)).id;
}
const read = (id: string, as?: string) => rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as }));

const attendees = (id: string, as?: string, after = "") =>
  callEvent(site, "GET", `${id}/attendees${after && `?after=${encodeURIComponent(after)}`}`, { as });

test("[DASH-03] who comes: for members, organizers, and women whose profile is complete; the others are told what first", async () => {
  const id = await addEvent();
  const people = await Promise.all([
    newcomer(site, { groups: ["Members"] }),
    newcomer(site, { groups: ["Admins"] }),
    newcomer(site, { user: { zsex: "female" } }),
    newcomer(site, { user: { zsex: "female", phone: "" } }),
    newcomer(site, { user: { zsex: "", phone: "9045550199" } }),
    newcomer(site, { user: { zsex: "male" } }),
  ]);
  const seen = await Promise.all(
    people.map(async ({ token }) => [(await read(id, token)).attendees, (await attendees(id, token)).status]),
  );
  expect(seen).toEqual([
    ["allowed", 200],
    ["allowed", 200],
    ["allowed", 200],
    ["profile", 403],
    ["profile", 403],
    ["subscribe", 403],
  ]);
  expect(await refusal(attendees(id))).toMatchObject({ status: 401 });
  expect((await read(id)).attendees).toBe("sign_in");
});

test("[DASH-03, DASH-06] names only: who goes first, then who may come, in the order of their answers", async () => {
  const id = await addEvent({ capacity: 1000 });
  const reader = await newcomer(site, { groups: ["Members"] });
  const say = async (firstName: string, wish: string) => {
    const person = await newcomer(site, { user: { firstName, lastName: "Lee", phone: "9045559876" } });
    await rsvpState(answer(site, id, person.token, wish));
  };
  for (const [name, wish] of [
    ["Mia", "maybe"],
    ["Gus", "going"],
    ["Nina", "not_going"],
    ["Gail", "going"],
    ["Moe", "maybe"],
  ] as const)
    await say(name, wish);
  const page = await attendees(id, reader.token);
  const text = await page.text();
  expect(JSON.parse(text)).toEqual({
    attendees: [
      { name: "Gus Lee", answer: "going", guests: 0 },
      { name: "Gail Lee", answer: "going", guests: 0 },
      { name: "Mia Lee", answer: "maybe", guests: 0 },
      { name: "Moe Lee", answer: "maybe", guests: 0 },
    ],
    total: 4,
    next: null,
  });
  expect(text).not.toMatch(/@|904555/);
});

test("[DASH-03] a long list of names is read in pages of 50, each name once", async () => {
  const id = await addEvent({ capacity: 1000 }, { going: 60 });
  await site.app.db.execute(
    sql`update event_rsvps set answer = 'maybe' where event_id = ${id} and user_id in (
      select user_id from event_rsvps where event_id = ${id} order by user_id limit 55)`,
  );
  await site.app.db.execute(sql`update social_events set going_count = 5 where id = ${id}`);
  // All at the same moment: the order among them must hold still.
  await site.app.db.execute(
    sql`update event_rsvps set answered_at = '2026-11-20T10:00:00.123456Z' where event_id = ${id}`,
  );
  const reader = await newcomer(site, { groups: ["Members"] });
  const first = (await (await attendees(id, reader.token)).json()) as AttendeePage;
  expect([first.attendees.length, first.total]).toEqual([50, 60]);
  const second = (await (await attendees(id, reader.token, first.next ?? "")).json()) as AttendeePage;
  expect([second.attendees.length, second.next]).toEqual([10, null]);
  expect(new Set([...first.attendees, ...second.attendees].map(({ name }) => name)).size).toBe(60);
  for (const after of ["x", "W10", Buffer.from('[2,1,"a"]').toString("base64url")])
    expect((await attendees(id, reader.token, after)).status).toBe(400);
});

test("[EVT-09] who comes to an event for close friends is for members", async () => {
  const id = await addEvent({ generalPublic: false });
  const member = await newcomer(site, { groups: ["Members"] });
  const woman = await newcomer(site, { user: { zsex: "female" } });
  expect((await attendees(id, member.token)).status).toBe(200);
  expect(await refusal(attendees(id, woman.token))).toMatchObject({ status: 404 });
});

test("[DASH-03, EVT-08] a host without a membership reads their own event's place and guests, and nobody else's", async () => {
  const host = await newcomer(site, { user: { zsex: "male" } });
  const place = { membersOnlyLocation: true, location: "Pier 4", privateLocation: "Gate 77" };
  const own = await addEvent({ ...place, hostUserId: host.userId }, { going: 2 });
  const other = await addEvent(place);
  const item = async (id: string) => {
    const answered = await site.fetch(`/api/social-events?id=${id}`, { as: host.token });
    return ((await answered.json()) as { socialEvents: { Item: Record<string, unknown> } }).socialEvents.Item;
  };
  expect(await item(own)).toMatchObject({ location: "Pier 4", privateLocation: "Gate 77" });
  expect((await item(other))["location"]).toBe("join group for location");
  expect(await item(other)).not.toHaveProperty("privateLocation");
  expect((await read(own, host.token)).attendees).toBe("allowed");
  expect(((await (await attendees(own, host.token)).json()) as AttendeePage).total).toBe(2);
  expect((await attendees(other, host.token)).status).toBe(403);
});
