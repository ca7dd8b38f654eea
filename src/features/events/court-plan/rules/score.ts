/** Points of the sides of a game. */
export type Score = readonly [number, number];

export const HIGHEST_SCORE = 99;

/** The winning side; null without a score and for a tie. */
export function winnerOf(score: Score | null): 0 | 1 | null {
  if (!score || score[0] === score[1]) return null;
  return score[0] > score[1] ? 0 : 1;
}

/** A tie is no final score in pickleball or volleyball. Older stored scores may have one. */
export const isTie = (score: Score | null): boolean => score !== null && score[0] === score[1];

/** `11–7`, or `No score`. */
export const scoreWords = (score: Score | null): string => (score === null ? "No score" : `${score[0]}–${score[1]}`);

export const isSameScore = (one: Score | null, other: Score | null): boolean => String(one) === String(other);
