import { SAME_MOMENT, TIED, tooManyGames } from "#src/features/events/courts/messages.ts";
import { isSameScore, isTie, scoreWords } from "#src/features/events/court-plan/rules/score.ts";
import type { Board, BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import { areDifferent } from "#src/features/events/court-plan/rules/sound.ts";

/** Limit of games per person and event: twelve hours of 12-minute games. */
const MOST_GAMES_A_PERSON = 60;

// JSONB does not keep key order, so games are compared by these values.
const momentsOf = ({ id, startedAt, endedAt }: BoardGame): string => [id, startedAt, endedAt].join(" ");

/** Whether no court and no player starts two games at the same time. */
function areApart(games: Board["games"]): boolean {
  const atOnce = Map.groupBy(games, ({ startedAt }) => Date.parse(startedAt));
  return [...atOnce.values()].every((begun) =>
    areDifferent(begun.flatMap(({ court, sides }) => [`court ${court}`, ...sides.flat()])),
  );
}

function mostGames(games: Board["games"]): number {
  const counts = new Map<string, number>();
  for (const id of games.flatMap(({ sides }) => sides.flat())) counts.set(id, (counts.get(id) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** Whether a game has a new tied score. */
function hasNewTie(before: Board | null, games: Board["games"]): boolean {
  const known = new Map(before?.games.map(({ id, score }) => [id, score]));
  return games.some(({ id, score }) => isTie(score) && !isSameScore(known.get(id) ?? null, score));
}

/**
 * Why the games are impossible, as a sentence; null if they are possible. Times come from phones with possibly wrong
 * clocks, so they are only compared with each other. Already saved games are not rejected.
 */
export function playFault(before: Board | null, { games }: Board): string | null {
  if (hasNewTie(before, games)) return TIED;
  const saved = new Set(before?.games.map(momentsOf));
  if (games.every((game) => saved.has(momentsOf(game)))) return null;
  if (!areApart(games)) return SAME_MOMENT;
  return mostGames(games) > MOST_GAMES_A_PERSON ? tooManyGames(MOST_GAMES_A_PERSON) : null;
}

/** `Round 2, court 1: 11–7`. */
function resultWords({ round, court, score, isStruck = false }: BoardGame): string {
  return `Round ${round}, court ${court}: ${scoreWords(score)}${isStruck ? ", does not count" : ""}`;
}

/** The results that changed between two boards, in words. A game's first score is no correction. */
export function correctionsOf(before: Board | null, after: Board): { readonly was: string; readonly is: string }[] {
  const known = new Map(before?.games.map((game) => [game.id, game]));
  return after.games.flatMap((game) => {
    const old = known.get(game.id);
    if (!old || (old.score === null && !old.isStruck && !game.isStruck)) return [];
    const [was, is] = [resultWords(old), resultWords(game)];
    return was === is ? [] : [{ was, is }];
  });
}
