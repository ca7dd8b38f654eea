import { afterAll, beforeAll, expect, test } from "vitest";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { hashHostId } from "#src/features/events/create/commands.server.ts";
import type { CreatedEvent } from "#src/features/events/create/schema.ts";
import type { EventPage, EventView } from "#src/features/events/schema.ts";
import { callEvent } from "#tests/support/events.ts";
import { newEvent } from "#tests/support/new-event.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let admin: string;
let member: string;
let host: { token: string; userId: string };

const HOST_ID = "HOST-7f3a9c";
const CALL = "/api/social-events";

beforeAll(async () => {
  site = await startTestSite();
  [admin, member] = await Promise.all([site.tokenFor(["Admins"]), site.tokenFor(["Members"])]);
  host = await site.signedIn({ groups: ["Members"], email: "harper@example.com" });
  await site.app.db
    .insert(hostIds)
    .values([
      hostIdRow("theirs", host.userId, HOST_ID),
      hostIdRow("anyone's", null, "HOST-of-anyone"),
      { ...hostIdRow("revoked", host.userId, "HOST-revoked"), revokedAt: new Date() },
    ]);
});
afterAll(() => site.close());

const hostIdRow = (id: string, userId: string | null, hostId: string) => ({
  id,
  userId,
  hostIdHash: hashHostId(hostId),
  createdAt: new Date(),
});

async function create(title: string, more: Record<string, unknown> = {}, as = admin): Promise<CreatedEvent> {
  const answer = await site.post(CALL, newEvent(title, more), as);
  const said = await answer.text();
  expect(answer.status, said).toBe(201);
  return JSON.parse(said) as CreatedEvent;
}

const one = (id: string, as?: string) => site.fetch(`${CALL}?id=${id}`, as === undefined ? {} : { as });
const item = async (id: string, as?: string) =>
  ((await (await one(id, as)).json()) as { socialEvents: { Item: EventView } }).socialEvents.Item;

async function listed(as?: string): Promise<string[]> {
  const answer = await site.fetch(CALL, as === undefined ? {} : { as });
  return ((await answer.json()) as EventPage).socialEvents.map(({ socialEventId }) => socialEventId);
}

async function rowOf(id: string) {
  const rows = await site.app.db.query.socialEvents.findMany({ where: (event, { eq }) => eq(event.id, id) });
  return rows[0];
}

async function copyable(as?: string): Promise<string[]> {
  const answer = await site.fetch(CALL, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: "{}",
    ...(as !== undefined && { as }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as EventPage).socialEvents.map(({ socialEventId }) => socialEventId);
}

test("[CREATE-08, CREATE-09] an admin's event is published at once: 201 with dbVal, in the list, on its page", async () => {
  const { dbVal, held } = await create("Pier Run", { cost: 12.5, spacesLeft: 20, length: "1.5 hrs" });
  expect(held).toBe(false);
  expect(dbVal).toMatchObject({
    socialEventId: "2026-12-04-pier-run",
    title: "Pier Run",
    date: "December 4, 2026",
    time: "6:00 PM",
    length: "1.5 hrs",
    startsAt: "2026-12-04T18:00:00-05:00",
    cost: 12.5,
    spacesLeft: 20,
    host: "Ana Ruiz",
    host2: "none",
    groupMeChatUrl: "none",
    chat: "Volleyball",
    generalpublic: true,
    membersOnly: false,
    status: "scheduled",
  });
  expect(await listed()).toContain("2026-12-04-pier-run");
  expect(await item("2026-12-04-pier-run")).toMatchObject({ title: "Pier Run", imgKey: "volleyball" });
});

test("[CREATE-09] nobody signed in creates nothing, whatever they send", async () => {
  for (const body of [newEvent("Ghost"), {}]) {
    const answer = await site.post(CALL, body);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "Not authenticated" });
  }
  expect(await rowOf("2026-12-04-ghost")).toBeUndefined();
});

