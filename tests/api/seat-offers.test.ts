import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { getPersonalCalendar, hashSecret } from "#src/features/events/calendar/queries.server.ts";
import { moveOffers } from "#src/features/events/waiting-list/commands/offers.server.ts";
import type { WaitingHistory } from "#src/features/events/waiting-list/schema.ts";
import { readViewer } from "#src/features/identity/queries.server.ts";
import { readProfile } from "#src/features/profile/queries/profile.server.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { answer, callEvent, expectTrueCounts, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

// 10 AM on the beach, and 10:30 PM of the same Saturday.
let day: TestSite;
let night: TestSite;
let made = 0;

beforeAll(async () => {
  day = await startTestSite({ RATE_LIMIT_FACTOR: "10000" });
  night = await startTestSite({ RATE_LIMIT_FACTOR: "10000", NOW: "2026-11-22T03:30:00Z" });
});
afterAll(async () => {
  await day.close();
  await night.close();
});

type Person = Awaited<ReturnType<typeof newcomer>>;

/** A full event with one place, who has it, and people who wait for it. */
async function fullEvent(site: TestSite, at: { day: string; startTime: string }, waiting: number) {
  made += 1;
  const { id } = await site.addEvent(makeEvent({ title: `Full ${made}`, capacity: 1, ...at }));
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  const people: Person[] = [];
  for (let index = 0; index < waiting; index += 1) {
    const person = await newcomer(site);
    await rsvpState(answer(site, id, person.token, "going"));
    people.push(person);
  }
  return { id, goer, people: people as [Person, Person, Person] };
}

const EVENING = { day: "2026-11-21", startTime: "18:00" };
const NOON = { day: "2026-11-21", startTime: "12:00" };
const stateOf = (site: TestSite, id: string, { token }: Person) =>
  rsvpState(callEvent(site, "GET", `${id}/rsvp`, { as: token }));
const leaves = (site: TestSite, id: string, { token }: Person) => rsvpState(answer(site, id, token, "not_going"));

/** The mails sent during `work`. */
async function mailsOf(site: TestSite, work: () => Promise<unknown>): Promise<[to: string, subject: string][]> {
  const before = (await site.mails()).length;
  await work();
  return (await site.mails()).slice(before).map(({ to, subject }) => [to, subject.split(":")[0] ?? ""]);
}

async function history(site: TestSite, id: string, { token }: Person): Promise<string[]> {
  const answered = await callEvent(site, "GET", `${id}/waiting-list`, { as: token });
  return ((await answered.json()) as WaitingHistory).entries.map(({ what }) => what);
}

test("[DAY-05] more than 24 hours ahead a free seat goes to the next person at once", async () => {
  const { id, goer, people } = await fullEvent(day, { day: "2026-11-28", startTime: "18:00" }, 1);
  await leaves(day, id, goer);
  expect(await stateOf(day, id, people[0])).toMatchObject({ answer: "going", waiting: null, offer: null });
  expect(await history(day, id, people[0])).toEqual(["joined", "promoted"]);
});

test("[DAY-05] within 24 hours the next person is offered the seat for 30 minutes, and it is kept for them", async () => {
  const { id, goer, people } = await fullEvent(day, EVENING, 2);
  const [first, second] = people;
  const mails = await mailsOf(day, () => leaves(day, id, goer));
  expect(mails).toEqual([[first.email, "A space is kept for you until 10"]]);
  expect(await stateOf(day, id, first)).toMatchObject({ answer: null, offer: { kind: "offer", time: "10:30 AM EST" } });
  expect(await stateOf(day, id, second)).toMatchObject({ waiting: { place: 2 }, offer: null });
  // The mail and the host's page tell the same time; guests are not told of others' offers.
  expect((await day.mails()).findLast(({ to }) => to === first.email)?.text).toContain(
    "by 10:30 AM EST and it’s yours",
  );
  const organizer = await day.tokenFor(["Admins"]);
  const seen = async (as: string) => (await rsvpState(callEvent(day, "GET", `${id}/rsvp`, { as }))).seatNews;
  expect([await seen(organizer), await seen(first.token)]).toEqual([
    "A free space is kept for the next person until 10:30 AM EST.",
    undefined,
  ]);
  // Neither the second in line nor a newcomer passes.
  expect(await rsvpState(answer(day, id, second.token, "going"))).toMatchObject({ waiting: { place: 2 } });
  const other = await newcomer(day);
  expect(await rsvpState(answer(day, id, other.token, "going"))).toMatchObject({ waiting: { place: 3 } });
  expect(await rsvpState(answer(day, id, first.token, "going"))).toMatchObject({ answer: "going", waiting: null });
  expect(await history(day, id, first)).toEqual(["joined", "offered", "accepted"]);
  await expectTrueCounts(day, id);
});

