import { USUAL_LEVEL } from "#src/features/events/court-plan/rules/formats.ts";
import { type Score, winnerOf } from "#src/features/events/court-plan/rules/score.ts";

/** Everybody's level before their first result, on the scale of the court board. */
export const START_LEVEL = USUAL_LEVEL;

/** The most that one result moves a level: K = 20 points of Elo's scale, on which a level is 200 points wide. */
export const MOST_CHANGE = 0.1;

/** A side that is so many levels stronger is expected to win ten times as often: 400 points of Elo's scale. */
const TENFOLD = 2;

/** The share of the games that a side is expected to win against another one, from 0 to 1. */
export function expectedShare(own: number, other: number): number {
  return 1 / (1 + 10 ** ((other - own) / TENFOLD));
}

/** The level of a side: the mean of its players'. */
function levelOfSide(levels: readonly number[]): number {
  return levels.reduce((sum, level) => sum + level, 0) / levels.length;
}

/**
 * How far a result moves the levels of the first side's players; the other side's move as far the other way. Levels are
 * those from before the event, for all of its games.
 *
 * Source: A. E. Elo, "The Rating of Chessplayers, Past and Present" (1978), with K × (result − expected); ratings that
 * stay fixed during an event as in the FIDE Handbook, B.02 Rating Regulations.
 */
export function changeOf(score: Score, levels: readonly [readonly number[], readonly number[]]): number {
  const winner = winnerOf(score);
  const share = winner === null ? 0.5 : 1 - winner;
  return MOST_CHANGE * (share - expectedShare(levelOfSide(levels[0]), levelOfSide(levels[1])));
}
