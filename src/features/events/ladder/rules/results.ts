import type { BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import type { Score } from "#src/features/events/court-plan/rules/score.ts";
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
const COUNTED_GAMES = 24;

/** For each game, the players whose level it moves. */
function countedIn(games: readonly BoardGame[]): ReadonlyMap<string, ReadonlySet<string>> {
  const played = new Map<string, number>();
  const inOrder = games.toSorted((one, other) => one.round - other.round);
  return new Map(
    inOrder.map(({ id, sides }) => {
      const counted = sides.flat().filter((player) => (played.get(player) ?? 0) < COUNTED_GAMES);
      for (const player of sides.flat()) played.set(player, (played.get(player) ?? 0) + 1);
      return [id, new Set(counted)];
    }),
  );
}

/** The results of games that are over and have a score, with the players' levels from before the event. */
export function resultsOf(games: readonly BoardGame[], levels: ReadonlyMap<string, number>): Result[] {
  const counted = countedIn(games);
  return games.flatMap(({ id, sides, score, endedAt }) => {
    if (endedAt === null || score === null || sides.some((side) => side.length === 0)) return [];
    const of = (side: readonly string[]) => side.map((player) => levels.get(player) ?? START_LEVEL);
    const turned: Score = [score[1], score[0]];
    const changes = [changeOf(score, [of(sides[0]), of(sides[1])]), changeOf(turned, [of(sides[1]), of(sides[0])])];
    return ([0, 1] as const).flatMap((side) =>
      sides[side].map((player) => ({
        player,
        game: id,
        side,
        points: score[side],
        against: score[1 - side] ?? 0,
        endedAt: new Date(endedAt),
        change: counted.get(id)?.has(player) === true ? (changes[side] ?? 0) : 0,
      })),
    );
  });
}
