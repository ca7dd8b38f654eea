import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { queueReminders } from "#src/features/events/jobs.server.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let made = 0;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

// Now is 10 in the morning of November 21.
const TOMORROW_MORNING = { day: "2026-11-22", startTime: "08:00:00" };
const TOMORROW_EVENING = { day: "2026-11-22", startTime: "18:00:00" };

type EventOptions = Partial<Parameters<typeof makeEvent>[0]>;

async function addEvent(event: EventOptions = {}): Promise<string> {
  made += 1;
  return (await site.addEvent(makeEvent({ ...TOMORROW_MORNING, title: `Event ${made}`, ...event }))).id;
}

/** A person who answered "going" last week. */
async function goer(id: string, options: Parameters<typeof newcomer>[1] = {}, wish = "going") {
  const person = await newcomer(site, options);
  await rsvpState(answer(site, id, person.token, wish));
  await site.app.db.execute(
    sql`update event_rsvps set answered_at = '2026-11-14T12:00:00Z' where event_id = ${id} and user_id = ${person.userId}`,
  );
  await site.mails();
  return person;
}

/** The reminders that are sent when the job has run; what is done in between happens after it was queued. */
async function remind(meanwhile?: () => Promise<unknown>): Promise<string[][]> {
  const before = (await site.mails()).length;
  await queueReminders(site.app);
  await meanwhile?.();
  return (await site.mails()).slice(before).map(({ to, subject }) => [to, subject]);
}

test("[DASH-06] who goes to an event of the next 24 hours is reminded once, with weekday, time, zone, place and the way there", async () => {
  const id = await addEvent({ title: "Sunrise Run", location: "The pier", lengthMinutes: 60 });
  const later = await addEvent(TOMORROW_EVENING);
  const begun = await addEvent({ day: "2026-11-21", startTime: "20:00:00" });
  const ana = await goer(id);
  await goer(id, {}, "maybe");
  await goer(id, {}, "not_going");
  await goer(later);
  await goer(begun);
  const start = new Date(site.app.clock.now().getTime() - 60_000).toISOString();
  await site.app.db.execute(sql`update social_events set starts_at = ${start}::timestamptz where id = ${begun}`);
  expect(await remind()).toEqual([[ana.email, "Soon: Sunrise Run, Sunday 8:00 AM"]]);
  const mail = (await site.mails()).at(-1);
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain("Sunday, November 22, 2026, 8:00 AM to 9:00 AM EST");
    expect(body).toContain("The pier");
    expect(body).toContain(`http://sandbar.localhost/events/${id}`);
  }
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  // However often it runs, in however many processes.
  await Promise.all([queueReminders(site.app), queueReminders(site.app), queueReminders(site.app)]);
  expect(await remind()).toEqual([]);
});

test("[DASH-06] nobody is reminded of what they answered when the reminder was due already", async () => {
  const id = await addEvent();
  const ana = await newcomer(site);
  await rsvpState(answer(site, id, ana.token, "going"));
  await site.mails();
  expect(await remind()).toEqual([]);
});

test("[DASH-06] a reminder that waits is not sent to who does not go anymore, nor for a canceled, moved or closed event", async () => {
  const admin = await newcomer(site, { groups: ["Admins"] });
  const left = await addEvent();
  const ana = await goer(left);
  expect(await remind(async () => rsvpState(answer(site, left, ana.token, "not_going")))).toEqual([]);
  const secret = await addEvent({ generalPublic: false });
  const member = await goer(secret, { groups: ["Members"] });
  const leaves = () => site.app.db.execute(sql`update accounts set groups = '{}' where user_id = ${member.userId}`);
  expect(await remind(leaves)).toEqual([]);
  const canceled = await addEvent({ title: "Called off" });
  const ben = await goer(canceled);
  const cancel = () => callEvent(site, "PATCH", canceled, { as: admin.token, body: { status: "cancelled" } });
  expect(await remind(cancel)).toEqual([[ben.email, "Canceled: Called off, Sunday 8:00 AM"]]);
});

test("[DASH-06] an event that is moved reminds again, at its new time, and not of the old one", async () => {
  const admin = await newcomer(site, { groups: ["Admins"] });
  const id = await addEvent({ title: "Moving" });
  const ana = await goer(id);
  const move = (time: string) => () => callEvent(site, "PATCH", id, { as: admin.token, body: { time } });
  const moved = await remind(move("09:00"));
  expect(moved.map(([, subject]) => subject?.split(":")[0])).toEqual(["Changed"]);
  expect(await remind()).toEqual([[ana.email, "Soon: Moving, Sunday 9:00 AM"]]);
  expect(await remind()).toEqual([]);
});

test("[EVT-08] a reminder tells the place as far as its reader may know it", async () => {
  const id = await addEvent({ membersOnlyLocation: true, location: "North lot", privateLocation: "Ring 4417" });
  const [member, admin, user] = [
    await goer(id, { groups: ["Members"] }),
    await goer(id, { groups: ["Admins"] }),
    await goer(id),
  ];
  expect(await remind()).toHaveLength(3);
  const bodies = new Map((await site.mails()).slice(-3).map(({ to, text, html }) => [to, text + html]));
  for (const { email } of [member, admin]) expect(bodies.get(email)).toMatch(/North lot[\s\S]*Ring 4417/);
  expect(bodies.get(user.email)).not.toMatch(/North lot|4417/);
});

test("[DASH-06] who wants no reminders gets none", async () => {
  const id = await addEvent();
  const ana = await goer(id);
  await site.app.db.execute(sql`update mail_preferences set reminders = false where email = ${ana.email}`);
  expect(await remind()).toEqual([]);
});

test("[EVT-08] a mail to an account whose address is not proved anymore tells no members' secrets", async () => {
  const secret = { membersOnlyLocation: true, location: "Dune 7", privateLocation: "Gate 4417" };
  const id = await addEvent({ title: "Members' Dune", ...secret });
  const member = await goer(id, { groups: ["Members"] });
  const other = await goer(id, { groups: ["Members"] });
  await remind(() => site.app.db.execute(sql`update accounts set email_verified = false where sub = ${other.sub}`));
  const [proved, unproved] = await Promise.all(
    [member, other].map(async ({ email }) => (await site.mails()).filter(({ to }) => to === email).at(-1)),
  );
  expect(proved?.text).toContain("Gate 4417");
  expect(unproved?.text).toContain("Members' Dune");
  expect(`${unproved?.text}${unproved?.html}`).not.toMatch(/Gate 4417|Dune 7/);
});
