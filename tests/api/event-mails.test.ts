import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { HeldEvents } from "#src/features/events/review/schema/held-events.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let admin: Person;
let host: Person;
let made = 0;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await newcomer(site, { groups: ["Admins"] });
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

async function addEvent(event: Partial<Parameters<typeof makeEvent>[0]> = {}): Promise<string> {
  made += 1;
  const facts = { day: "2026-11-28", title: `Net ${made}`, hostUserId: host.userId, ...event };
  return (await site.addEvent(makeEvent(facts))).id;
}
const change = async (id: string, body: object, as = host.token) =>
  expect((await callEvent(site, "PATCH", id, { as, body })).status).toBe(200);
async function mailsWhile({ email }: { email: string }, work: () => Promise<unknown>) {
  const before = (await site.mails()).length;
  await work();
  return (await site.mails()).slice(before).filter(({ to }) => to === email);
}

test("[DASH-06] another length is told as another length, and not as another time", async () => {
  const id = await addEvent({ lengthMinutes: 120 });
  const guest = await newcomer(site);
  await rsvpState(answer(site, id, guest.token, "going"));
  const [mail] = await mailsWhile(guest, () => change(id, { lengthMinutes: 180 }));
  expect(mail?.text).toContain("It starts as planned, but its length has changed.");
  expect(mail?.text).toContain("6:00 PM to 9:00 PM");
  expect(mail?.text).not.toContain("It was planned for");
  const [moved] = await mailsWhile(guest, () => change(id, { time: "19:00" }));
  expect(moved?.text).toContain("It was planned for Saturday, November 28, 2026, 6:00 PM.");
  expect(moved?.text).not.toContain("length");
});

test("[DASH-06] who moves up from behind a party that is too large is not said to have been first", async () => {
  const id = await addEvent({ capacity: 1, guestsPerPerson: 3 });
  const [going, party, single] = [await newcomer(site), await newcomer(site), await newcomer(site)];
  await rsvpState(answer(site, id, going.token, "going"));
  await rsvpState(answer(site, id, party.token, "going", 2));
  await rsvpState(answer(site, id, single.token, "going"));
  const [mail] = await mailsWhile(single, () => rsvpState(answer(site, id, going.token, "not_going")));
  expect(mail?.subject).toMatch(/^A space is yours: /);
  expect(mail?.text).toContain("A space opened up for you on the waiting list. You are going.");
  expect(mail?.text).not.toContain("first");
});

test("[CREATE-09, EVT-09] a host reads who can see the published event: members, when it is for close friends", async () => {
  const published = async (generalPublic: boolean) => {
    const id = await addEvent({ held: true, generalPublic });
    const response = await site.fetch("/api/admin/events", { as: admin.token });
    const { heldEvents } = (await response.json()) as HeldEvents;
    const version = heldEvents.find(({ event }) => event.socialEventId === id)?.version;
    const [mail] = await mailsWhile(host, async () =>
      expect((await site.post(`/api/admin/events/${id}/publish`, { version }, admin.token)).status).toBe(200),
    );
    return mail?.text;
  };
  expect(await published(true)).toContain("Everyone can see it and RSVP now.");
  expect(await published(false)).toContain("Members can see it and RSVP now.");
});

test("[SAFE-11] organizers are told once of a change that waits, and again when it comes back after a refusal", async () => {
  const unknown = await newcomer(site);
  const id = await addEvent({ title: "Low Tide", hostUserId: unknown.userId });
  const [mail, ...more] = await mailsWhile(admin, async () => {
    await change(id, { location: "The jetty" }, unknown.token);
    await change(id, { location: "The long jetty" }, unknown.token);
  });
  expect([mail?.subject, more]).toEqual(["A change is waiting for you: Low Tide", []]);
  expect(mail?.text).toContain("/admin?tab=events");
  expect(mail?.text).toContain("Saturday, November 28, 2026");
  expect((mail?.text ?? "") + (mail?.html ?? "")).not.toContain("jetty");
  const withdrawn = await mailsWhile(admin, async () => {
    expect((await callEvent(site, "DELETE", `${id}/change`, { as: unknown.token })).status).toBe(200);
    await change(id, { location: "The short jetty" }, unknown.token);
  });
  expect(withdrawn).toEqual([]);
  await site.app.db.execute(
    sql`update event_changes set refused_at = now(), refusal_reason = 'No.' where event_id = ${id}`,
  );
  const again = await mailsWhile(admin, () => change(id, { location: "The old pier" }, unknown.token));
  expect(again.map(({ subject }) => subject)).toEqual(["A change is waiting for you: Low Tide"]);
  // A change at once waits for nobody.
  expect(await mailsWhile(admin, () => change(id, { spaces: 9 }, unknown.token))).toEqual([]);
});

test("[DAY-09, DAY-10] a message after the event has no link to cancel a place; before it, a guest without an account has one", async () => {
  const id = await addEvent();
  const { userId, email } = await site.addUser({ email: "no.account@example.com" });
  await site.app.db.execute(
    sql`insert into event_rsvps (event_id, user_id, answer) values (${id}, ${userId}, 'going')`,
  );
  const write = async () => {
    const body = { id: randomUUID(), groups: ["going"], body: "Thanks for coming." };
    expect((await callEvent(site, "POST", `${id}/messages`, { as: host.token, body })).status).toBe(200);
  };
  const to = { email: email ?? "" };
  const [before] = await mailsWhile(to, write);
  expect(before?.text).toContain("See or cancel my space");
  await site.app.db.execute(sql`update social_events
    set day = '2026-11-20', starts_at = starts_at - interval '8 days' where id = ${id}`);
  const [after] = await mailsWhile(to, write);
  expect(after?.text).toContain("Thanks for coming.");
  expect((after?.text ?? "") + (after?.html ?? "")).not.toMatch(/cancel my space|\/place#/);
});
