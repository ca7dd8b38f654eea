import type { PastGame, PlannedRound, Sides } from "#src/features/events/court-plan/rules/plan.ts";
import { type Score, winnerOf } from "#src/features/events/court-plan/rules/score.ts";

type Cut = { readonly isCut?: boolean | undefined; readonly score: Score | null };

const HALF_A_MINUTE_MS = 30_000;

/** Whether a time is in a game's first half. Without a timer a game lasts until it has a score. */
export const isFirstHalf = (startedAt: string, minutes: number, at: string): boolean =>
  minutes === 0 || Date.parse(at) - Date.parse(startedAt) < minutes * HALF_A_MINUTE_MS;

/** Whether a game ended in its first half because its court closed. It then does not count as played, unless it has a score. */
export const isCutShort = ({ isCut = false, score }: Cut): boolean => isCut && score === null;

type Timed = { readonly round: number; readonly startedAt: string; readonly endedAt: string | null };

type Played = {
  readonly players: readonly { readonly id: string; readonly credit: number }[];
  readonly games: readonly (Cut & Timed & { readonly sides: Sides })[];
};

export const playedGames = <T extends Cut>({ games }: { readonly games: readonly T[] }): T[] =>
  games.filter((game) => !isCutShort(game));

/** The last round that a game lasted into: its own, or one that started while it played on. */
function lastRoundOf({ round, endedAt }: Timed, games: readonly Timed[]): number {
  const beside = games.filter(({ startedAt }) => endedAt === null || startedAt < endedAt);
  return Math.max(round, ...beside.map((game) => game.round));
}

type Shaped = Cut & Timed & { readonly court: number; readonly sides: Sides };

/** The games that count as played, as input for the planner. */
export const pastOf = ({ games }: { readonly games: readonly Shaped[] }): PastGame[] =>
  playedGames({ games }).map((game) => ({
    round: lastRoundOf(game, games),
    court: game.court,
    sides: game.sides,
    winner: winnerOf(game.score),
  }));

/** A planned round, as if it had been played. */
export const asPast = ({ games }: PlannedRound, round: number): PastGame[] =>
  games.map(({ court, sides }) => ({ round, court, sides, winner: null }));

/** Games of a person that were not cut short, and those that count as played. */
export function gamesOf(board: Played, id: string): { readonly played: number; readonly counted: number } {
  const played = playedGames(board).filter(({ sides }) => sides.flat().includes(id)).length;
  return { played, counted: played + (board.players.find((player) => player.id === id)?.credit ?? 0) };
}

/** What decides the turn order: counted games, including credit, and the last round. */
export type Turn = { readonly games: number; readonly lastRound: number };

export function turnsOf({ players, games }: Played): Map<string, Turn> {
  const turns = new Map<string, Turn>(players.map(({ id, credit }) => [id, { games: credit, lastRound: 0 }]));
  for (const game of playedGames({ games })) {
    const round = lastRoundOf(game, games);
    for (const id of game.sides.flat()) {
      const turn = turns.get(id);
      if (turn) turns.set(id, { games: turn.games + 1, lastRound: Math.max(turn.lastRound, round) });
    }
  }
  return turns;
}
