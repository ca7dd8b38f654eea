import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#src/db/tables/admin.ts";
import { eventAttendance } from "#src/db/tables/attendance.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { act, type Board, EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { playerIdOf } from "#src/features/events/court-plan/rules/players.ts";
import type { CourtsView, Followed } from "#src/features/events/courts/schema.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import { makeEvent } from "#seeds/factories.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const EVENT = "2026-11-22-open-play";
const PATH = `/api/social-events/${EVENT}/courts`;
const AT = "2026-11-21T15:00:00.000Z";

let site: TestSite;
let host: { userId: string; token: string };
let ids: string[];

const call = (path: string, method = "GET", body?: unknown, as = host.token) =>
  site.fetch(path, {
    method,
    as,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
const run = (actions: readonly Action[], board: Board = EMPTY_BOARD) => actions.reduce(act, board);
const read = async () => (await (await call(PATH)).json()) as CourtsView;

beforeAll(async () => {
  site = await startTestSite();
  host = await site.signedIn({ email: "host@example.com", user: { firstName: "Hana", lastName: "Host" } });
  const startsAt = new Date(site.app.clock.now().getTime() - 60_000);
  const event = makeEvent({ day: "2026-11-22", title: "Open play", startsAt, hostUserId: host.userId });
  await site.addEvent({ ...event, id: EVENT });
  const people = ["Ana Ruiz", "Ana Rubio", "Ben Otto", "Cy Marsh", "Dee Fox"].map((name) => ({
    id: randomUUID(),
    name,
  }));
  const marks = people.map((walkIn) => ({ id: randomUUID(), walkIn, presence: "here" }));
  await call(`/api/social-events/${EVENT}/door`, "POST", { marks });
  ids = people.map(({ id }) => playerIdOf(id));
});
afterAll(() => site.close());

test("[COURT-01] a host makes rounds from those checked in; a phone on an old version is told, and nothing is lost", async () => {
  const before = await read();
  expect(before.host?.people.map(({ name, isHere }) => [name, isHere])).toHaveLength(5);
  expect([before.version, before.board, before.host?.usualFormat]).toEqual([0, null, "fours"]);
  const board = run(ids.map((id) => ({ type: "arrive", id })));
  expect((await call(PATH, "PUT", { version: 0, board })).status).toBe(200);
  const saved = await read();
  expect(saved.host?.board).toEqual(board);
  // The other phone did not know of it.
  const other = await call(PATH, "PUT", { version: 0, board: EMPTY_BOARD });
  expect([other.status, (await read()).version]).toEqual([409, 1]);
});

test("a board that does not add up is refused", async () => {
  const { host: own, version } = await read();
  const board = own?.board as Board;
  const [first = ""] = ids;
  const twice = { ...board, plan: [{ games: [{ court: 1, sides: [[first], [first]] }], bench: [] }] };
  const players = [...board.players, { ...board.players[0], id: "Ana Ruiz" }];
  for (const wrong of [twice, { ...board, players: [] }, { ...board, courts: [] }, { ...board, players }])
    expect((await call(PATH, "PUT", { version, board: wrong })).status).toBe(422);
  expect((await read()).version).toBe(version);
});

test("[COURT-01] the board of a tournament day with 600 games is saved", async () => {
  const startsAt = new Date(site.app.clock.now().getTime() - 60_000);
  const event = makeEvent({ day: "2026-11-22", title: "All day", startsAt, hostUserId: host.userId });
  await site.addEvent({ ...event, id: "2026-11-22-all-day" });
  const path = "/api/social-events/2026-11-22-all-day";
  const marks = Array.from({ length: 40 }, (_, index) => ({
    id: randomUUID(),
    walkIn: { id: randomUUID(), name: `Player ${index}` },
    presence: "here",
  }));
  expect((await call(`${path}/door`, "POST", { marks })).status).toBe(200);
  const players = marks.map(({ walkIn }) => playerIdOf(walkIn.id));
  const board = run(players.map((id) => ({ type: "arrive", id })));
  const games = Array.from({ length: 600 }, (_, index) => {
    const at = new Date(Date.parse(AT) + index * 1000).toISOString();
    const four = players.slice((4 * index) % 40).slice(0, 4);
    const sides = [four.slice(0, 2), four.slice(2)];
    const when = { startedAt: at, endedAt: at };
    return { id: `${index + 1}-1`, round: index + 1, court: 1, sides, isLong: false, score: [21, 19], ...when };
  });
  expect((await call(`${path}/courts`, "PUT", { version: 0, board: { ...board, games } })).status).toBe(200);
  // However many results it corrects, a save is one entry of the log.
  const struck = games.map((game) => ({ ...game, isStruck: true }));
  expect((await call(`${path}/courts`, "PUT", { version: 1, board: { ...board, games: struck } })).status).toBe(200);
  const logged = await site.app.db
    .select()
    .from(auditLog)
    .where(sql`'2026-11-22-all-day' = any(${auditLog.subjectIds})`);
  expect(logged).toMatchObject([
    { before: { result: expect.stringMatching(/^Round 1, court 1: 21–19; .*and 590 more$/) } },
  ]);
});

test("[COURT-01] games that nobody can have played are refused in words", async () => {
  const { host: own, version } = await read();
  const board = own?.board as Board;
  const [one = "", two = "", three = "", four = ""] = ids;
  const game = { id: "1-1", round: 1, court: 1, isLong: false, score: [11, 7], startedAt: AT, endedAt: AT };
  const sides = [
    [one, two],
    [three, four],
  ];
  const sent = async (...games: object[]) => {
    const answer = await call(PATH, "PUT", { version, board: { ...board, games, plan: [] } });
    return [answer.status, ((await answer.json()) as { message?: string }).message ?? ""] as const;
  };
  const wrong = [
    [{ ...game, sides: [[one, two], [one]] }],
    [{ ...game, sides: [[one, one], [three]] }],
    [
      { ...game, sides },
      { ...game, id: "1-2", court: 2, sides: [[one], [ids[4]]] },
    ],
    [{ ...game, id: "1-7", sides }],
    [{ ...game, sides: [[], [three, four]] }],
    [{ ...game, sides, startedAt: "0000-01-01T00:00:00Z" }],
    [{ ...game, sides, endedAt: "0000-12-31T23:59:59.999Z" }],
    [{ ...game, sides, endedAt: "9999-12-31T23:59:59.999Z" }],
    // No game of pickleball or volleyball ends so.
    [{ ...game, sides, score: [11, 11] }],
    // One court twice at once.
    [
      { ...game, sides },
      { ...game, id: "2-1", round: 2, sides: [[ids[4]], [one]] },
    ],
  ];
  for (const games of wrong) {
    const [status, message] = await sent(...games);
    expect(status, JSON.stringify(games)).toBe(422);
    expect(message).not.toBe("");
  }
  expect((await read()).version).toBe(version);
});

test("[COURT-01] a player is a person or a walk-in of the event's door", async () => {
  const { host: own, version } = await read();
  const board = own?.board ?? EMPTY_BOARD;
  const stranger = act(board, { type: "arrive", id: "0badcafe" });
  const answer = await call(PATH, "PUT", { version, board: stranger });
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    422,
    "A player on the board is not on the door list of this event. Reload the page.",
  ]);
  expect((await read()).version).toBe(version);
});