test("[CREATE-09] anyone else's is held: for its maker and admins alone, in no list, until it is published", async () => {
  const maker = await site.signedIn({ email: "uri@example.com" });
  const { dbVal, held } = await create("Waiting Walk", {}, maker.token);
  expect([held, dbVal.held]).toEqual([true, true]);
  const id = dbVal.socialEventId;
  const statuses = await Promise.all([one(id), one(id, member), one(id, maker.token), one(id, admin)]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 200]);
  for (const viewer of [undefined, member, maker.token, admin]) {
    expect(await listed(viewer)).not.toContain(id);
    expect(await copyable(viewer)).not.toContain(id);
  }
  expect((await rowOf(id))?.hostUserId).toBe(maker.userId);
});

test("[CREATE-09] a member without a Host ID waits too", async () => {
  expect((await create("Member Walk", {}, member)).held).toBe(true);
});

test("[CREATE-03, CREATE-09] the Host ID of its owner publishes at once, alone or at the end of the composite", async () => {
  expect((await create("Host Alone", { password: HOST_ID }, host.token)).held).toBe(false);
  const composite = `Ana Ruiz, Harper, 9045550106, ${HOST_ID}`;
  expect((await create("Host Composite", { password: composite }, host.token)).held).toBe(false);
  expect((await create("Anyone's", { password: "HOST-of-anyone", socialEventId: "2026-12-04-any" }, member)).held).toBe(
    false,
  );
});

test("[CREATE-09] a Host ID of somebody else, one that was taken back and a made-up one do not count", async () => {
  expect((await create("Stolen", { password: HOST_ID }, member)).held).toBe(true);
  expect((await create("Revoked", { password: "HOST-revoked" }, host.token)).held).toBe(true);
  expect((await create("Made Up", { password: "HOST-none" }, host.token)).held).toBe(true);
});

test("[CREATE-03, CREATE-09] no Host ID is ever kept in plain text, and no password leaves the server", async () => {
  const sent = { password: `Ana Ruiz, Harper, 9045550106, ${HOST_ID}` };
  const { dbVal } = await create("Secret", sent, host.token);
  expect(JSON.stringify(dbVal)).not.toMatch(/HOST-|9045550106|password/);
  expect((await rowOf(dbVal.socialEventId))?.password).toBe("Ana Ruiz, Harper, 9045550106");
  await create("Secret Alone", { password: HOST_ID }, host.token);
  expect((await rowOf("2026-12-04-secret-alone"))?.password).toBe("");
  expect(await (await one(dbVal.socialEventId, admin)).text()).not.toMatch(/HOST-|9045550106|password/);
});

test("[CREATE-09] two events never share an id: the first stays as it was, the second is told so", async () => {
  await create("Only One");
  const second = await site.post(CALL, newEvent("Only One", { description: "Another." }), admin);
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ message: expect.stringContaining("2026-12-04-only-one") as string });
  expect((await item("2026-12-04-only-one")).description).toBe("Bring a friend.");
});

test("[CREATE-09] an id that a hidden event has is not refused, which would tell of it: the new one gets a number", async () => {
  const [maker, other] = await Promise.all([
    site.signedIn({ email: "first.maker@example.com" }),
    site.signedIn({ email: "other.maker@example.com" }),
  ]);
  const held = await create("Quiet Plan", {}, maker.token);
  const friends = await create("Friends Plan", { generalpublic: false });
  for (const title of ["Quiet Plan", "Friends Plan"]) {
    const { dbVal } = await create(title, { description: "Mine." }, other.token);
    expect(dbVal.socialEventId).toBe(`2026-12-04-${title.toLowerCase().replace(" ", "-")}-2`);
    expect(dbVal.description).toBe("Mine.");
    expect((await create(title, {}, await site.tokenFor([]))).dbVal.socialEventId).toMatch(/-plan-3$/);
  }
  // Nothing was overwritten, and who may know of it is told as ever.
  for (const [id, viewer] of [
    [held.dbVal.socialEventId, maker.token],
    [friends.dbVal.socialEventId, member],
  ] as const)
    expect((await item(id, viewer)).description).toBe("Bring a friend.");
  expect((await site.post(CALL, newEvent("Quiet Plan"), maker.token)).status).toBe(409);
  expect((await site.post(CALL, newEvent("Friends Plan", { generalpublic: false }), member)).status).toBe(409);
  // Of a series only the evening that meets a hidden one is renamed; a known one refuses all, and the hidden one is not named.
  const weekly = { weeks: 3, date: "2026-11-27", socialEventId: "2026-11-27-quiet-plan" };
  const series = await create("Quiet Plan", weekly, await site.tokenFor([]));
  expect(series.occurrences).toEqual(["2026-11-27-quiet-plan", "2026-12-04-quiet-plan-4", "2026-12-11-quiet-plan"]);
  await create("Friends Plan", { date: "2026-12-11", socialEventId: "2026-12-11-friends-plan" });
  const refused = await site.post(CALL, newEvent("Friends Plan", { weeks: 2 }), await site.tokenFor([]));
  expect(refused.status).toBe(409);
  const { message } = (await refused.json()) as { message: string };
  expect(message).toContain("2026-12-11-friends-plan");
  expect(message).not.toContain("2026-12-04");
});

