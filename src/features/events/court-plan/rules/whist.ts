/** The four players of a table: the first two are partners, and so are the last two. */
type Table = readonly [number, number, number, number];

/** The player who never moves. */
const FIXED = -1;

/**
 * The first round of a cyclic whist tournament, by number of players. Round r adds r to every number, modulo the number
 * of moving players; with 4n + 1 players, number r sits out. Each pair are partners once and opponents twice (E. H.
 * Moore, "Tactical Memoranda", 1896). Found by search; the tests verify each table. None is cyclic for 9.
 */
const FIRST_ROUNDS: Readonly<Record<number, readonly Table[]>> = {
  4: [[FIXED, 0, 1, 2]],
  5: [[1, 4, 2, 3]],
  8: [
    [FIXED, 0, 4, 6],
    [1, 5, 2, 3],
  ],
  12: [
    [FIXED, 0, 1, 7],
    [2, 5, 3, 10],
    [4, 6, 8, 9],
  ],
  13: [
    [1, 5, 8, 10],
    [2, 3, 4, 11],
    [6, 9, 7, 12],
  ],
  16: [
    [FIXED, 0, 7, 14],
    [1, 3, 12, 13],
    [2, 11, 6, 9],
    [4, 8, 5, 10],
  ],
  17: [
    [1, 10, 9, 12],
    [2, 4, 6, 16],
    [3, 7, 8, 13],
    [5, 11, 14, 15],
  ],
  20: [
    [FIXED, 0, 3, 11],
    [1, 5, 12, 18],
    [2, 7, 8, 17],
    [4, 6, 9, 16],
    [10, 13, 14, 15],
  ],
  21: [
    [1, 6, 18, 19],
    [2, 17, 7, 10],
    [3, 12, 5, 13],
    [4, 14, 16, 20],
    [8, 15, 9, 11],
  ],
  24: [
    [FIXED, 0, 18, 22],
    [1, 16, 4, 14],
    [2, 13, 11, 17],
    [3, 19, 8, 10],
    [5, 6, 9, 12],
    [7, 21, 15, 20],
  ],
  25: [
    [1, 13, 9, 20],
    [2, 22, 11, 17],
    [3, 19, 6, 7],
    [4, 8, 10, 18],
    [5, 15, 12, 14],
    [16, 23, 21, 24],
  ],
  28: [
    [FIXED, 0, 6, 26],
    [1, 19, 14, 18],
    [2, 17, 20, 21],
    [3, 16, 12, 23],
    [4, 9, 7, 15],
    [5, 11, 22, 24],
    [8, 25, 10, 13],
  ],
};

/** The numbers of players with a known whist tournament. */
export const WHIST_SIZES: readonly number[] = Object.keys(FIRST_ROUNDS).map(Number);

/** All rounds of a whist tournament for `count` players, numbered from 0; null if none is known. */
export function whistRounds(count: number): Table[][] | null {
  const first = FIRST_ROUNDS[count];
  if (!first) return null;
  const moving = count % 4 === 0 ? count - 1 : count;
  const turn = (number: number, round: number) => (number === FIXED ? moving : (number + round) % moving);
  return Array.from({ length: moving }, (_, round) =>
    first.map(([a, b, c, d]): Table => [turn(a, round), turn(b, round), turn(c, round), turn(d, round)]),
  );
}
