import { isCleanText } from "#src/shared/fields.ts";
// A cursor encodes where a page ended (keyset pagination). It grants nothing, so it is not signed: a forged one only
// starts elsewhere in a list the caller may read anyway.

export function encodeCursor(position: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Splits rows into the page and the next cursor. The query reads one extra row if there is a next page. */
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

/** Where a page of a list that is sorted by id ended. */
export function isIdPosition(value: unknown): value is [id: string] {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === "string" && isCleanText(value[0]);
}

/** Whether text is a time in `toISOString` format: JavaScript parses dates that PostgreSQL rejects. */
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
