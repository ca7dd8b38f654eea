import fc from "fast-check";
import { expect, test } from "vitest";
import { act, type Board, EMPTY_BOARD, gamesInPlay } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { FORMATS } from "#src/features/events/court-plan/rules/formats.ts";
import { gamesOf } from "#src/features/events/court-plan/rules/turns.ts";
import type { Score } from "#src/features/events/court-plan/rules/score.ts";

const AT = "2026-11-28T15:00:00.000Z";
/** Half of a 12-minute game later. */
const HALF = "2026-11-28T15:06:00.000Z";
const run = (actions: readonly Action[], board: Board = EMPTY_BOARD) => actions.reduce(act, board);
const names = (count: number, first = 0) => Array.from({ length: count }, (_, index) => `p${first + index}`);
const arrivals = (count: number, first = 0): Action[] => names(count, first).map((id) => ({ type: "arrive", id }));
const courts = (count: number): Action => ({ type: "configure", format: "doubles", courts: count, minutes: 12 });
const START: Action = { type: "start", at: AT };

const finishAll = (board: Board) =>
  gamesInPlay(board).reduce((now, { id }) => act(now, { type: "finish", game: id, at: AT, score: null }), board);
const playRounds = (board: Board, count: number) =>
  Array.from({ length: count }).reduce<Board>((now) => finishAll(act(now, START)), board);

/** The most minus the fewest counted games among present players. */
function spread(board: Board): number {
  const counts = board.players
    .filter(({ presence }) => presence === "here")
    .map(({ id }) => gamesOf(board, id).counted);
  return counts.length === 0 ? 0 : Math.max(...counts) - Math.min(...counts);
}

const id = fc.integer({ min: 0, max: 19 }).map((number) => `p${number}`);
const presence = fc.constantFrom("here" as const, "resting" as const, "left" as const);
const court = fc.integer({ min: 1, max: 4 });
const game = fc.tuple(fc.integer({ min: 1, max: 5 }), court).map(([round, number]) => `${round}-${number}`);
const score = fc.option(fc.tuple(fc.nat(11), fc.nat(11)));

const fair = fc.oneof(
  fc.record({ type: fc.constant("arrive" as const), id }),
  fc.record({ type: fc.constant("presence" as const), id, presence }),
  fc.record({ type: fc.constant("court" as const), court, isOpen: fc.boolean(), at: fc.constant(HALF) }),
  fc.record({ type: fc.constant("level" as const), id, level: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    type: fc.constant("wish" as const),
    id,
    other: id,
    wish: fc.constantFrom("with" as const, "apart" as const, null),
  }),
  fc.constant<Action>({ type: "shuffle" }),
);
const anything: fc.Arbitrary<Action> = fc.oneof(
  fair,
  fc.constant(START),
  fc.record({ type: fc.constant("finish" as const), game, at: fc.constant(AT), score }),
  fc.record({ type: fc.constant("score" as const), game, was: score, score }),
  fc.record({ type: fc.constant("long" as const), game }),
  fc.record({ type: fc.constant("long" as const), game, isLong: fc.constant(false as const) }),
  fc.record({ type: fc.constant("court" as const), court, isOpen: fc.boolean(), at: fc.constant(AT) }),
  fc.record({ type: fc.constant("swap" as const), first: id, second: id }),
  fc.record({
    type: fc.constant("configure" as const),
    format: fc.constantFrom(...FORMATS),
    courts: court,
    minutes: fc.constant(12),
  }),
);

/** Whether an action ends this game. */
const ends = (action: Action, { id: gameId, court: number }: { id: string; court: number }) =>
  (action.type === "finish" && action.game === gameId) ||
  (action.type === "court" && !action.isOpen && action.court === number);

test("[COURT-02] no action moves a court in play, seats a player twice, or seats a player who left", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 25 }), (actions) => {
      let board = run([courts(3), ...arrivals(13), START]);
      for (const action of actions) {
        const next = act(board, action);
        for (const before of gamesInPlay(board)) {
          const after = next.games.find((each) => each.id === before.id);
          expect([after?.court, after?.sides, after?.startedAt]).toEqual([
            before.court,
            before.sides,
            before.startedAt,
          ]);
          expect(ends(action, before) || after?.endedAt === null).toBe(true);
        }
        const inPlay = gamesInPlay(next);
        expect(new Set(inPlay.flatMap(({ sides }) => sides.flat())).size).toBe(
          inPlay.flatMap(({ sides }) => sides.flat()).length,
        );
        expect(new Set(inPlay.map((each) => each.court)).size).toBe(inPlay.length);
        const here = new Set(next.players.flatMap((each) => (each.presence === "here" ? [each.id] : [])));
        for (const { games, bench } of next.plan) {
          const all = [...games.flatMap(({ sides }) => sides.flat()), ...bench];
          expect(new Set(all).size).toBe(all.length);
          for (const each of all) expect(here).toContain(each);
        }
        board = next;
      }
    }),
    { numRuns: 25 },
  );
});

