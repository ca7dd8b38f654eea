import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import type { CheckedIn, CheckInCode, DoorView, Mark } from "#src/features/events/door/schema.ts";
import { callEvent, newcomer, refusal } from "#tests/support/events.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const HOUR_MS = 3_600_000;

let site: TestSite;
let host: { token: string; userId: string };
let admin: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "100" });
  host = await site.signedIn({ email: "host@example.com" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

let made = 0;
/** An event that began so many hours ago, with people who are going. */
async function eventNow({
  hoursAgo = 0.5,
  going = 0,
  ...more
}: { hoursAgo?: number; going?: number; held?: boolean } = {}) {
  made += 1;
  const startsAt = new Date(site.app.clock.now().getTime() - hoursAgo * HOUR_MS);
  const day = startsAt.toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const event = makeEvent({ day, title: `Door ${made}`, startsAt, hostUserId: host.userId, ...more });
  await site.addEvent(event);
  const people = [];
  for (let index = 0; index < going; index += 1) {
    const user = await site.addUser({ firstName: `Guest${String(index).padStart(2, "0")}` });
    people.push(user.userId);
  }
  if (people.length > 0)
    await site.app.db
      .insert(eventRsvps)
      .values(people.map((userId) => ({ eventId: event.id, userId, answer: "going" as const })));
  return { id: event.id, people };
}

const mark = (userId: string, more: Partial<Mark> = {}): Mark => ({
  id: randomUUID(),
  userId,
  presence: "here",
  guests: 0,
  ...more,
});
const walkIn = (name: string): Mark => ({
  id: randomUUID(),
  walkIn: { id: randomUUID(), name },
  presence: "here",
  guests: 0,
});
const send = (id: string, marks: readonly Mark[], as = host.token) =>
  callEvent(site, "POST", `${id}/door`, { as, body: { marks } });
async function doorOf(answer: Response | Promise<Response>): Promise<DoorView> {
  const response = await answer;
  const body = (await response.json()) as DoorView;
  expect([response.status, body]).toEqual([200, expect.objectContaining({ people: expect.any(Array) })]);
  return body;
}
const read = (id: string, as = host.token) => doorOf(callEvent(site, "GET", `${id}/door`, { as }));
const here = ({ people, walkIns }: DoorView) =>
  [...people, ...walkIns].filter(({ presence }) => presence === "here").map(({ name }) => name);

test("[DAY-01] a host ticks 60 names and adds 5 walk-ins in one sending; sent again it changes nothing", async () => {
  const { id, people } = await eventNow({ going: 60 });
  const names = (await read(id)).people;
  expect(names).toHaveLength(60);
  expect(names[0]).toMatchObject({ answer: "going", presence: "away", guests: 0, isSelf: false, isGreeter: false });
  // Names, and nothing else of the people.
  expect(JSON.stringify(names)).not.toMatch(/@|904\W*555/);
  const marks = [...people.map((userId) => mark(userId)), ...["Al", "Bo", "Cy", "Di", "Ed"].map(walkIn)];
  expect(here(await doorOf(send(id, marks)))).toHaveLength(65);
  // The answer was lost on the way, so the phone sends all of it again.
  const again = await doorOf(send(id, marks));
  expect([here(again).length, again.walkIns.map(({ name }) => name)]).toEqual([65, ["Al", "Bo", "Cy", "Di", "Ed"]]);
});

test("[DAY-01] names stand in the order of the alphabet, with accents and in small letters too", async () => {
  const { id } = await eventNow();
  for (const firstName of ["Zed", "Émile", "adam", "Fay"]) {
    const { userId } = await site.addUser({ firstName });
    await site.app.db.insert(eventRsvps).values({ eventId: id, userId, answer: "going" });
  }
  const { people, walkIns } = await doorOf(send(id, ["Zoe", "Élan", "bob"].map(walkIn)));
  expect(people.map(({ name }) => name.split(" ")[0])).toEqual(["adam", "Émile", "Fay", "Zed"]);
  expect(walkIns.map(({ name }) => name)).toEqual(["bob", "Élan", "Zoe"]);
});

test("[DAY-01] the last mark counts: an undo stays undone when another phone sends an older mark again", async () => {
  const { id, people } = await eventNow({ going: 2 });
  const [ana = "", ben = ""] = people;
  const tick = mark(ana, { guests: 2 });
  expect((await doorOf(send(id, [tick, mark(ben)]))).people.map(({ guests }) => guests)).toEqual([2, 0]);
  const undo = mark(ana, { presence: "away" });
  expect(here(await doorOf(send(id, [undo], admin)))).toEqual([expect.stringContaining("Guest01")]);
  const after = await doorOf(send(id, [tick]));
  expect(after.people.map(({ presence, guests }) => [presence, guests])).toEqual([
    ["away", 0],
    ["here", 0],
  ]);
  expect((await doorOf(send(id, [mark(ana, { presence: "excused" })]))).people[0]?.presence).toBe("excused");
});

test("[DAY-01] three phones that mark the same people at once end with one list", async () => {
  const { id, people } = await eventNow({ going: 20 });
  await Promise.all(
    [host.token, admin, host.token].map((as) => send(id, [...people.map((userId) => mark(userId)), walkIn("Flo")], as)),
  );
  const door = await read(id);
  expect([door.people.filter(({ presence }) => presence === "here").length, door.walkIns.length]).toEqual([20, 3]);
});

test("[DAY-01] a greeter whom the host names keeps the door; nobody else does, and only the host names greeters", async () => {
  const { id } = await eventNow();
  const greeter = await newcomer(site);
  const guest = await newcomer(site);
  for (const { userId } of [greeter, guest])
    await site.app.db.insert(eventRsvps).values({ eventId: id, userId, answer: "going" });
  expect((await callEvent(site, "GET", `${id}/door`, { as: greeter.token })).status).toBe(403);
  const named = await doorOf(callEvent(site, "PUT", `${id}/greeters/${greeter.userId}`, { as: host.token }));
  expect(named.people.filter(({ isGreeter }) => isGreeter).map(({ userId }) => userId)).toEqual([greeter.userId]);
  expect((await read(id, greeter.token)).canNameGreeters).toBe(false);
  expect(here(await doorOf(send(id, [mark(guest.userId)], greeter.token)))).toHaveLength(1);
  expect((await send(id, [mark(greeter.userId)], guest.token)).status).toBe(403);
  const path = `${id}/greeters/${guest.userId}`;
  expect((await callEvent(site, "PUT", path, { as: greeter.token })).status).toBe(403);
  await callEvent(site, "DELETE", `${id}/greeters/${greeter.userId}`, { as: host.token });
  expect((await send(id, [mark(guest.userId)], greeter.token)).status).toBe(403);
});

test("[DAY-01] a greeter who no longer comes keeps no door, and two weeks later the names are the host's alone", async () => {
  const greeter = await newcomer(site);
  const named = async (hoursAgo: number) => {
    const { id } = await eventNow({ hoursAgo });
    await site.app.db.insert(eventRsvps).values({ eventId: id, userId: greeter.userId, answer: "going" });
    await callEvent(site, "PUT", `${id}/greeters/${greeter.userId}`, { as: host.token });
    return id;
  };
  const status = async (id: string, as: string) => (await callEvent(site, "GET", `${id}/door`, { as })).status;
  const today = await named(0.5);
  expect(await status(today, greeter.token)).toBe(200);
  await site.app.db.update(eventRsvps).set({ answer: "not_going" }).where(eq(eventRsvps.eventId, today));
  expect(await status(today, greeter.token)).toBe(403);
  const old = await named(24 * 17);
  expect(await refusal(callEvent(site, "GET", `${old}/door`, { as: greeter.token }))).toMatchObject({ status: 403 });
  expect(await status(old, host.token)).toBe(200);
});

test("[DAY-01] a mark about a stranger is skipped, so that a phone with an old list is not stuck", async () => {
  const { id, people } = await eventNow({ going: 1 });
  const stranger = await site.addUser();
  const door = await doorOf(send(id, [mark(stranger.userId), mark("nobody"), mark(people[0] ?? "")]));
  expect(door.people.map(({ userId, presence }) => [userId, presence])).toEqual([[people[0], "here"]]);
  expect((await send(id, [{ ...mark("x"), walkIn: { id: randomUUID(), name: "Both" } }])).status).toBe(422);
  expect((await send(id, [walkIn("  ")])).status).toBe(422);
  expect((await send(id, [mark(people[0] ?? "", { guests: 10 })])).status).toBe(422);
});

test("[DAY-01, DESK-10] a blocked person keeps no door and does not check in", async () => {
  const { id } = await eventNow();
  const [greeter, guest] = [await newcomer(site), await newcomer(site)];
  await site.app.db.insert(eventRsvps).values({ eventId: id, userId: greeter.userId, answer: "going" });
  await callEvent(site, "PUT", `${id}/greeters/${greeter.userId}`, { as: host.token });
  const answer = await callEvent(site, "GET", `${id}/door/code`, { as: greeter.token });
  const code = ((await answer.json()) as CheckInCode).path.split("#")[1];
  for (const { userId } of [greeter, guest]) {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ reason: "r" });
    await site.fetch(`/api/admin/blocks/${userId}`, { method: "PUT", as: admin, headers, body });
  }
  const refused = { status: 403, message: expect.stringContaining("at the moment") };
  for (const path of [`${id}/door`, `${id}/door/code`])
    expect(await refusal(callEvent(site, "GET", path, { as: greeter.token }))).toEqual(refused);
  expect(await refusal(send(id, [mark(greeter.userId)], greeter.token))).toEqual(refused);
  const checkIn = callEvent(site, "POST", `${id}/check-in`, { as: guest.token, body: { code } });
  expect(await refusal(checkIn)).toEqual(refused);
  expect(here(await read(id))).toEqual([]);
});

