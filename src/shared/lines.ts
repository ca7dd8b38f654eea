/** The lines of a list that is written with one entry a line. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

/** The first entry that counts as the same as an earlier one. */
export function repeatedIn(entries: readonly string[], keyOf: (entry: string) => string): string | undefined {
  const keys = entries.map(keyOf);
  return entries.find((_entry, index) => keys.indexOf(keys[index] ?? "") < index);
}
