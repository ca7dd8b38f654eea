import type { ReadColumn } from "#src/features/people/schema/csv.ts";

// The column mapping that an organizer chose. It contains no personal data, so the browser keeps it for the next table
// with the same headings.

const keyOf = (columns: readonly ReadColumn[]) =>
  `sandbar:import-columns:${columns
    .map(({ heading }) => heading)
    .toSorted()
    .join("|")}`;

/** The stored mapping in the current column order; null without one, or if it equals the guess. */
export function readMapping(columns: readonly ReadColumn[]): string[] | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(columns)) ?? "null") as Record<string, string> | null;
    if (!kept) return null;
    const fields = columns.map(({ heading, field, sample }) => (sample === "" ? "" : (kept[heading] ?? field)));
    return fields.some((field, at) => field !== columns[at]?.field) ? fields : null;
  } catch {
    // Storage is blocked, or holds something else under this key.
    return null;
  }
}

export function rememberMapping(columns: readonly ReadColumn[]): void {
  try {
    const fields = Object.fromEntries(columns.map(({ heading, field }) => [heading, field]));
    localStorage.setItem(keyOf(columns), JSON.stringify(fields));
  } catch {
    // Storage is blocked: next time the columns are guessed.
  }
}
