import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: Person;
let host: Person;
type Person = Awaited<ReturnType<typeof newcomer>>;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await newcomer(site, { groups: ["Admins"] });
  host = await newcomer(site);
});
afterAll(() => site.close());

type Item = Record<string, unknown> & { socialEventId: string };
type Created = { dbVal: Item; held: boolean; occurrences: string[] };

async function make(title: string, more: Record<string, unknown> = {}, as = admin.token): Promise<Created> {
  const response = await site.post("/api/social-events", newEvent(title, more), as);
  const said = (await response.json()) as Created;
  expect(response.status, JSON.stringify(said)).toBe(201);
  return said;
}

async function read(id: string): Promise<Item> {
  const response = await site.fetch(`/api/social-events?id=${id}`, { as: admin.token });
  const said = (await response.json()) as { socialEvents: { Item: Item } };
  return said.socialEvents.Item;
}

async function change(id: string, body: unknown, as = admin.token) {
  const response = await callEvent(site, "PATCH", id, { as, body });
  const said = (await response.json()) as { socialEvents: { Item: Item }; also: string[]; message?: string };
  expect(response.status, JSON.stringify(said)).toBe(200);
  return { item: said.socialEvents.Item, also: said.also };
}

async function mailsOf(work: () => Promise<unknown>) {
  const before = (await site.mails()).length;
  await work();
  return (await site.mails()).slice(before);
}

const fieldsOf = (ids: readonly string[], ...names: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const event = await read(id);
      return names.map((name) => event[name]);
    }),
  );

test("[CREATE-01, CREATE-02] a weekly event is one event for each week, at the same wall time across the change of the clocks", async () => {
  const { occurrences, dbVal } = await make("Sunday Run", {
    date: "2027-02-28",
    socialEventId: "2027-02-28-sunday-run",
    time: "7:00 AM",
    weeks: 4,
    spacesLeft: 10,
  });
  expect(dbVal.socialEventId).toBe("2027-02-28-sunday-run");
  expect(occurrences).toEqual([
    "2027-02-28-sunday-run",
    "2027-03-07-sunday-run",
    "2027-03-14-sunday-run",
    "2027-03-21-sunday-run",
  ]);
  // Clocks go forward on March 14, 2027.
  expect(await fieldsOf(occurrences, "startsAt", "time", "zoneName", "spacesLeft")).toEqual([
    ["2027-02-28T07:00:00-05:00", "7:00 AM", "EST", 10],
    ["2027-03-07T07:00:00-05:00", "7:00 AM", "EST", 10],
    ["2027-03-14T07:00:00-04:00", "7:00 AM", "EDT", 10],
    ["2027-03-21T07:00:00-04:00", "7:00 AM", "EDT", 10],
  ]);
  // Answers are of one evening, not of all.
  await rsvpState(answer(site, occurrences[1] ?? "", host.token, "going"));
  expect((await fieldsOf(occurrences, "going")).flat()).toEqual([0, 1, 0, 0]);
});

test("[CREATE-01, API-01] an event that does not repeat is one, and 1 to 26 weeks are all that can be asked for", async () => {
  expect((await make("Just Once")).occurrences).toEqual(["2026-12-04-just-once"]);
  expect((await make("Half a Year", { weeks: 26 }, admin.token)).occurrences).toHaveLength(26);
  for (const weeks of [0, 27, 1.5, "many", null]) {
    const response = await site.post("/api/social-events", newEvent("Too Odd", { weeks }), admin.token);
    expect([response.status, await response.json()]).toMatchObject([422, { fields: { weeks: expect.any(String) } }]);
  }
});

test("[CREATE-09] when an id of a series is taken nothing of it is made, and the ids are named", async () => {
  const taken = makeEvent({ day: "2026-12-18", title: "Card Night" });
  await site.addEvent(taken);
  const said = await refusal(site.post("/api/social-events", newEvent("Card Night", { weeks: 4 }), admin.token));
  expect(said.status).toBe(409);
  expect(said.message).toContain("2026-12-18-card-night");
  expect(said.message).not.toContain("2026-12-04");
  const { rows } = await site.app.db.execute(
    sql`select id from social_events where id like '%-card-night' order by id`,
  );
  expect(rows).toEqual([{ id: "2026-12-18-card-night" }]);
});

