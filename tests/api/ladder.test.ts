import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { eventAttendance, eventCoHosts, eventGreeters } from "#src/db/tables/attendance.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { act, type Board, EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import type { Score } from "#src/features/events/court-plan/rules/score.ts";
import type { CourtsView } from "#src/features/events/courts/schema.ts";
import { SAY_WHAT_IS_WRONG as SAY_WHAT } from "#src/features/events/ladder/messages.ts";
import type { Ladder, OwnResults } from "#src/features/events/ladder/schema.ts";
import { makeEvent } from "#seeds/factories.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const AT = "2026-11-21T15:00:00.000Z";

type Someone = { userId: string; token: string; name: string };
let site: TestSite;
let host: Someone;
let people: Someone[];

const call = (path: string, as: string, method = "GET", body?: unknown) =>
  site.fetch(path, {
    method,
    as,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
const courts = (eventId: string) => `/api/social-events/${eventId}/courts`;
const view = async (eventId: string) => (await (await call(courts(eventId), host.token)).json()) as CourtsView;
const own = async (someone: Someone) => (await (await call("/api/ladder/own", someone.token)).json()) as OwnResults;
const ladder = async (someone: Someone, query = "") =>
  (await (await call(`/api/ladder${query}`, someone.token)).json()) as Ladder;
const levelOf = async (someone: Someone) => (await own(someone)).levels[0]?.level;

async function save(eventId: string, actions: readonly Action[]): Promise<Board> {
  const { host: hosted, version } = await view(eventId);
  const board = actions.reduce(act, hosted?.board ?? EMPTY_BOARD);
  expect((await call(courts(eventId), host.token, "PUT", { version, board })).status).toBe(200);
  return board;
}

/** An event after one game of four: these people, guests of the first, a walk-in and their guests. */
async function playOne(title: string, players: readonly Someone[], score: Score | null, guests = 0): Promise<string> {
  const startsAt = new Date(site.app.clock.now().getTime() - 60_000);
  const event = makeEvent({ day: "2026-11-21", title, startsAt, hostUserId: host.userId, chat: "Pickleball" });
  const { id } = await site.addEvent(event);
  for (const { userId } of players)
    await site.app.db.insert(eventRsvps).values({ eventId: id, userId, answer: "going" });
  const walkIn = { id: randomUUID(), name: "Wally Walkin" };
  const missing = 4 - players.length - guests;
  const others = missing > 0 ? [{ walkIn, guests: missing - 1 }] : [];
  const marks = [...players.map(({ userId }, index) => ({ userId, guests: index === 0 ? guests : 0 })), ...others];
  const sent = { marks: marks.map((mark) => ({ id: randomUUID(), presence: "here", ...mark })) };
  expect((await call(`/api/social-events/${id}/door`, host.token, "POST", sent)).status).toBe(200);
  const seen = (await view(id)).host?.people ?? [];
  await save(id, [
    ...seen.map(({ id: player, level }): Action => ({ type: "arrive", id: player, level: level ?? 3 })),
    { type: "start", at: AT },
    { type: "finish", game: "1-1", at: AT, score },
  ]);
  return id;
}

beforeAll(async () => {
  site = await startTestSite();
  const member = async (name: string) => {
    const user = { firstName: name, lastName: "Player" };
    return {
      name,
      ...(await site.signedIn({ email: `${name.toLowerCase()}@example.com`, user, groups: ["Members"] })),
    };
  };
  host = await member("Hana");
  people = await Promise.all(["Ana", "Ben", "Cy"].map(member));
});
afterAll(() => site.close());

/** Who won and who lost the only game of a board, by first name. */
async function sidesOf(eventId: string): Promise<[string[], string[]]> {
  const { board, host: hosted } = await view(eventId);
  const names = new Map(hosted?.people.map(({ id, name }) => [id, name.split(" ")[0] ?? ""]));
  const [one = [], other = []] = board?.games[0]?.sides ?? [];
  const named = (side: readonly string[]) => side.map((id) => names.get(id) ?? "");
  return [named(one), named(other)];
}

test("[COURT-04] a score moves the levels of those who played, each sees why, and a correction takes it back", async () => {
  const eventId = await playOne("Open play", people, [11, 7]);
  const [winners] = await sidesOf(eventId);
  for (const someone of people) {
    const isWinner = winners.includes(someone.name);
    const { results, levels } = await own(someone);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      eventId,
      activity: "Pickleball",
      points: isWinner ? 11 : 7,
      against: isWinner ? 7 : 11,
      change: isWinner ? 0.05 : -0.05,
      level: isWinner ? 3.05 : 2.95,
    });
    expect(levels).toEqual([{ activity: "Pickleball", games: 1, level: isWinner ? 3.05 : 2.95 }]);
    const others = [...(results[0]?.partners ?? []), ...(results[0]?.opponents ?? [])].toSorted();
    expect(others).toEqual(["Ana", "Ben", "Cy", "Wally"].filter((name) => name !== someone.name));
  }
  const [ana] = people as [Someone];
  const before = await levelOf(ana);
  await save(eventId, [{ type: "score", game: "1-1", was: [11, 7], score: [7, 11] }]);
  expect(await levelOf(ana)).toBe(before === 3.05 ? 2.95 : 3.05);
  await save(eventId, [{ type: "score", game: "1-1", was: [7, 11], score: null }]);
  expect((await own(ana)).levels).toEqual([]);
  await save(eventId, [{ type: "score", game: "1-1", was: null, score: [11, 7] }]);
  expect(await levelOf(ana)).toBe(before);
});

