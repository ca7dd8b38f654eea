import { isCleanText } from "#src/shared/fields.ts";
// A cursor encodes where a page ended (keyset pagination). It grants nothing, so it is not signed: a forged one only
// starts elsewhere in a list the caller may read anyway.

export function encodeCursor(position: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** The rows that a page shows, and the cursor of the page after it: the query read one row more if there is one. */
export function pageOf<T>(
  rows: readonly T[],
  size: number,
  positionOf: (last: T) => readonly (string | number | null)[],
): { shown: T[]; next: string | null } {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { shown, next: last === undefined ? null : encodeCursor(positionOf(last)) };
}

/** Decodes a cursor; null if it is not one of ours. */
export function decodeCursor<T>(cursor: string, isPosition: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return isPosition(value) ? value : null;
  } catch {
    return null;
  }
}

export const BAD_PAGE = "This page of the list cannot be found. Please start again from the first page.";

// What the console decides, without asking the database.

/** Where a page of a list that is sorted by id ended. */
export function isIdPosition(value: unknown): value is [id: string] {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === "string" && isCleanText(value[0]);
}

/** Whether a text is a time as `toISOString` writes it: the database does not read all that JavaScript does. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return /^[12]\d{3}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Where a page of a list that is sorted by time, then id, ended. */
export function isTimePosition(value: unknown): value is [at: string, id: string] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((part) => typeof part === "string" && isCleanText(part)) &&
    isMoment(value[0])
  );
}
