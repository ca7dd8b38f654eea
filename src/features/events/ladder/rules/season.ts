import { type Day, monthName } from "#src/shared/dates.ts";

/** A season's id: a year, `2026`, or a quarter, `2026-Q4`. */
export const SEASON_ID = /^2\d{3}(?:-Q[1-4])?$/u;

export type Season = {
  readonly id: string;
  readonly name: string;
  /** First day. */
  readonly from: Day;
  /** The day after the last one. */
  readonly before: Day;
};

const QUARTERS_SHOWN = 4;

const firstOf = (year: number, month: number): Day => `${year}-${String(month).padStart(2, "0")}-01`;

/** The season of a {@link SEASON_ID}. */
export function seasonOf(id: string): Season {
  const [year, quarter] = [Number(id.slice(0, 4)), id.slice(6)];
  if (quarter === "") return { id, name: id, from: firstOf(year, 1), before: firstOf(year + 1, 1) };
  const month = Number(quarter) * 3 - 2;
  const [from, last] = [firstOf(year, month), firstOf(year, month + 2)];
  const before = quarter === "4" ? firstOf(year + 1, 1) : firstOf(year, month + 3);
  return { id, name: `${monthName(from).slice(0, 3)}–${monthName(last).slice(0, 3)} ${year}`, from, before };
}

/** The seasons on offer: the current quarter and the three before it, the current year and the one before it. */
export function seasonsAt(day: Day): Season[] {
  const year = Number(day.slice(0, 4));
  const now = year * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);
  const quarters = Array.from({ length: QUARTERS_SHOWN }, (_, back) => {
    const quarter = now - back;
    return `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`;
  });
  return [...quarters, String(year), String(year - 1)].map(seasonOf);
}
