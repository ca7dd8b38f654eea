import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import type { Costs, Owed, OwnShares } from "#src/features/events/costs/schema.ts";
import type { AuditPage } from "#src/features/history/schema.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

type Person = Awaited<ReturnType<typeof newcomer>>;

let site: TestSite;
let host: Person;
let admin: Person;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  host = await newcomer(site);
  admin = await newcomer(site, { groups: ["Admins"] });
});
afterAll(() => site.close());

let events = 0;
/** An event that the host and three others go to; `came` are marked at its door. */
async function eventWith(options: { guests?: number } = {}) {
  events += 1;
  const event = makeEvent({
    day: "2026-11-28",
    title: `Net ${events}`,
    hostUserId: host.userId,
    host: "Hanna",
    organizerVenmo: "@hanna-h",
    guestsPerPerson: 3,
    capacity: 20,
  });
  const { id } = await site.addEvent(event);
  const people = [await newcomer(site), await newcomer(site), await newcomer(site)] as const;
  await rsvpState(answer(site, id, host.token, "going"));
  for (const [at, { token }] of people.entries())
    await rsvpState(answer(site, id, token, "going", at === 0 ? options.guests : undefined));
  await site.mails();
  return { id, people };
}

const here = (eventId: string, id: string, more: { userId?: string; name?: string; guests?: number }) =>
  site.app.db
    .insert(eventAttendance)
    .values({ eventId, id, presence: "here", markedAt: site.app.clock.now(), ...more });

const costs = (method: "GET" | "PUT" | "DELETE" | "PATCH" | "POST", path: string, as: string, body?: object) =>
  callEvent(site, method, path, { as, body });
async function read(answered: Response | Promise<Response>): Promise<Costs> {
  const response = await answered;
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  return (await response.json()) as Costs;
}
const split = (id: string, body: object, as = host.token) => read(costs("PUT", `${id}/costs`, as, body));
const mark = (id: string, share: string, status: string, as = host.token) =>
  read(costs("PATCH", `${id}/costs/${share}`, as, { status }));
const owes = async ({ token }: Person) =>
  ((await (await site.fetch("/api/event-shares", { as: token })).json()) as OwnShares).shares;
const centsIn = ({ shares }: Costs) => shares.reduce((sum, { amountCents }) => sum + amountCents, 0);
const openShare = ({ shares }: Costs, of: number) => {
  const share = shares.filter(({ status }) => status === "open")[of];
  if (!share) throw new Error("There is no such share.");
  return share;
};

test("[DESK-06] a total is split over who is going, guests included, and sums to the cent; each sees only their own", async () => {
  const { id, people } = await eventWith({ guests: 1 });
  const made = await split(id, { kind: "total", amountCents: 10_001, what: "Court 3" });
  expect(made).toMatchObject({
    heads: { over: "going", people: 5 },
    cost: { kind: "total", what: "Court 3", over: "going" },
  });
  expect(centsIn(made)).toBe(10_001);
  const [guestOwes] = await owes(people[0]);
  expect(guestOwes).toMatchObject({ eventId: id, heads: 2, what: "Court 3", host: "Hanna", venmo: "@hanna-h" });
  expect([4000, 4001, 4002]).toContain(guestOwes?.amountCents);
  expect(await owes(host), "the host paid in advance").toEqual([]);
  expect(made.paidCents + made.openCents).toBe(10_001);
  expect((await refusal(costs("GET", `${id}/costs`, people[1].token))).status).toBe(403);
  expect((await refusal(costs("PUT", `${id}/costs`, people[1].token, { kind: "each", amountCents: 1 }))).status).toBe(
    403,
  );
});

test("[DESK-06] shares stand in the order of the alphabet, small letters and accents too, and walk-ins after them", async () => {
  const { id, people } = await eventWith();
  for (const [at, firstName] of ["Zed", "Émile", "fay"].entries())
    await site.app.db.execute(sql`update users set first_name = ${firstName} where user_id = ${people[at]?.userId}`);
  for (const { userId } of people) await here(id, userId, { userId });
  for (const name of ["Zoe", "Élan", "bob"]) await here(id, name, { name });
  const { shares } = await split(id, { kind: "each", amountCents: 500 });
  const names = shares.map(({ name }) => name.split(" ")[0]);
  expect(names.filter((name) => name !== "Hanna")).toEqual(["Émile", "fay", "Zed", "bob", "Élan", "Zoe"]);
});

