import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

// Imported on first use: the lists take about 50 ms and 30 MB, which a start must not pay.

// A long password made of substitutions ("4@8({…") costs 700 ms of CPU without these bounds, 20 ms with them.
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: 64,
  l33tMaxSubstitutions: 20,
});

/**
 * Estimates how many guesses find this password, by zxcvbn: lists of known passwords, keyboard rows, dates, repeats.
 * `words` are worth nothing to it. Only the first 64 characters count.
 */
export function countGuesses(password: string, words: readonly string[]): number {
  return estimator.check(password, [...words]).guesses;
}
