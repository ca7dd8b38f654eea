const LETTERS: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ı: "i", ħ: "h", æ: "ae", œ: "oe", ß: "ss" };

/**
 * A name or a search without case and accents, each run of other marks as one space, so “O’Neil” is found by “o'neil”.
 * The same rule as `fold_name` in the database.
 */
export const foldName = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[øłđıħæœß]/g, (letter) => LETTERS[letter] ?? letter)
    // Not \p{L}: some apostrophes count as letters.
    .replaceAll(/[^\p{Ll}\p{Lo}\p{N}]+/gu, " ")
    .trim();

/** Whether every word of the search is part of a name. */
export const isNamed = (name: string, typed: string): boolean => {
  const folded = foldName(name);
  return foldName(typed)
    .split(" ")
    .every((word) => folded.includes(word));
};