test("[COURT-04, DAY-07] a guest at the door plays, named after the person who brought them, and keeps no level", async () => {
  const [ana] = people as [Someone];
  const eventId = await playOne("Guests play", people, [11, 4], 1);
  const { board, names } = await view(eventId);
  expect(board?.players).toHaveLength(4);
  expect(Object.values(names).toSorted()).toEqual(["Ana", "Ana’s guest", "Ben", "Cy"]);
  const { results } = await own(ana);
  const played = results.find((result) => result.eventId === eventId);
  expect([...(played?.partners ?? []), ...(played?.opponents ?? [])].toSorted()).toEqual(["Ana’s guest", "Ben", "Cy"]);
  expect((await ladder(ana)).rows.map(({ name }) => name).toSorted()).toEqual([
    "Ana Player",
    "Ben Player",
    "Cy Player",
  ]);
  await save(eventId, [{ type: "score", game: "1-1", was: [11, 4], score: null }]);
  const other = await playOne("Guests of a walk-in", people.slice(0, 2), [11, 4]);
  const { results: all } = await own(ana);
  const last = all.find((result) => result.eventId === other);
  expect([...(last?.partners ?? []), ...(last?.opponents ?? [])].toSorted()).toEqual(["Ben", "Wally", "Wally’s guest"]);
  await save(other, [{ type: "score", game: "1-1", was: [11, 4], score: null }]);
});

/** A board on which the same four play `count` games, the next one `apart` minutes after the last, and Ana wins all. */
async function invented(eventId: string, count: number, apart: number) {
  const { host: hosted, version } = await view(eventId);
  const board = hosted?.board ?? EMPTY_BOARD;
  const [first] = board.games;
  if (!first) throw new Error("There is a game");
  const anas = hosted?.people.find(({ name }) => name.startsWith("Ana"))?.id ?? "";
  const score: Score = first.sides[0].includes(anas) ? [11, 0] : [0, 11];
  const games = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(AT) + index * apart * 60_000).toISOString();
    return { ...first, id: `${index + 1}-1`, round: index + 1, court: 1, score, startedAt: at, endedAt: at };
  });
  return { version, board: { ...board, games, plan: [] } };
}

test("[COURT-04] games that cannot have been played are refused, and a host who invents others moves nobody by more than half a level", async () => {
  const eventId = await playOne("Made up", people, null);
  const [ana] = people as [Someone];
  const sent = async (count: number, apart: number) => {
    const answer = await call(courts(eventId), host.token, "PUT", await invented(eventId, count, apart));
    return [answer.status, ((await answer.json()) as { message?: string }).message];
  };
  const pickleball = async () => (await own(ana)).levels.find(({ activity }) => activity === "Pickleball");
  const before = (await pickleball())?.level ?? 0;
  expect(await sent(150, 0)).toEqual([422, "Two games of the same court or player start at the same moment."]);
  expect(await sent(61, 1)).toEqual([422, "A player can have at most 60 games at an event."]);
  expect((await pickleball())?.level).toBeCloseTo(before, 9);
  // A minute apart, only every third can have been a game.
  expect((await sent(7, 1))[0]).toBe(200);
  expect(((await pickleball())?.level ?? 0) - before).toBeLessThanOrEqual(3 * 0.06);
  const made = (await own(ana)).results.filter((result) => result.eventId === eventId);
  expect(made.filter(({ isCounted }) => isCounted)).toHaveLength(3);
  expect((await sent(60, 5))[0]).toBe(200);
  expect(((await pickleball())?.level ?? 0) - before).toBeCloseTo(0.5, 9);
  // As if it had happened at ten events.
  await site.app.db.execute(sql`update court_results set change = change * 10 where event_id = ${eventId}`);
  expect((await pickleball())?.level).toBe(5);
  expect((await ladder(ana)).rows.every(({ level }) => level >= 1 && level <= 5)).toBe(true);
  await site.app.db.execute(sql`delete from court_results where event_id = ${eventId}`);
});

