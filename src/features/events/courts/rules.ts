import { ENDED_FIRST, SAME_MOMENT, tooManyGames, WRONG_CLOCK } from "#src/features/events/courts/messages.ts";
import type { Board, BoardGame } from "#src/features/events/court-plan/rules/board.ts";

/** Games of a person at an event: twelve hours of twelve minutes. */
const MOST_GAMES_A_PERSON = 60;
/** How far a phone's clock may be wrong. */
const CLOCK_SLACK_MS = 24 * 3_600_000;

// The database keeps the keys of a board in its own order.
const momentsOf = ({ id, startedAt, endedAt }: BoardGame): string => [id, startedAt, endedAt].join(" ");

const areDifferent = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** Whether no court and no person begins two games at the same moment. */
function areApart(games: Board["games"]): boolean {
  const atOnce = Map.groupBy(games, ({ startedAt }) => Date.parse(startedAt));
  return [...atOnce.values()].every((begun) =>
    areDifferent(begun.flatMap(({ court, sides }) => [`court ${court}`, ...sides.flat()])),
  );
}

/** The most games of one person. */
function mostGames(games: Board["games"]): number {
  const counts = new Map<string, number>();
  for (const id of games.flatMap(({ sides }) => sides.flat())) counts.set(id, (counts.get(id) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

type Course = { readonly startsAt: Date; readonly now: Date };

/**
 * Why the games cannot have been played, as a sentence; null when they can. Moments that are saved already stay: the host
 * may have moved the event since.
 */
export function playFault(before: Board | null, { games }: Board, { startsAt, now }: Course): string | null {
  const saved = new Set(before?.games.map(momentsOf));
  const changed = games.filter((game) => !saved.has(momentsOf(game)));
  if (changed.length === 0) return null;
  const earliest = startsAt.getTime() - CLOCK_SLACK_MS;
  const latest = now.getTime() + CLOCK_SLACK_MS;
  const moments = changed.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt ?? startedAt]).map(Date.parse);
  if (moments.some((at) => at < earliest || at > latest)) return WRONG_CLOCK;
  if (changed.some(({ startedAt, endedAt }) => endedAt !== null && Date.parse(endedAt) < Date.parse(startedAt)))
    return ENDED_FIRST;
  if (!areApart(games)) return SAME_MOMENT;
  return mostGames(games) > MOST_GAMES_A_PERSON ? tooManyGames(MOST_GAMES_A_PERSON) : null;
}