test("[DESK-06] once the door is marked, a new split is over who came, walk-ins too; what was paid stays", async () => {
  const { id, people } = await eventWith();
  const first = await split(id, { kind: "total", amountCents: 4000 });
  expect(first.shares.map(({ amountCents }) => amountCents)).toEqual([1000, 1000, 1000, 1000]);
  const [[mine]] = [await owes(people[0])];
  expect(mine?.amountCents).toBe(1000);
  const paid = await site.app.db.execute<{ id: string }>(
    sql`select id from event_shares where event_id = ${id} and user_id = ${people[0].userId}`,
  );
  await mark(id, paid.rows[0]?.id ?? "", "paid");
  expect(await owes(people[0])).toEqual([]);
  // The host, the one who paid, one other with a guest, and a walk-in came; the third did not.
  await here(id, "h", { userId: host.userId });
  await here(id, "a", { userId: people[0].userId });
  await here(id, "b", { userId: people[1].userId, guests: 1 });
  await here(id, "w", { name: "Wanda Walk" });
  const again = await split(id, { kind: "total", amountCents: 4000 });
  expect(again).toMatchObject({ heads: { over: "came", people: 5 }, cost: { over: "came" } });
  expect(centsIn(again)).toBe(4000);
  expect(await owes(people[2]), "who did not come owes nothing").toEqual([]);
  expect(await owes(people[1])).toMatchObject([{ amountCents: 1500, heads: 2 }]);
  expect(again.shares.find(({ isWalkIn }) => isWalkIn)).toMatchObject({ name: "Wanda Walk", amountCents: 750 });
  expect(await refusal(costs("PUT", `${id}/costs`, host.token, { kind: "total", amountCents: 999 }))).toMatchObject({
    status: 409,
  });
});

test("[DESK-06] a price a head, waived, paid, opened again; every mark is logged in words, and the cost can go while nobody paid", async () => {
  const { id, people } = await eventWith();
  const each = await split(id, { kind: "each", amountCents: 700 });
  expect(each.shares.map(({ amountCents }) => amountCents)).toEqual([700, 700, 700, 700]);
  const share = openShare(each, 0);
  expect(await mark(id, share.id, "waived")).toMatchObject({ openCents: 1400, waivedCents: 700 });
  expect(await mark(id, share.id, "open")).toMatchObject({ openCents: 2100 });
  expect(await mark(id, share.id, "paid", admin.token)).toMatchObject({ openCents: 1400, paidCents: 1400 });
  expect((await refusal(costs("DELETE", `${id}/costs`, host.token))).status).toBe(409);
  await mark(id, share.id, "open");
  expect(await read(costs("DELETE", `${id}/costs`, host.token))).toMatchObject({ cost: null, shares: [] });
  expect(await owes(people[0])).toEqual([]);
  const log = await site.fetch("/api/admin/audit", { as: admin.token });
  const { entries } = (await log.json()) as AuditPage;
  const actions = entries.filter(({ subjectIds }) => subjectIds.includes(id)).map(({ action }) => action);
  expect(actions.toReversed()).toEqual([
    "cost_split",
    "share_marked",
    "share_marked",
    "share_marked",
    "share_marked",
    "cost_removed",
  ]);
});

