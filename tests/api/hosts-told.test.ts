import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { settleHolds } from "#src/features/events/decision/commands.server.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let admin: Person;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await newcomer(site, { groups: ["Admins"] });
});
afterAll(() => site.close());

/** An event of a host and a co-host, neither of whom comes. */
async function hosted(event: Partial<Parameters<typeof makeEvent>[0]> = {}) {
  made += 1;
  const [host, coHost] = [await newcomer(site, { groups: ["Members"] }), await newcomer(site, { groups: ["Members"] })];
  const facts = { day: "2026-11-28", title: `Hosted ${made}`, hostUserId: host.userId, ...event };
  const { id } = await site.addEvent(makeEvent(facts));
  await site.app.db.execute(sql`insert into event_co_hosts (event_id, user_id, named_at)
    values (${id}, ${coHost.userId}, ${site.app.clock.now().toISOString()})`);
  return { host, coHost, id, title: facts.title };
}

/** The mails that were sent to these people while something was done. */
async function mailsWhile(people: readonly Person[], work: () => Promise<unknown>) {
  const before = (await site.mails()).length;
  await work();
  return (await site.mails()).slice(before).filter(({ to }) => people.some(({ email }) => email === to));
}
const change = async (id: string, { token }: Person, body: object) =>
  expect((await callEvent(site, "PATCH", id, { as: token, body })).status).toBe(200);
const decide = async (id: string, { token }: Person, body: object) =>
  expect((await callEvent(site, "PUT", `${id}/decision`, { as: token, body })).status).toBe(200);
const noticesOf = async ({ token }: Person) =>
  ((await (await site.fetch("/api/profile", { as: token })).json()) as Profile).notices.map(({ kind }) => kind);
const weather = (outcome: "runs" | "called_off") => ({
  reason: "weather",
  decidesAt: new Date(site.app.clock.now().getTime() + 3_600_000).toISOString(),
  default: outcome,
});
const hold = (outcome: "runs" | "called_off") => ({ decision: "hold", ...weather(outcome) });

test("[DAY-09, DAY-12] hosts are told what an organizer changes and cancels, by mail and notice, and not what they did themselves", async () => {
  const { host, coHost, id, title } = await hosted();
  const moved = await mailsWhile([host, coHost], () => change(id, admin, { time: "19:00" }));
  expect(moved.map(({ to }) => to).toSorted()).toEqual([host.email, coHost.email].toSorted());
  expect(moved[0]).toMatchObject({ subject: expect.stringMatching(/^Changed: Hosted .+7:00 PM/) });
  expect(moved[0]?.text).toContain("You host this event, so you can change it on the event's page.");
  expect(moved[0]?.text).toContain("You get this because you host this event.");
  expect(moved[0]?.text).not.toContain("Your RSVP");
  expect(await noticesOf(host)).toEqual(["event_changed"]);

  const own = await mailsWhile([host, coHost], () => change(id, host, { time: "20:00" }));
  expect(own.map(({ to }) => to)).toEqual([coHost.email]);
  const canceled = await mailsWhile([host, coHost], () => change(id, coHost, { status: "cancelled" }));
  expect(canceled).toMatchObject([{ to: host.email, subject: `Canceled: ${title}, Saturday 8:00 PM` }]);
  expect(canceled[0]?.text).toContain("You host this event. If it should run after all, say so on the event's page.");
  expect(canceled[0]?.text).not.toContain("you can change it");
  expect(await noticesOf(host)).toEqual(["event_cancelled", "event_changed"]);
  expect(await noticesOf(coHost)).toEqual(["event_changed", "event_changed"]);
});

test("[DAY-04] a host who ends a hold that an organizer began is not told of it anymore", async () => {
  const { host, coHost, id } = await hosted();
  const mails = await mailsWhile([host, coHost], async () => {
    await decide(id, admin, hold("runs"));
    await decide(id, host, { decision: "runs" });
  });
  expect(mails).toEqual([]);
  expect([await noticesOf(host), await noticesOf(coHost)]).toEqual([[], []]);
});

test("[DAY-04] a canceled event that is on hold again may take place, which is not said to be certain", async () => {
  const { host, coHost, id } = await hosted();
  await change(id, host, { status: "cancelled" });
  const [mail] = await mailsWhile([coHost], () => decide(id, host, hold("called_off")));
  expect(mail?.subject).toMatch(/^On hold: /);
  expect(mail?.text).toContain("It may take place after all.");
  expect(mail?.text).not.toContain("back on");
  const [again] = await mailsWhile([coHost], () => decide(id, host, { decision: "runs" }));
  expect(again?.text).toContain("It’s on, as planned.");
});

test("[SAFE-11] of a change that is published the other hosts are told; its author reads of the decision", async () => {
  const { host, coHost, id } = await hosted();
  await site.app.db.execute(sql`update accounts set groups = '{}' where user_id in (${host.userId}, ${coHost.userId})`);
  await change(id, host, { time: "19:00" });
  const queue = (await (await site.fetch("/api/admin/event-changes", { as: admin.token })).json()) as {
    changes: { event: { socialEventId: string }; version: string }[];
  };
  const version = queue.changes.find(({ event }) => event.socialEventId === id)?.version;
  const mails = await mailsWhile([host, coHost], () =>
    site.post(`/api/admin/event-changes/${id}/publish`, { version }, admin.token),
  );
  expect(mails.map(({ to, subject }) => `${to} ${subject.split(":")[0]}`).toSorted()).toEqual(
    [`${host.email} Your change is published`, `${coHost.email} Changed`].toSorted(),
  );
});

// The last: its mails are of a later moment.
test("[DAY-04, DAY-12] hosts are told of a hold over the whole beach, of what becomes of it, and once when they come too", async () => {
  const { host, coHost, id } = await hosted({ day: "2026-11-21" });
  await rsvpState(answer(site, id, host.token, "going"));
  const held = await mailsWhile([host, coHost], async () => {
    expect((await site.post("/api/admin/beach-board/hold", weather("called_off"), admin.token)).status).toBe(200);
  });
  expect(held.map(({ to, subject }) => `${to} ${subject.split(":")[0]}`).toSorted()).toEqual(
    [host, coHost].map(({ email }) => `${email} On hold`).toSorted(),
  );
  const ofGuest = held.find(({ to }) => to === host.email)?.text;
  expect(ofGuest).toContain("Your RSVP stays as it is. You can change it on the event's page.");
  expect(ofGuest).not.toContain("If the change");
  const later = new Date(site.app.clock.now().getTime() + 2 * 3_600_000);
  site.app.clock.now = () => later;
  const settled = await mailsWhile([coHost], () => settleHolds(site.app));
  expect(settled.map(({ subject }) => subject.split(":")[0])).toEqual(["Canceled"]);
});