describe("[DAY-01] the code at the net", () => {
  const codeOf = async (id: string) => {
    const answer = await callEvent(site, "GET", `${id}/door/code`, { as: host.token });
    const { path } = (await answer.json()) as CheckInCode;
    return path.split("#")[1] ?? "";
  };
  const scan = (id: string, code: string, as: string) =>
    callEvent(site, "POST", `${id}/check-in`, { as, body: { code } });

  test("checks a signed-in person in, with or without an RSVP, once", async () => {
    const { id } = await eventNow();
    const [guest, stranger] = [await newcomer(site), await newcomer(site)];
    await site.app.db.insert(eventRsvps).values({ eventId: id, userId: guest.userId, answer: "going" });
    const code = await codeOf(id);
    for (const { token, hasPlace } of [guest, guest, stranger].map((who) => ({ ...who, hasPlace: who === guest }))) {
      const answer = await scan(id, code, token);
      expect(answer.status).toBe(200);
      expect((await answer.json()) as CheckedIn).toMatchObject({ title: `Door ${made}`, hasPlace });
    }
    const { people } = await read(id);
    const seen = people.map(({ userId, presence, answer, isSelf }) => [userId, presence, answer, isSelf]);
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(
      expect.arrayContaining([
        [guest.userId, "here", "going", true],
        [stranger.userId, "here", null, true],
      ]),
    );
  });

  test("works for its own event only, not when it is old, and only while people may arrive", async () => {
    const [first, second] = [await eventNow(), await eventNow()];
    const person = await newcomer(site);
    const code = await codeOf(first.id);
    expect(await refusal(scan(second.id, code, person.token))).toMatchObject({ status: 403 });
    expect(await refusal(scan(first.id, `${code.slice(0, -2)}xx`, person.token))).toMatchObject({ status: 403 });
    const old = await site.app.secrets.seal(site.app.clock.now().toISOString(), `check-in:${first.id}`);
    expect(await refusal(scan(first.id, old, person.token))).toMatchObject({ status: 403 });
    const startsAt = new Date(site.app.clock.now().getTime() - 3 * HOUR_MS);
    await site.app.db.update(socialEvents).set({ startsAt }).where(eq(socialEvents.id, first.id));
    expect(await refusal(scan(first.id, code, person.token))).toMatchObject({ status: 409 });
    const { id } = await eventNow({ hoursAgo: -2 });
    expect((await callEvent(site, "GET", `${id}/door/code`, { as: host.token })).status).toBe(403);
    // The host may already prepare the list.
    expect((await read(id)).isOpen).toBe(true);
  });
});