test("[COURT-04] members read the ladder and the round robin of a season; those who stay off it are not on it", async () => {
  const [ana, ben, cy] = people as [Someone, Someone, Someone];
  const shown = await ladder(ana);
  expect([shown.activity, shown.season.id, shown.activities]).toEqual(["Pickleball", "2026-Q4", ["Pickleball"]]);
  // Neither the walk-in nor the host, who did not play.
  expect(shown.rows.map(({ name }) => name.split(" ")[0] ?? "").toSorted()).toEqual(["Ana", "Ben", "Cy"]);
  expect(shown.rows.map(({ level }) => level)).toEqual(shown.rows.map(({ level }) => level).toSorted((a, b) => b - a));
  const robin = await ladder(ana, "?season=2026&table=round_robin&activity=Pickleball");
  expect(robin.rows.map(({ points, won }) => [points, won])).toEqual(robin.rows.map(({ won }) => [2 * won, won]));
  expect(robin.rows.filter(({ isYou }) => isYou).map(({ name }) => name)).toEqual(["Ana Player"]);
  expect((await ladder(ana, "?season=2026-Q3")).rows).toEqual([]);
  expect((await call("/api/ladder?season=yesterday", ana.token)).status).toBe(422);

  expect((await call("/api/ladder/own", ben.token, "PATCH", { isListed: false })).status).toBe(200);
  expect((await ladder(cy)).rows.map(({ name }) => name.split(" ")[0] ?? "").toSorted()).toEqual(["Ana", "Cy"]);
  expect(await own(ben)).toMatchObject({ isListed: false, results: [{ eventId: expect.any(String) }] });
  await call("/api/ladder/own", ben.token, "PATCH", { isListed: true });
  expect((await ladder(cy)).rows).toHaveLength(3);
});

test("[COURT-04] the next event's games are planned by levels; who stays off the ladder keeps theirs to themselves", async () => {
  const [ana, ben] = people as [Someone, Someone];
  await call("/api/ladder/own", ben.token, "PATCH", { isListed: false });
  const level = await levelOf(ana);
  const eventId = await playOne("Second play", people, [11, 9]);
  const { host: hosted } = await view(eventId);
  const levelIn = (name: string) => hosted?.people.find((each) => each.name.startsWith(name))?.level;
  expect(levelIn("Ana")).toBeTypeOf("number");
  expect([levelIn("Ben"), levelIn("Wally")]).toEqual([null, null]);
  const member = await site.tokenFor(["Members"]);
  expect(await (await call(courts(eventId), member)).text()).not.toContain('"level"');
  // Two results: each is counted with the levels from before its event.
  const { results } = await own(ana);
  expect(results.map((each) => each.level - each.change).at(-1)).toBeCloseTo(3, 9);
  expect((results[0]?.level ?? 0) - (results[0]?.change ?? 0)).toBeCloseTo(level ?? 0, 9);
  await call("/api/ladder/own", ben.token, "PATCH", { isListed: true });
});

