import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

// Imported on first use: the lists take about 50 ms and 30 MB, too much for a start.

// A long password made of substitutions ("4@8({…") costs 700 ms of CPU without these bounds, 20 ms with them.
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: 64,
  l33tMaxSubstitutions: 20,
});

/**
 * Estimates the guesses needed for a password, by zxcvbn: known passwords, keyboard rows, dates, repeats. `words` add
 * no strength. Only the first 64 characters count.
 */
export function countGuesses(password: string, words: readonly string[]): number {
  return estimator.check(password, [...words]).guesses;
}
