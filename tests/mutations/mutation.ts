/** One change of the product that some test must notice. */
export type Mutation = {
  /** What is wrong with the product then. */
  readonly what: string;
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test files of which one fails. */
  readonly tests: readonly string[];
};

/** Mutations of one file that the same tests notice: what is wrong, the text, and what it becomes. */
export function inFile(
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [what: string, find: string, replace: string])[],
): Mutation[] {
  return changes.map(([what, find, replace]) => ({ what, file, find, replace, tests }));
}