test("[COURT-01] [COURT-02] games differ by at most one, through arrivals, leavers and closed courts", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(fair, { maxLength: 4 }), fc.array(fair, { maxLength: 3 })), { maxLength: 6 }),
      (rounds) => {
        let board = run([courts(3), ...arrivals(11)]);
        for (const [before, during] of rounds) {
          board = finishAll(run(during, act(run(before, board), START)));
          expect(spread(board)).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test("[COURT-01] [COURT-02] players whose game was cut short by rain catch up, until games differ by at most one", () => {
  const rains = fc.array(fc.subarray([1, 2, 3], { minLength: 1 }), { minLength: 1, maxLength: 2 });
  fc.assert(
    // Three rest in each round: nobody can catch up while everybody plays.
    fc.property(fc.constantFrom(11, 15), rains, (count, rounds) => {
      let board = run([courts(3), ...arrivals(count)]);
      const setCourts = (isOpen: boolean, numbers: readonly number[]) =>
        numbers.map((number): Action => ({ type: "court", court: number, isOpen, at: AT }));
      for (const rain of rounds) {
        const before = act(run(setCourts(true, [1, 2, 3]), board), START);
        const stopped = gamesInPlay(before).filter((each) => rain.includes(each.court));
        const after = run(setCourts(false, rain), before);
        for (const player of stopped.flatMap(({ sides }) => sides.flat()))
          expect(gamesOf(after, player).counted).toBe(gamesOf(before, player).counted - 1);
        board = finishAll(after);
      }
      board = playRounds(run(setCourts(true, [1, 2, 3]), board), 8);
      expect(spread(board)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 10 },
  );
});

test.each([
  ["in its first half", 12, "2026-11-28T15:05:59.000Z", 0],
  ["in its second half", 12, HALF, 1],
  ["without a timer", 0, "2026-11-28T15:45:00.000Z", 0],
])("[COURT-01] a game whose court closes %s, without a score", (_, minutes, at, counted) => {
  const set: Action = { type: "configure", format: "doubles", courts: 1, minutes };
  const closed = run([set, ...arrivals(4), START, { type: "court", court: 1, isOpen: false, at }]);
  expect(closed.games[0]?.endedAt).toBe(at);
  expect(gamesOf(closed, "p0")).toEqual({ played: counted, counted });
  // A score entered later shows that it was played after all.
  const scored = act(closed, { type: "score", game: "1-1", was: null, score: [11, 7] });
  expect(gamesOf(scored, "p0").counted).toBe(1);
});

test("[COURT-01] a game that was cut short does not count for partners", () => {
  const cut = run([courts(1), ...arrivals(4), START, { type: "court", court: 1, isOpen: false, at: AT }]);
  const again = playRounds(act(cut, { type: "court", court: 1, isOpen: true, at: AT }), 3);
  const partners = again.games.slice(1).flatMap(({ sides }) => sides.map((side) => side.toSorted().join(" ")));
  expect(new Set(partners).size).toBe(6);
});

test("[COURT-02] a longer game plays on: the next round leaves its court and people alone", () => {
  const started = run([courts(3), ...arrivals(14), START]);
  const [long, ...others] = gamesInPlay(started);
  const late = others.reduce(
    (now, { id: over }) => act(now, { type: "finish", game: over, at: AT, score: null }),
    started,
  );
  const next = act(late, START);
  const people = long?.sides.flat() ?? [];
  const second = next.games.filter(({ round }) => round === 2);
  expect(gamesInPlay(next).map((each) => each.id)).toContain(long?.id);
  expect(second.map((each) => each.court)).toEqual([2, 3]);
  for (const each of second) for (const player of each.sides.flat()) expect(people).not.toContain(player);
  // Once it is over, its players are planned again.
  const over = act(next, { type: "finish", game: long?.id ?? "", at: AT, score: null });
  const planned = over.plan[0]?.games.flatMap(({ sides }) => sides.flat());
  expect(planned).toEqual(expect.arrayContaining(people));
});

test("a late arrival starts with the fewest games of anyone, and does not play every round", () => {
  const board = playRounds(run([courts(2), ...arrivals(10)]), 5);
  const later = act(board, { type: "arrive", id: "late" });
  expect(gamesOf(later, "late")).toEqual({ played: 0, counted: 4 });
  expect(spread(playRounds(later, 4))).toBeLessThanOrEqual(1);
});

test("[COURT-01] the host's swap in the next round stays while later rounds are replanned", () => {
  const board = run([courts(2), ...arrivals(10)]);
  const [benched = ""] = board.plan[0]?.bench ?? [];
  const [playing = ""] = board.plan[0]?.games[0]?.sides[0] ?? [];
  const swapped = act(board, { type: "swap", first: benched, second: playing });
  expect(swapped.plan[0]?.bench).toContain(playing);
  const changed = run(
    [
      { type: "arrive", id: "new" },
      { type: "court", court: 2, isOpen: true, at: AT },
    ],
    swapped,
  );
  expect(changed.plan[0]?.games).toEqual(swapped.plan[0]?.games);
  // It is dropped if one of its players leaves.
  const left = act(changed, { type: "presence", id: benched, presence: "left" });
  expect(left.plan[0]?.games.flatMap(({ sides }) => sides.flat())).not.toContain(benched);
});

test("[COURT-04] a score can be entered after the game, corrected and removed; ending the game again keeps it", () => {
  const over = finishAll(run([courts(1), ...arrivals(4), START]));
  const scoreNow = (board: Board) => board.games[0]?.score;
  const correct = (was: Score | null, next: Score | null): Action => ({ type: "score", game: "1-1", was, score: next });
  const entered = act(over, correct(null, [11, 7]));
  expect(scoreNow(entered)).toEqual([11, 7]);
  for (const again of [null, [1, 2]] as const)
    expect(act(entered, { type: "finish", game: "1-1", at: AT, score: again })).toBe(entered);
  // A phone that ends the game later adds the score that the first one lacked.
  expect(scoreNow(act(over, { type: "finish", game: "1-1", at: AT, score: [9, 11] }))).toEqual([9, 11]);
  expect(scoreNow(run([correct([11, 7], [11, 9]), correct([11, 9], null)], entered))).toBeNull();
  const started = run([courts(1), ...arrivals(4), START]);
  expect(act(started, correct(null, [11, 7]))).toBe(started);
});

test("[COURT-04] two phones that correct one score end with the same board, and the first correction stays", () => {
  const base = run([{ type: "finish", game: "1-1", at: AT, score: [11, 7] }], run([courts(1), ...arrivals(4), START]));
  const points = fc.tuple(fc.nat(11), fc.nat(11));
  fc.assert(
    fc.property(points, points, (one, other) => {
      const corrections = [one, other].map((each): Action => ({
        type: "score",
        game: "1-1",
        was: [11, 7],
        score: each,
      }));
      const saved = run(corrections, base);
      // The second phone repeats its action on the board that the first one saved.
      expect(run(corrections.slice(1), saved).games).toEqual(saved.games);
      expect(saved.games[0]?.score).toEqual(String(one) === "11,7" ? other : one);
    }),
  );
});

test("[COURT-01] [COURT-02] repeating saved actions after a lost response changes nothing", () => {
  const board = run([courts(2), ...arrivals(10)]);
  const [benched = ""] = board.plan[0]?.bench ?? [];
  const playing = board.plan[0]?.games[0]?.sides[0]?.[1] ?? "";
  for (const repeated of [
    { type: "swap", first: benched, second: playing, round: 1, seat: -1 },
    { type: "swap", first: playing, second: benched, round: 1, seat: 1 },
    { type: "shuffle", was: board.seed },
    { type: "start", at: AT, round: 1 },
  ] as const) {
    const done = act(board, repeated);
    expect(done).not.toBe(board);
    expect(act(done, repeated)).toBe(done);
    // Nor after the round is over.
    const later = playRounds(done, 1);
    expect(act(later, repeated)).toBe(later);
  }
});

test("actions that do not apply change nothing", () => {
  const board = run([courts(1), ...arrivals(5), START]);
  for (const action of [
    { type: "finish", game: "9-9", at: AT, score: null },
    { type: "long", game: "9-9" },
    { type: "score", game: "9-9", was: null, score: [11, 7] },
    { type: "swap", first: "p0", second: "nobody" },
    { type: "presence", id: "nobody", presence: "left" },
    { type: "wish", id: "p0", other: "p0", wish: "with" },
  ] as const)
    expect(act(board, action)).toBe(board);
});
