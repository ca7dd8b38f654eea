import type { ReadColumn } from "#src/features/people/schema/csv.ts";

// What the columns of a table mean, as an organizer said. It names no people, so it stays in the browser for the next
// table with the same headings.

const keyOf = (columns: readonly ReadColumn[]) =>
  `sandbar:import-columns:${columns
    .map(({ heading }) => heading)
    .toSorted()
    .join("|")}`;

/** What the columns were the last time, in their order now; null when these headings are new, or mean that anyway. */
export function readMapping(columns: readonly ReadColumn[]): string[] | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(columns)) ?? "null") as Record<string, string> | null;
    if (!kept) return null;
    const fields = columns.map(({ heading, field }) => kept[heading] ?? field);
    return fields.some((field, at) => field !== columns[at]?.field) ? fields : null;
  } catch {
    // Storage that is closed, or something else under this name.
    return null;
  }
}

export function rememberMapping(columns: readonly ReadColumn[]): void {
  try {
    const fields = Object.fromEntries(columns.map(({ heading, field }) => [heading, field]));
    localStorage.setItem(keyOf(columns), JSON.stringify(fields));
  } catch {
    // Without it the columns are guessed the next time.
  }
}