test("[COURT-03] players follow by the link without an account, live, by first names alone, until it ends", async () => {
  const made = (await (await call(`${PATH}/link`, "POST")).json()) as { link: { url: string } };
  const token = new URL(made.link.url).pathname.split("/").at(-1) ?? "";
  const asVisitor = (path: string) => site.fetch(path);
  const live = await expectReady(await asVisitor(`/api/live?court-link=${token}`));
  const followed = (await (await asVisitor(`/api/courts/${token}`)).json()) as Followed;
  // Two people are called Ana, and their last names begin alike.
  expect(Object.values(followed.names).toSorted()).toEqual(["Ana Rub.", "Ana Rui.", "Ben", "Cy", "Dee"]);
  expect(JSON.stringify(followed)).not.toMatch(/Ruiz|Otto|Marsh|level|wants|avoids/);
  const { host: own, version } = await read();
  const board = run([{ type: "start", at: AT }], own?.board as Board);
  await call(PATH, "PUT", { version, board });
  site.live.hearCourts(EVENT);
  expect((await live.next())?.event).toBe("changed");
  const after = (await (await asVisitor(`/api/courts/${token}`)).json()) as Followed;
  expect(after.board?.games).toEqual(board.games);
  // A new link ends the old one and its streams; after the day of the event there is none.
  const again = (await (await call(`${PATH}/link`, "POST")).json()) as { link: { url: string } };
  site.live.hearCourts(EVENT);
  expect(await live.rest()).toEqual([]);
  expect((await asVisitor(`/api/courts/${token}`)).status).toBe(404);
  const current = new URL(again.link.url).pathname.split("/").at(-1) ?? "";
  expect((await asVisitor(`/api/courts/${current}`)).status).toBe(200);
  await call(`${PATH}/link`, "DELETE");
  expect((await asVisitor(`/api/courts/${current}`)).status).toBe(404);
  expect((await asVisitor(`/api/live?court-link=${current}`)).status).toBe(404);
  const last = (await (await call(`${PATH}/link`, "POST")).json()) as { link: { url: string } };
  const late = new Date(site.app.clock.now().getTime() - 25 * 3_600_000);
  await site.app.db.update(socialEvents).set({ startsAt: late }).where(eq(socialEvents.id, EVENT));
  expect((await asVisitor(`/api${new URL(last.link.url).pathname}`)).status).toBe(404);
});