test("[COURT-04] a player tells only the hosts that a score is wrong; a struck game is as if it had not been, until it counts again", async () => {
  const [ana, ben] = people as [Someone, Someone];
  const bothTables = async () => [(await ladder(ana)).rows, (await ladder(ana, "?table=round_robin")).rows];
  const before = await bothTables();
  const eventId = await playOne("Wrong score", people, [11, 3]);
  const counted = await bothTables();
  expect(counted).not.toEqual(before);
  const ofEvent = async (someone: Someone) => (await own(someone)).results.find((each) => each.eventId === eventId);
  const result = (await ofEvent(ana))?.id;
  const words = "It was 9 to 11.";
  const doubt = (as: string, body: unknown) => call("/api/ladder/own/doubts", as, "POST", body);
  expect((await doubt(ben.token, { result, words })).status).toBe(404);
  expect((await doubt(host.token, { result, words })).status).toBe(404);
  const empty = await doubt(ana.token, { result, words: " " });
  expect([empty.status, await empty.json()]).toEqual([422, expect.objectContaining({ fields: { words: SAY_WHAT } })]);
  expect((await doubt(ana.token, { result, words })).status).toBe(200);
  expect((await ofEvent(ana))?.doubt).toBe(words);

  const { db, clock } = site.app;
  const newcomer = () => site.signedIn({ email: `${randomUUID()}@example.com` });
  const [coHost, greeter] = [await newcomer(), await newcomer()];
  await db.insert(eventCoHosts).values({ eventId, userId: coHost.userId, namedAt: clock.now() });
  await db.insert(eventGreeters).values({ eventId, userId: greeter.userId, namedAt: clock.now() });
  const reads = async (as: string) => (await (await call(courts(eventId), as)).text()).includes(words);
  const [member, admin] = [await site.tokenFor(["Members"]), await site.tokenFor(["Admins"])];
  expect([await reads(host.token), await reads(coHost.token), await reads(admin)]).toEqual([true, true, true]);
  expect([await reads(ana.token), await reads(ben.token)]).toEqual([false, false]);
  expect([await reads(member), await reads(greeter.token)]).toEqual([false, false]);
  expect(JSON.stringify(await own(ben))).not.toContain(words);

  const board = await save(eventId, [{ type: "strike", game: "1-1", isStruck: true }]);
  expect(board.games[0]?.score).toEqual([11, 3]);
  expect(await bothTables()).toEqual(before);
  expect(await ofEvent(ana)).toBeUndefined();
  expect(await reads(host.token)).toBe(false);
  await save(eventId, [{ type: "strike", game: "1-1", isStruck: false }]);
  expect(await bothTables()).toEqual(counted);
  await save(eventId, [{ type: "score", game: "1-1", was: [11, 3], score: [9, 11] }]);
  const isOfEvent = sql`${eventId} = any(${auditLog.subjectIds})`;
  const logged = await db.select().from(auditLog).where(isOfEvent).orderBy(auditLog.id);
  expect(logged.map(({ before: was, after, actorUserId }) => [was, after, actorUserId])).toEqual(
    [
      ["11–3", "11–3, does not count"],
      ["11–3, does not count", "11–3"],
      ["11–3", "9–11"],
    ].map(([was, is]) => [{ result: `Round 1, court 1: ${was}` }, { result: `Round 1, court 1: ${is}` }, host.userId]),
  );
  await save(eventId, [{ type: "score", game: "1-1", was: [9, 11], score: null }]);
});

test("[COURT-04] results follow a person into a merge and out of its undo, and the board still knows them", async () => {
  const [ana, ben] = people as [Someone, Someone];
  const admin = await site.tokenFor(["Admins"]);
  const kept = await site.addUser({ firstName: "Ana", lastName: "Twin" });
  const { results } = await own(ana);
  const eventId = results[0]?.eventId ?? "";
  // Both records came, so the merge takes one of the two rows of the door.
  await site.app.db
    .insert(eventAttendance)
    .values({ eventId, id: randomUUID(), userId: kept.userId, presence: "here", markedAt: site.app.clock.now() });
  const followed = async () => (await (await call(courts(eventId), ben.token)).json()) as CourtsView;
  expect(Object.values((await followed()).names)).toContain("Ana");
  const merged = await site.post("/api/users/merge", { base: kept.userId, others: [ana.userId] }, admin);
  expect(merged.status).toBe(200);
  expect((await own(ana)).results).toEqual(results);
  expect(Object.values((await followed()).names)).toContain("Ana");
  expect((await view(eventId)).host?.people.filter(({ name }) => name.startsWith("Ana"))).toHaveLength(1);
  const { auditId } = (await merged.json()) as { auditId: string };
  expect((await site.post(`/api/admin/audit/${auditId}/undo`, {}, admin)).status).toBe(200);
  expect((await own(ana)).results).toEqual(results);
});

test("[COURT-04] after a deletion the game stays with a former member, and no other level moves", async () => {
  const [ana, ben, cy] = people as [Someone, Someone, Someone];
  const levels = [await levelOf(ana), await levelOf(ben)];
  expect((await call("/api/profile", cy.token, "DELETE", { confirm: "DELETE" })).status).toBe(200);
  expect([await levelOf(ana), await levelOf(ben)]).toEqual(levels);
  const [result] = (await own(ana)).results;
  const names = [...(result?.partners ?? []), ...(result?.opponents ?? [])];
  expect(names).toContain("Former member");
  expect(names).not.toContain("Cy");
  expect((await ladder(ben)).rows.map(({ name }) => name)).not.toContain("Cy Player");
});