test("[DAY-05] an offer that nobody takes goes on to the next person, who stays behind those not asked yet", async () => {
  const { id, goer, people } = await fullEvent(day, EVENING, 3);
  const [first, second, third] = people;
  await leaves(day, id, goer);
  const expire = () =>
    day.app.db.execute(sql`update seat_offers set expires_at = ${day.app.clock.now().toISOString()}::timestamptz
      where event_id = ${id} and outcome = 'open'`);
  await expire();
  expect(await refusal(answer(day, id, first.token, "going"))).toMatchObject({ status: 409 });
  await moveOffers(day.app);
  expect(await stateOf(day, id, second)).toMatchObject({ offer: { kind: "offer" }, waiting: { place: 1 } });
  expect(await stateOf(day, id, first)).toMatchObject({ offer: null, waiting: { place: 3 } });
  // Leaving gives the seat on at once.
  await leaves(day, id, second);
  expect(await stateOf(day, id, third)).toMatchObject({ offer: { kind: "offer" } });
  await expire();
  await moveOffers(day.app);
  // Everybody was asked once, so it is the first one's turn again.
  expect(await stateOf(day, id, first)).toMatchObject({ offer: { kind: "offer" } });
  expect(await history(day, id, first)).toEqual(["joined", "offered", "expired", "offered"]);
  expect(await history(day, id, second)).toEqual(["joined", "offered", "left"]);
});

/** The site at another moment. */
const siteAt = (site: TestSite, moment: string) => {
  const now = new Date(moment);
  return { ...site.app, clock: { ...site.app.clock, now: () => now } };
};

/** What the dashboard says about seats, newest first. */
async function seatNews(app: TestSite["app"], { token }: Person): Promise<(string | undefined)[]> {
  const viewer = await readViewer(day.app, `Bearer ${token}`);
  const account = viewer.ok ? requireSignedIn(viewer.value) : viewer;
  if (!account.ok) throw new Error(account.failure.message);
  return (await readProfile(app, app.db, account.value)).notices.map(({ words }) => words);
}

test("[DAY-05, DASH-05] the dashboard says what became of an offered seat, and nothing once it is settled", async () => {
  const { id, goer, people } = await fullEvent(day, EVENING, 3);
  const [first, second, third] = people;
  await leaves(day, id, goer);
  expect(await seatNews(day.app, first)).toEqual(["A space is kept for you until 10:30 AM EST."]);
  // The offer is over, also before the job has seen it.
  const late = siteAt(day, "2026-11-21T15:31:00Z");
  const missed = "You did not take the space in time. You are still on the waiting list.";
  expect(await seatNews(late, first)).toEqual([missed]);
  await moveOffers(late);
  expect([await seatNews(late, first), await seatNews(late, second)]).toEqual([
    [missed],
    ["A space is kept for you until 11:01 AM EST."],
  ]);
  // Declined, then taken: neither person needs to be told.
  await leaves(day, id, second);
  expect(await rsvpState(answer(day, id, third.token, "going"))).toMatchObject({ answer: "going" });
  expect([await seatNews(late, second), await seatNews(late, third)]).toEqual([[], []]);
  const started = siteAt(day, "2026-11-21T23:01:00Z");
  expect(await seatNews(started, first)).toEqual(["The event has started, and no space opened up for you."]);
});

