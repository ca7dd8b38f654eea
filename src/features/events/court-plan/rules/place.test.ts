import fc from "fast-check";
import { expect, test } from "vitest";
import {
  act,
  type Board,
  dealt,
  EMPTY_BOARD,
  gamesInPlay,
  roundToStart,
} from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { placeOf } from "#src/features/events/court-plan/rules/place.ts";

const AT = "2026-11-28T15:00:00.000Z";
const run = (actions: readonly Action[], board: Board = EMPTY_BOARD) => actions.reduce(act, board);
const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const arrivals = (count: number): Action[] => names(count).map((id) => ({ type: "arrive", id }));
const courts = (count: number): Action => ({ type: "configure", format: "doubles", courts: count, minutes: 12 });
const START: Action = { type: "start", at: AT };

/** Ends the games on these courts, or all. */
const finish = (board: Board, numbers: readonly number[] = board.courts.map(({ number }) => number)) =>
  gamesInPlay(board)
    .filter(({ court }) => numbers.includes(court))
    .reduce((now, { id }) => act(now, { type: "finish", game: id, at: AT, score: null }), board);

test("[COURT-03] a player announced as next does play next, whichever court ends first, if the host waits or not", () => {
  const some = fc.subarray([1, 2, 3]);
  fc.assert(
    fc.property(
      fc.integer({ min: 7, max: 18 }),
      fc.array(fc.tuple(some, fc.boolean()), { maxLength: 3 }),
      some,
      some,
      fc.subarray([1, 2, 3], { minLength: 1 }),
      (count, before, long, over, then) => {
        const played = before.reduce(
          (board, [first, waits]) => {
            const ended = finish(act(board, START), first);
            return finish(waits ? ended : act(ended, START));
          },
          run([courts(3), ...arrivals(count)]),
        );
        const started = act(played, START);
        const playsOn = gamesInPlay(started).filter(({ court }) => long.includes(court));
        const marked = playsOn.reduce((now, { id }) => act(now, { type: "long", game: id }), started);
        const board = finish(marked, over);
        const told = names(count).map((id) => ({ id, place: placeOf(board, id) }));
        const next = act(finish(board, then), START);
        if (next.games.length === board.games.length) return;
        const round = next.games.slice(board.games.length);
        for (const { id, place } of told) {
          if (place.kind !== "next") continue;
          const court = round.find(({ sides }) => sides.flat().includes(id))?.court;
          expect(court).toBe(place.court ?? court);
          expect(court).toBeDefined();
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("[COURT-03] while all courts play, players certain to be next have no court yet, and the others wait", () => {
  const board = run([courts(2), ...arrivals(9), START]);
  const busy = gamesInPlay(board).flatMap(({ sides }) => sides.flat());
  const rested = names(9).filter((id) => !busy.includes(id));
  expect(rested.map((id) => placeOf(board, id))).toEqual([{ kind: "next", court: null }]);
  // Eight wait for four seats.
  const many = run([courts(2), ...arrivals(16), START]);
  const playing = gamesInPlay(many).flatMap(({ sides }) => sides.flat());
  for (const id of names(16).filter((each) => !playing.includes(each)))
    expect(placeOf(many, id)).toEqual({ kind: "waiting" });
});

test("[COURT-01] [COURT-03] announced games are played; none are announced while a free court could start early", () => {
  const started = run([courts(3), ...arrivals(14), START]);
  const mixed = act(started, { type: "finish", game: "1-1", at: AT, score: null });
  const busy = new Set(gamesInPlay(mixed).flatMap(({ sides }) => sides.flat()));
  const played1 = new Set(started.games.flatMap(({ sides }) => sides.flat()));
  for (const each of names(14))
    expect(placeOf(mixed, each)).toMatchObject(
      busy.has(each) ? { kind: "playing" } : played1.has(each) ? { kind: "waiting" } : { kind: "next", court: null },
    );
  // The host sees and may swap what "Start round" starts.
  const seen = dealt(mixed);
  const played = (board: Board) => board.games.filter(({ round }) => round === 2).map(({ sides }) => sides);
  expect(played(act(mixed, START))).toEqual(seen.plan[0]?.games.map(({ sides }) => sides));
  const [benched = ""] = seen.plan[0]?.bench ?? [];
  const [playing = ""] = seen.plan[0]?.games[0]?.sides[0] ?? [];
  const swapped = act(mixed, { type: "swap", first: benched, second: playing });
  // Not announced yet: the long games may end first, and then their players are planned in.
  expect(placeOf(swapped, benched)).toEqual({ kind: "waiting" });
  expect(played(act(swapped, START)).flat(2)).toContain(benched);
  // Courts that become free after the swap are used too.
  expect(finish(swapped).plan[0]?.games).toHaveLength(3);
  // With every game over, the round planned for that case is played.
  const over = finish(mixed);
  expect(over.plan).toEqual(started.plan);
  const next = over.plan[0]?.games ?? [];
  for (const planned of next)
    for (const each of planned.sides.flat())
      expect(placeOf(over, each)).toEqual({ kind: "next", court: planned.court });
  // A free court with too few waiting players starts nothing.
  const few = act(run([courts(4), ...arrivals(10), START]), {
    type: "configure",
    format: "doubles",
    courts: 4,
    minutes: 8,
  });
  expect(dealt(few)).toBe(few);
  expect(roundToStart(few)).toBeUndefined();
  expect(roundToStart(mixed)?.games).toEqual(seen.plan[0]?.games);
  expect(act(few, START)).toBe(few);
});

test("[COURT-03] the board says where a person plays, plays next, or when", () => {
  const board = run([courts(1), ...arrivals(6), START]);
  const [playing = ""] = gamesInPlay(board)[0]?.sides[0] ?? [];
  const next = board.plan[0]?.games[0];
  const waiting = board.players
    .map((player) => player.id)
    .filter((each) => !gamesInPlay(board)[0]?.sides.flat().includes(each));
  expect(placeOf(board, playing)).toEqual({ kind: "playing", court: 1 });
  expect(waiting.map((each) => placeOf(board, each))).toEqual([
    { kind: "next", court: 1 },
    { kind: "next", court: 1 },
  ]);
  expect(next?.sides.flat()).toEqual(expect.arrayContaining(waiting));
  expect(placeOf(act(board, { type: "presence", id: waiting[0] ?? "", presence: "left" }), waiting[0] ?? "")).toEqual({
    kind: "away",
  });
  const [benched = ""] = board.plan[0]?.bench ?? [];
  expect(placeOf({ ...board, games: [] }, benched).kind).toBe("resting");
});
