import type { BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import { changeOf, START_LEVEL } from "#src/features/events/ladder/rules/level.ts";

/** A game's result for one player. */
export type Result = {
  readonly player: string;
  readonly game: string;
  readonly side: 0 | 1;
  readonly points: number;
  readonly against: number;
  readonly endedAt: Date;
  readonly change: number;
};

/** Only this many games of an event, the first ones, move a person's level: a long day of open play. */
export const COUNTED_GAMES = 24;
/** Maximum change by one event: ten wins in a row against equals. */
export const MOST_CHANGE_AN_EVENT = 0.5;
/** Minimum time between the starts of a person's games. */
export const SHORTEST_GAME_MINUTES = 3;

type Played = { readonly games: number; readonly lastAt: number; readonly sum: number };
const NOTHING_PLAYED: Played = { games: 0, lastAt: -Infinity, sum: 0 };

const limited = (sum: number): number => Math.min(MOST_CHANGE_AN_EVENT, Math.max(-MOST_CHANGE_AN_EVENT, sum));

/** Adds a game whose formula gives `change`, clamped to the limits of an event. */
function withGame(before: Played, startedAt: string, change: number): Played {
  const at = Date.parse(startedAt);
  const isCounted = before.games < COUNTED_GAMES && at - before.lastAt >= SHORTEST_GAME_MINUTES * 60_000;
  if (!isCounted) return before;
  return { games: before.games + 1, lastAt: at, sum: limited(before.sum + change) };
}

/** Results of finished games with a score that are not struck, computed with the levels from before the event. */
export function resultsOf(games: readonly BoardGame[], levels: ReadonlyMap<string, number>): Result[] {
  const played = new Map<string, Played>();
  const inOrder = games.toSorted((one, other) => one.round - other.round);
  return inOrder.flatMap(({ id, sides, score, startedAt, endedAt, isStruck }) => {
    if (endedAt === null || score === null || isStruck || sides.some((side) => side.length === 0)) return [];
    const of = (side: readonly string[]) => side.map((player) => levels.get(player) ?? START_LEVEL);
    const change = changeOf(score, [of(sides[0]), of(sides[1])]);
    const changes = [change, -change];
    return ([0, 1] as const).flatMap((side) =>
      sides[side].map((player) => {
        const before = played.get(player) ?? NOTHING_PLAYED;
        const after = withGame(before, startedAt, changes[side] ?? 0);
        played.set(player, after);
        return {
          game: id,
          player,
          side,
          points: score[side],
          against: score[1 - side] ?? 0,
          endedAt: new Date(endedAt),
          change: after.sum - before.sum,
        };
      }),
    );
  });
}