test("[CREATE-09] of ten who make the same event at once, one does", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => site.post(CALL, newEvent("At Once"), member)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)]);
});

test("[CREATE-06] the picture is one of the site's or an upload: a new or changed event takes no other name", async () => {
  const { dbVal } = await create("Own Picture", { imgKey: "bonfire" });
  for (const imgKey of ["https://evil.example/x.png", "../bonfire", "no-such-picture", "constructor"]) {
    const answers = await Promise.all([
      site.post(CALL, newEvent("Other Picture", { imgKey }), admin),
      callEvent(site, "PATCH", dbVal.socialEventId, { as: admin, body: { imgKey } }),
    ]);
    for (const answer of answers) {
      expect([imgKey, answer.status]).toEqual([imgKey, 422]);
      expect(await answer.json()).toMatchObject({
        fields: { imgKey: "Choose one of the pictures, or upload your own." },
      });
    }
  }
  expect((await item(dbVal.socialEventId)).imgKey).toBe("bonfire");
  await create("No Picture", { imgKey: "" });
});

test("[CREATE-05, EVT-08] members only: the place is for members, everyone else reads how to get it", async () => {
  const place = "211 Cherry St, gate 4417";
  const { dbVal } = await create("Hidden", { location: "join group for location", privateLocation: place });
  expect(dbVal).toMatchObject({ membersOnly: true, privateLocation: place });
  expect(await item(dbVal.socialEventId, member)).toMatchObject({ location: place, privateLocation: place });
  const text = await (await one(dbVal.socialEventId)).text();
  expect(text).toContain("join group for location");
  expect(text).not.toContain("Cherry");
});

test("[CREATE-09] twenty an hour for one person, whatever machines they use; others are not kept waiting", async () => {
  const busy = await site.signedIn({ email: "busy@example.com" });
  for (let index = 0; index < 20; index += 1) await create(`Busy ${index}`, {}, busy.token);
  const answer = await site.post(CALL, newEvent("Busy Again"), busy.token);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await site.post(CALL, newEvent("Not Busy"), host.token)).status).toBe(201);
});

test("[CREATE-09] a list that leaves out what is held is read from its index alone", async () => {
  const ask = (where: string, order: string) =>
    site.app.db.execute(
      `explain select * from social_events where ${where} and (day, start_time, id) > ('2026-11-21'::date, '00:00'::time, '') order by ${order} limit 21`,
    );
  await site.app.db.execute(
    "insert into social_events (id, title, day, start_time, time_zone, starts_at, location, host, held) select to_char(d, 'YYYY-MM-DD') || '-many-' || d::date - '2027-01-01'::date, 'Many', d, '18:00', 'UTC', d, 'x', 'x', true from generate_series('2027-01-01'::timestamp, '2037-01-01', '1 day') d",
  );
  await site.app.db.execute("analyze social_events");
  const order = "day, start_time, id";
  const plans = await Promise.all([
    ask("not held", order),
    ask("general_public and not held", order),
    ask("not held and chat = 'Volleyball'", order),
  ]);
  const texts = plans.map(({ rows }) => rows.map((row) => Object.values(row).join(" ")).join("\n"));
  expect(texts.map((plan) => /social_events_\w+/.exec(plan)?.[0])).toEqual([
    "social_events_by_day",
    "social_events_public_by_day",
    "social_events_by_chat_and_day",
  ]);
  for (const plan of texts) expect(plan).not.toContain("Sort");
});
