import { expect, test } from "vitest";
import { act, type Board, EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { unfairLead } from "#src/features/events/court-plan/rules/lead.ts";

const AT = "2026-11-28T15:00:00.000Z";
const five = ["a", "b", "c", "d", "e"].map((id): Action => ({ type: "arrive", id }));
const ONE_COURT: Action = { type: "configure", format: "doubles", courts: 1, minutes: 12 };

test("[COURT-01] warns about a swap that puts a player two games ahead; plans never do that", () => {
  const round: Action[] = [
    { type: "start", at: AT },
    { type: "finish", game: "1-1", at: AT, score: null },
  ];
  const board = [ONE_COURT, ...five, ...round].reduce<Board>(act, EMPTY_BOARD);
  expect(unfairLead(board)).toBeNull();
  const first = board.games[0]?.sides.flat() ?? [];
  const waited = ["a", "b", "c", "d", "e"].find((id) => !first.includes(id)) ?? "";
  const resting = board.plan[0]?.bench[0] ?? "";
  const swapped = act(board, { type: "swap", first: waited, second: resting });
  expect(unfairLead(swapped)).toMatchObject({ behind: waited, games: 2 });
  expect(unfairLead(act(swapped, { type: "swap", first: waited, second: resting }))).toBeNull();
});
