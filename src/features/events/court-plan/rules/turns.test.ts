import { expect, test } from "vitest";
import { act, type Board, EMPTY_BOARD, gamesInPlay } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 15, minute)).toISOString();
const start = (minute: number): Action => ({ type: "start", at: at(minute) });
const finish = (game: string, minute: number): Action => ({ type: "finish", game, at: at(minute), score: null });
const run = (actions: readonly Action[], board: Board = EMPTY_BOARD) => actions.reduce(act, board);

/** Sixteen people on two courts, shuffled `lot` times. */
function twoCourts(lot: number): Board {
  const people = Array.from({ length: 16 }, (_, index): Action => ({ type: "arrive", id: `p${index}` }));
  const mixes = Array.from({ length: lot }, (): Action => ({ type: "shuffle" }));
  return run([...people, ...mixes, start(0)]);
}

const playingOn = (board: Board, court: number) =>
  gamesInPlay(board)
    .filter((game) => game.court === court)
    .flatMap(({ sides }) => sides.flat());

test.each(Array.from({ length: 12 }, (_, lot) => lot))(
  "[COURT-01] players who sat out go before those coming off a long game, after %i shuffles",
  (lot) => {
    const first = twoCourts(lot);
    const satOut = playingOn(first, 2);
    const second = run([{ type: "long", game: "1-1" }, finish("1-2", 12), start(13)], first);
    expect(playingOn(second, 2)).not.toEqual(expect.arrayContaining(satOut));
    const third = run([finish("1-1", 20), finish("2-2", 25), start(26)], second);
    expect([...playingOn(third, 1), ...playingOn(third, 2)]).toEqual(expect.arrayContaining(satOut));
  },
);

test("[COURT-02] marking a game as long can be undone: the next round waits for it again", () => {
  const board = twoCourts(0);
  const marked = act(board, { type: "long", game: "1-1" });
  expect(marked.plan[0]?.games.map(({ court }) => court)).toEqual([2]);
  const back = act(marked, { type: "long", game: "1-1", isLong: false });
  expect(back.plan[0]?.games.map(({ court }) => court)).toEqual([1, 2]);
  expect(back.games).toEqual(board.games);
});

test("[COURT-02] a round that need not wait can start beside a game that plays on through two rounds", () => {
  const marked = act(twoCourts(0), { type: "long", game: "1-1" });
  const second = run([finish("1-2", 12), start(13)], marked);
  // The long game is still in play, so the next round must not use its players or court.
  const third = run([finish("2-2", 25), start(26)], second);
  expect(playingOn(third, 1)).toEqual(playingOn(second, 1));
  expect(playingOn(third, 2)).toHaveLength(4);
  const fourth = run([finish("1-1", 30), finish("3-2", 40), start(41)], third);
  expect(gamesInPlay(fourth).map(({ court }) => court)).toEqual([1, 2]);
});
