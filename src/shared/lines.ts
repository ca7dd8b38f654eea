/** The lines of a list that is written with one entry a line, with their numbers in the text. */
export function numberedLines(text: string): { readonly number: number; readonly line: string }[] {
  const lines = text.split("\n").map((line, index) => ({ number: index + 1, line: line.trim() }));
  return lines.filter(({ line }) => line !== "");
}

export const linesOf = (text: string): string[] => numberedLines(text).map(({ line }) => line);

/** The first entry that counts as the same as an earlier one. */
export function repeatedIn(entries: readonly string[], keyOf: (entry: string) => string): string | undefined {
  const keys = entries.map(keyOf);
  return entries.find((_entry, index) => keys.indexOf(keys[index] ?? "") < index);
}
