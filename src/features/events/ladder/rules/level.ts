import { USUAL_LEVEL } from "#src/features/events/court-plan/rules/formats.ts";
import { type Score, winnerOf } from "#src/features/events/court-plan/rules/score.ts";

/** The initial level, on the court board's scale. */
export const START_LEVEL = USUAL_LEVEL;

/** Maximum change by one result: K = 20 Elo points, where a level is 200 points wide. */
export const MOST_CHANGE = 0.1;

/** Level difference at which the stronger side should win ten times as often: 400 Elo points. */
const TENFOLD = 2;

/** The expected share of wins of a side against another, from 0 to 1. */
export function expectedShare(own: number, other: number): number {
  return 1 / (1 + 10 ** ((other - own) / TENFOLD));
}

/** A side's level: the mean of its players' levels. */
function levelOfSide(levels: readonly number[]): number {
  return levels.reduce((sum, level) => sum + level, 0) / levels.length;
}

/**
 * The level change of the first side's players by a result; the other side's is the opposite. All games of an event use
 * the levels from before it.
 *
 * Source: A. E. Elo, "The Rating of Chessplayers, Past and Present" (1978), with K × (result − expected); ratings that
 * stay fixed during an event as in the FIDE Handbook, B.02 Rating Regulations.
 */
export function changeOf(score: Score, levels: readonly [readonly number[], readonly number[]]): number {
  const winner = winnerOf(score);
  const share = winner === null ? 0.5 : 1 - winner;
  return MOST_CHANGE * (share - expectedShare(levelOfSide(levels[0]), levelOfSide(levels[1])));
}