test("[CREATE-09] of two who make overlapping series at once, one makes all of it and the other nothing", async () => {
  const send = (date: string) =>
    site.post("/api/social-events", newEvent("Twin", { date, socialEventId: `${date}-twin`, weeks: 5 }), admin.token);
  const answers = await Promise.all([send("2026-12-04"), send("2026-12-18")]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  const { rows } = await site.app.db.execute<{ count: string; series: string }>(
    sql`select count(*), count(distinct series_id) as series from social_events where id like '%-twin'`,
  );
  expect(rows).toEqual([{ count: "5", series: "1" }]);
});

test("[CREATE-09] a series whose maker is not known waits as a whole", async () => {
  const { held, occurrences } = await make("Held Row", { weeks: 3 }, host.token);
  expect(held).toBe(true);
  for (const id of occurrences) expect((await site.fetch(`/api/social-events?id=${id}`)).status).toBe(404);
});

test("[API-01] one of a series is changed or canceled alone", async () => {
  const { occurrences } = await make("Alone", { weeks: 3 });
  const [first = "", second = "", third = ""] = occurrences;
  const { also } = await change(second, { status: "cancelled", title: "Not this week" });
  expect(also).toEqual([]);
  expect(await fieldsOf([first, second, third], "title", "status")).toEqual([
    ["Alone", "scheduled"],
    ["Not this week", "cancelled"],
    ["Alone", "scheduled"],
  ]);
});

test("[API-01, DASH-06] this and all that follow: moved by as many days, at the wall time of each, told in one mail", async () => {
  const { occurrences } = await make("Yoga", {
    date: "2027-03-03",
    socialEventId: "2027-03-03-yoga",
    time: "18:00",
    weeks: 4,
  });
  const [first = "", second = "", third = "", fourth = ""] = occurrences;
  const [all, last] = await Promise.all([newcomer(site), newcomer(site)]);
  for (const id of occurrences) await rsvpState(answer(site, id, all.token, "going"));
  await rsvpState(answer(site, fourth, last.token, "maybe"));
  const settings = await site.fetch(`/api/social-events/${second}/settings`, { as: admin.token });
  expect(await settings.json()).toMatchObject({ following: [third, fourth], guests: 1, guestsOfAll: 2 });
  const mails = await mailsOf(() =>
    change(second, { date: "2027-03-11", time: "19:30", title: "Late Yoga", scope: "following" }),
  );
  expect(await fieldsOf(occurrences, "title", "startsAt", "sequence")).toEqual([
    ["Yoga", "2027-03-03T18:00:00-05:00", 0],
    ["Late Yoga", "2027-03-11T19:30:00-05:00", 1],
    ["Late Yoga", "2027-03-18T19:30:00-04:00", 1],
    ["Late Yoga", "2027-03-25T19:30:00-04:00", 1],
  ]);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([all.email, last.email].toSorted());
  const toAll = mails.find(({ to }) => to === all.email);
  expect(toAll?.subject).toContain("Thursday, March 11, 2027, 7:30 PM");
  expect(toAll?.text).toContain("It was planned for Wednesday, March 10, 2027, 6:00 PM");
  expect(toAll?.text).toMatch(/The same goes for:\s+Thursday, March 18, 2027, 7:30 PM[\s\S]+Thursday, March 25/);
  const toLast = mails.find(({ to }) => to === last.email);
  expect(toLast?.subject).toContain("Thursday, March 25, 2027");
  expect(toLast?.text).not.toContain("The same goes for:");
  expect(await read(third)).toMatchObject({ going: 1 });
  expect(await read(first)).toMatchObject({ going: 1, sequence: 0 });
});

test("[API-01, DASH-06] this and all that follow are canceled together, and what is over already stays", async () => {
  const { occurrences } = await make("Chess", { weeks: 3 });
  const [first = "", second = "", third = ""] = occurrences;
  const goer = await newcomer(site);
  for (const id of occurrences) await rsvpState(answer(site, id, goer.token, "going"));
  const mails = await mailsOf(async () => {
    const { also } = await change(second, { status: "cancelled", scope: "following" });
    expect(also).toEqual([third]);
  });
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[goer.email, "Canceled: Chess, Friday 6:00 PM"]]);
  expect(mails[0]?.text).toContain("Friday, December 18, 2026");
  expect((await fieldsOf([first, second, third], "status")).flat()).toEqual(["scheduled", "cancelled", "cancelled"]);
  // As if the last were over: its record is nobody's news anymore.
  await site.app.db.execute(
    sql`update social_events set day = '2026-11-20', starts_at = '2026-11-20T23:00:00Z' where id = ${first}`,
  );
  await change(first, { description: "It was good.", scope: "following" });
  expect((await fieldsOf(occurrences, "description")).flat()).toEqual(["It was good.", "It was good.", "It was good."]);
});

test("[API-01, DASH-06] two who change the same series at once wait for one another, and both changes are made", async () => {
  const { occurrences } = await make("Race", { weeks: 6, spacesLeft: 1 });
  const [first = "", second = ""] = occurrences;
  const line = await Promise.all([newcomer(site), newcomer(site)]);
  for (const { token } of line) await rsvpState(answer(site, second, token, "going"));
  await Promise.all([
    change(first, { spaces: 5, scope: "following" }),
    change(second, { cost: 7, scope: "following" }),
    change(second, { time: "20:00" }),
    rsvpState(answer(site, occurrences[2] ?? "", host.token, "going")),
  ]);
  expect(await fieldsOf(occurrences.slice(0, 3), "cost", "time", "going")).toEqual([
    [0, "6:00 PM", 0],
    [7, "8:00 PM", 2],
    [7, "6:00 PM", 1],
  ]);
});