test("[DAY-01] other phones hear of a mark at once; the stream is for those who keep the door", async () => {
  const { id, people } = await eventNow({ going: 1 });
  const listen = (as: string) => site.fetch(`/api/live?door=${id}`, { as });
  const reader = await expectReady(await listen(host.token));
  expect((await listen((await newcomer(site)).token)).status).toBe(403);
  await send(id, [mark(people[0] ?? "")], admin);
  site.live.hearDoor(id);
  expect((await reader.next())?.event).toBe("changed");
  await reader.close();
});

test("[DAY-01] the stream of a greeter ends when they are removed, or no longer come", async () => {
  const { id } = await eventNow();
  const [removed, leaving] = [await newcomer(site), await newcomer(site)];
  for (const { userId } of [removed, leaving]) {
    await site.app.db.insert(eventRsvps).values({ eventId: id, userId, answer: "going" });
    await callEvent(site, "PUT", `${id}/greeters/${userId}`, { as: host.token });
  }
  const listen = async (as: string) => expectReady(await site.fetch(`/api/live?door=${id}`, { as }));
  const readers = [await listen(removed.token), await listen(leaving.token), await listen(host.token)];
  await callEvent(site, "DELETE", `${id}/greeters/${removed.userId}`, { as: host.token });
  site.live.hearDoor(id);
  expect(await readers[0]?.next()).toBeNull();
  await site.app.db.update(eventRsvps).set({ answer: "not_going" }).where(eq(eventRsvps.userId, leaving.userId));
  site.live.hearEvent(id);
  // It heard of the other one first.
  expect((await readers[1]?.rest())?.length).toBeLessThanOrEqual(1);
  expect((await readers[2]?.take(2))?.map(({ event }) => event)).toEqual(["changed", "changed"]);
  await readers[2]?.close();
});

test("[DAY-01] no door before the day, nor at an event that is canceled", async () => {
  const early = await eventNow({ hoursAgo: -4, going: 1 });
  expect(await read(early.id)).toMatchObject({ isOpen: false, whyClosed: expect.stringContaining("three hours") });
  expect(await refusal(send(early.id, [mark(early.people[0] ?? "")]))).toMatchObject({ status: 409 });
  const off = await eventNow({ going: 1 });
  await site.app.db.update(socialEvents).set({ status: "cancelled" }).where(eq(socialEvents.id, off.id));
  expect(await refusal(send(off.id, [mark(off.people[0] ?? "")]))).toMatchObject({ status: 409 });
});
