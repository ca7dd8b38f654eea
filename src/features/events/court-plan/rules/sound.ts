import type { Board } from "#src/features/events/court-plan/rules/board.ts";

/** Whether all values are distinct. */
export const areDifferent = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** Whether each person is in at most one seat per game and one game per round. */
function arePlayable(games: Board["games"]): boolean {
  const rounds = Map.groupBy(games, ({ round }) => round);
  return (
    games.every(({ id, round, court }) => id === `${round}-${court}`) &&
    [...rounds.values()].every((round) => areDifferent(round.flatMap(({ sides }) => sides.flat())))
  );
}

/** Whether a board sent by a phone is consistent: only known players, and no player or court used twice at once. */
export function isSound({ players, courts, games, plan }: Board): boolean {
  const known = new Set(players.map(({ id }) => id));
  const inPlay = games.filter(({ endedAt }) => endedAt === null);
  const atOnce = [inPlay, ...plan.map((round) => round.games)];
  const numbers = new Set(courts.map(({ number }) => number));
  const seated = atOnce.map((round) => round.flatMap(({ sides }) => sides.flat()));
  return (
    known.size === players.length &&
    numbers.size === courts.length &&
    areDifferent(games.map(({ id }) => id)) &&
    [...games, ...plan.flatMap((round) => round.games)].every(({ sides }) => sides.every((side) => side.length > 0)) &&
    arePlayable(games) &&
    atOnce.every((round) => areDifferent(round.map(({ court }) => court))) &&
    seated.every((people) => areDifferent(people) && people.every((id) => known.has(id))) &&
    plan.every(({ bench }) => bench.every((id) => known.has(id))) &&
    games.every(({ sides }) => sides.flat().every((id) => known.has(id)))
  );
}
