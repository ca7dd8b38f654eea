import { SAME_MOMENT, TIED, tooManyGames } from "#src/features/events/courts/messages.ts";
import { isSameScore, isTie, scoreWords } from "#src/features/events/court-plan/rules/score.ts";
import type { Board, BoardGame } from "#src/features/events/court-plan/rules/board.ts";
import { areDifferent } from "#src/features/events/court-plan/rules/sound.ts";

/** Games of a person at an event: twelve hours of twelve minutes. */
const MOST_GAMES_A_PERSON = 60;

// The database keeps the keys of a board in its own order.
const momentsOf = ({ id, startedAt, endedAt }: BoardGame): string => [id, startedAt, endedAt].join(" ");

/** Whether no court and no person begins two games at the same moment. */
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

/** Whether a game has got a tied score that it had not before. */
function hasNewTie(before: Board | null, games: Board["games"]): boolean {
  const known = new Map(before?.games.map(({ id, score }) => [id, score]));
  return games.some(({ id, score }) => isTie(score) && !isSameScore(known.get(id) ?? null, score));
}

/**
 * Why the games cannot have been played, as a sentence; null when they can. Moments are a phone's own, whose clock may be
 * wrong, so they are compared with one another only. What is saved already stays.
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

/** The results that changed between two boards, in words. A game had one once it had a score. */
export function correctionsOf(before: Board | null, after: Board): { readonly was: string; readonly is: string }[] {
  const known = new Map(before?.games.map((game) => [game.id, game]));
  return after.games.flatMap((game) => {
    const old = known.get(game.id);
    if (!old || (old.score === null && !old.isStruck && !game.isStruck)) return [];
    const [was, is] = [resultWords(old), resultWords(game)];
    return was === is ? [] : [{ was, is }];
  });
}