test("[DESK-06] two private reminders at most, days apart, to those who owe and to nobody else", async () => {
  const { id, people } = await eventWith();
  const shares = await split(id, { kind: "each", amountCents: 1250, what: "Court 3" });
  const { rows } = await site.app.db.execute<{ id: string }>(
    sql`select id from event_shares where event_id = ${id} and user_id = ${people[0].userId}`,
  );
  expect(shares.remindable).toBe(3);
  await mark(id, rows[0]?.id ?? "", "paid");
  const agoByDays = (days: number) =>
    site.app.db.execute(
      sql`update event_shares set reminded_at = reminded_at - make_interval(days => ${days}::int) where event_id = ${id}`,
    );
  const remind = () => costs("POST", `${id}/costs/reminders`, host.token);
  const mailsTo = async () => {
    const mails = await site.mails();
    return mails
      .filter(({ subject }) => subject.startsWith("Your share of Net"))
      .map(({ to, subject, text }) => ({ to, subject, text }));
  };
  // Two presses at the same time remind once.
  const both = await Promise.all([remind(), remind()]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  const first = await mailsTo();
  expect(first.map(({ to }) => to).toSorted()).toEqual([people[1].email, people[2].email].toSorted());
  expect(first[0]?.subject).toContain("$12.50");
  expect(first[0]?.text).toContain("https://venmo.com/u/hanna-h");
  expect(first[0]?.text).toContain("Court 3");
  for (const { to, text } of first)
    expect(people.filter(({ email }) => email !== to && text.includes(email))).toEqual([]);
  expect((await refusal(remind())).status).toBe(409);
  await agoByDays(3);
  expect((await remind()).status).toBe(200);
  expect((await mailsTo()).slice(first.length).map(({ text }) => text.includes("last reminder"))).toEqual([true, true]);
  await agoByDays(30);
  expect((await refusal(remind())).status, "never a third").toBe(409);
  // Nor by a cost that is removed and split again.
  const known = (await mailsTo()).length;
  await mark(id, rows[0]?.id ?? "", "open");
  expect((await costs("DELETE", `${id}/costs`, host.token)).status).toBe(200);
  await split(id, { kind: "each", amountCents: 1250, what: "Pay me now" });
  await remind();
  expect((await mailsTo()).slice(known).map(({ to }) => to)).toEqual([people[0].email]);
});

test("[DESK-06] the list of who owes is for organizers and treasurers, of all events, page by page", async () => {
  const { id } = await eventWith();
  await split(id, { kind: "each", amountCents: 900 });
  const list = await site.fetch("/api/admin/event-shares", { as: admin.token });
  const { shares, openCents } = (await list.json()) as Owed;
  expect(shares.filter(({ eventId }) => eventId === id).map(({ amountCents }) => amountCents)).toEqual([900, 900, 900]);
  expect(openCents).toBe(shares.reduce((sum, { amountCents }) => sum + amountCents, 0));
  expect((await site.fetch("/api/admin/event-shares", { as: host.token })).status).toBe(403);
  // More than a whole number of the database holds.
  await site.app.db.execute(
    sql`update event_shares set amount_cents = 1000000000 where event_id = ${id} and status = 'open'`,
  );
  const large = await site.fetch("/api/admin/event-shares", { as: admin.token });
  expect([large.status, ((await large.json()) as Owed).openCents]).toEqual([200, openCents - 2700 + 3_000_000_000]);
});

test("[DESK-06] a merge keeps one share, the paid one; a deleted account leaves amounts without the person", async () => {
  const { id, people } = await eventWith();
  await split(id, { kind: "each", amountCents: 800 });
  const { rows } = await site.app.db.execute<{ id: string }>(
    sql`select id from event_shares where event_id = ${id} and user_id = ${people[1].userId}`,
  );
  await mark(id, rows[0]?.id ?? "", "paid");
  const [base, merged] = [people[0].userId, people[1].userId];
  const body = JSON.stringify({ sourceUserId: merged, targetUserId: base });
  const headers = { "content-type": "application/json" };
  const done = await site.fetch("/api/users/merge", { method: "POST", headers, body, as: admin.token });
  expect([done.status, await done.text()]).toEqual([200, expect.any(String)]);
  const after = await read(costs("GET", `${id}/costs`, host.token));
  expect(after.shares.map(({ status }) => status).toSorted()).toEqual(["open", "paid", "paid"]);
  const gone = await site.fetch("/api/profile", {
    method: "DELETE",
    headers,
    body: JSON.stringify({ confirm: "DELETE" }),
    as: people[2].token,
  });
  expect([gone.status, await gone.text()]).toEqual([200, expect.any(String)]);
  const left = await read(costs("GET", `${id}/costs`, host.token));
  expect(left.shares.find(({ name }) => name === "Former member")).toMatchObject({
    status: "waived",
    amountCents: 800,
  });
});