test("[DAY-05] after the start nobody is offered a seat, and the event leaves the calendars of those who waited", async () => {
  const { id, goer, people } = await fullEvent(day, NOON, 1);
  const [first] = people;
  const started = siteAt(day, "2026-11-21T17:01:00Z");
  await day.app.db.execute(sql`delete from event_rsvps where event_id = ${id} and user_id = ${goer.userId}`);
  await day.app.db.execute(sql`update social_events set going_count = 0 where id = ${id}`);
  await moveOffers(started);
  expect(await stateOf(day, id, first)).toMatchObject({ waiting: { place: 1 }, offer: null });
  await moveOffers(day.app);
  expect(await stateOf(day, id, first)).toMatchObject({ offer: { kind: "first_come" } });
  const secret = "s".repeat(43);
  await day.app.db.execute(sql`insert into calendar_links (sub, secret_hash, created_at)
    select sub, ${hashSecret(secret)}, now() from accounts where user_id = ${first.userId}`);
  const calendarAt = async (app: TestSite["app"]) => {
    const calendar = await getPersonalCalendar(app, secret);
    return calendar.ok && calendar.value.includes(id);
  };
  expect([await calendarAt(day.app), await calendarAt(started)]).toEqual([true, false]);
});

test("[DAY-05] no offer is made from 9 PM to 8 AM; the morning makes it", async () => {
  const { id, goer, people } = await fullEvent(night, { day: "2026-11-22", startTime: "18:00" }, 1);
  expect(await mailsOf(night, () => leaves(night, id, goer))).toEqual([]);
  await moveOffers(night.app);
  expect(await stateOf(night, id, people[0])).toMatchObject({ waiting: { place: 1 }, offer: null });
  const organizer = await night.tokenFor(["Admins"]);
  expect((await rsvpState(callEvent(night, "GET", `${id}/rsvp`, { as: organizer }))).seatNews).toBe(
    "In the last day before the start, free spaces are offered from 8 AM to 9 PM EST.",
  );
  const at = (moment: string) =>
    moveOffers({ ...night.app, clock: { ...night.app.clock, now: () => new Date(moment) } });
  await at("2026-11-22T12:59:00Z");
  expect((await stateOf(night, id, people[0])).offer).toBeNull();
  await at("2026-11-22T13:00:00Z");
  expect((await stateOf(night, id, people[0])).offer).toMatchObject({ kind: "offer", time: "8:30 AM EST" });
});

test("[DAY-05] in the last 3 hours everybody who waits is told, and the first to accept has the seat", async () => {
  const { id, goer, people } = await fullEvent(day, NOON, 3);
  const [first, second, third] = people;
  const mails = await mailsOf(day, () => leaves(day, id, goer));
  expect(mails.map(([to]) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  expect(new Set(mails.map(([, subject]) => subject))).toEqual(new Set(["A space is free"]));
  expect(await rsvpState(answer(day, id, third.token, "going"))).toMatchObject({ answer: "going" });
  expect(await refusal(answer(day, id, first.token, "going"))).toMatchObject({
    status: 409,
    message: expect.stringContaining("still on the waiting list"),
  });
  expect(await history(day, id, second)).toEqual(["joined", "told", "taken"]);
  // The next free seat is offered again. Giving it up and taking it back, again and again, mails nobody.
  const again = await mailsOf(day, async () => {
    for (let round = 0; round < 3; round += 1) {
      await leaves(day, id, third);
      expect(await stateOf(day, id, first)).toMatchObject({ offer: { kind: "first_come" } });
      await rsvpState(answer(day, id, third.token, "going"));
      expect(await rsvpState(answer(day, id, third.token, "going"))).toMatchObject({ answer: "going" });
    }
  });
  expect(again).toEqual([]);
});

test("[DAY-05] 500 people accept one seat at once: one of them has it", async () => {
  const { id, goer } = await fullEvent(day, NOON, 0);
  const people = await Promise.all(Array.from({ length: 500 }, () => newcomer(day)));
  await day.app.db.execute(sql`insert into waiting_list (event_id, user_id, ticket, joined_at)
    select ${id}, user_id, ticket, now() from unnest(${sql.param(people.map(({ userId }) => userId))}::text[])
      with ordinality as waiting(user_id, ticket)`);
  await day.app.db.execute(sql`update social_events set waiting_count = 500, last_ticket = 500 where id = ${id}`);
  await leaves(day, id, goer);
  const statuses = await Promise.all(people.map(async ({ token }) => (await answer(day, id, token, "going")).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(499);
  expect(await expectTrueCounts(day, id)).toEqual({ going: 1, waiting: 499 });
});