test("[COURT-04] a score that is corrected on one phone is on the board of all; a phone that ends the game late keeps it", async () => {
  const save = async (actions: readonly Action[]) => {
    const { host: own, version } = await read();
    const board = run(actions, own?.board as Board);
    expect((await call(PATH, "PUT", { version, board })).status).toBe(200);
  };
  const [game = ""] = ((await read()).board?.games ?? []).map(({ id }) => id);
  await save([{ type: "finish", game, at: AT, score: [11, 7] }]);
  await save([{ type: "score", game, was: [11, 7], score: [11, 9] }]);
  await save([
    { type: "score", game, was: [11, 7], score: [2, 11] },
    { type: "finish", game, at: AT, score: null },
  ]);
  const member = await site.tokenFor(["Members"]);
  const view = (await (await call(PATH, "GET", undefined, member)).json()) as CourtsView;
  expect(view.board?.games.map(({ score }) => score)).toEqual([[11, 9]]);
  // A tie from before ties were refused stays, and stops nothing.
  await site.app.db.execute(
    sql`update court_boards set board = jsonb_set(board, '{games,0,score}', '[9, 9]') where event_id = ${EVENT}`,
  );
  await save([{ type: "level", id: ids[0] ?? "", level: 4 }]);
  expect((await read()).board?.games.map(({ score }) => score)).toEqual([[9, 9]]);
});

test("a stranger's account reads no board; a member reads it without levels and wishes", async () => {
  const stranger = await site.signedIn({ email: "stranger@example.com" });
  const member = await site.tokenFor(["Members"]);
  expect((await call(PATH, "GET", undefined, stranger.token)).status).toBe(403);
  // Until the host checks them in: who plays follows the board.
  const seenBy = async () => {
    const state = await call(`/api/social-events/${EVENT}/rsvp`, "GET", undefined, stranger.token);
    return [(await call(PATH, "GET", undefined, stranger.token)).status, ((await state.json()) as RsvpState).hasBoard];
  };
  expect(await seenBy()).toEqual([403, false]);
  await site.app.db.insert(eventAttendance).values({
    eventId: EVENT,
    id: randomUUID(),
    userId: stranger.userId,
    presence: "here",
    markedAt: site.app.clock.now(),
  });
  expect(await seenBy()).toEqual([200, true]);
  const view = (await (await call(PATH, "GET", undefined, member)).json()) as CourtsView;
  expect(view.host).toBeNull();
  expect(view.board?.games).toHaveLength(1);
  expect(JSON.stringify(view)).not.toMatch(/level|wants|Ruiz/);
});
