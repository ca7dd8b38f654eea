import type { BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import { changeOf, START_LEVEL } from "#src/features/events/ladder/rules/level.ts";

/** What a game was for one of its players. */
export type Result = {
  readonly player: string;
  readonly game: string;
  readonly side: 0 | 1;
  readonly points: number;
  readonly against: number;
  readonly endedAt: Date;
  readonly change: number;
};

/** Games of an event that move a person's level: the first ones, as many as a long day of open play has. */
export const COUNTED_GAMES = 24;
/** The most that one event moves a level: ten wins in a row against equals. */
export const MOST_CHANGE_AN_EVENT = 0.5;
/** The next game of a person cannot have begun sooner. */
export const SHORTEST_GAME_MINUTES = 3;

type Played = { readonly games: number; readonly lastAt: number; readonly sum: number };
const NOTHING_PLAYED: Played = { games: 0, lastAt: -Infinity, sum: 0 };

const limited = (sum: number): number => Math.min(MOST_CHANGE_AN_EVENT, Math.max(-MOST_CHANGE_AN_EVENT, sum));

/** The played games after one more, whose formula says `change`. It moves a level only within the limits of an event. */
function withGame(before: Played, startedAt: string, change: number): Played {
  const at = Date.parse(startedAt);
  const isCounted = before.games < COUNTED_GAMES && at - before.lastAt >= SHORTEST_GAME_MINUTES * 60_000;
  if (!isCounted) return before;
  return { games: before.games + 1, lastAt: at, sum: limited(before.sum + change) };
}

/** The results of games that are over, have a score and were not struck, with the players' levels from before the event. */
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
