import type { Span } from "#src/features/insights/schema.ts";
import { addDays, type Day, MONTHS, monthTitle, shortDate } from "#src/shared/dates.ts";

/** A week or a calendar month, including both days. */
export type Period = { readonly from: Day; readonly to: Day; readonly title: string; readonly label: string };

const MONTHS_A_YEAR = 12;
const WEEKS = { weeks: 4, quarter: 13 } as const;

/** The month some months before a day's, `YYYY-MM`. */
function monthBefore(day: Day, months: number): string {
  const index = Number(day.slice(0, 4)) * MONTHS_A_YEAR + Number(day.slice(5, 7)) - 1 - months;
  return `${Math.floor(index / MONTHS_A_YEAR)}-${String((index % MONTHS_A_YEAR) + 1).padStart(2, "0")}`;
}

const monthLabel = (month: string) => (MONTHS[Number(month.slice(5, 7)) - 1] ?? "").slice(0, 3);

/** The last `count` months through the month of a day, the oldest first. */
function monthsThrough(day: Day, count: number): string[] {
  return Array.from({ length: count }, (_, index) => monthBefore(day, count - 1 - index));
}

/** The periods of a span that ends today, oldest first. */
export function periodsOf(span: Span, today: Day): Period[] {
  if (span === "year")
    return monthsThrough(today, MONTHS_A_YEAR).map((month, index, months) => {
      const next = months[index + 1];
      const to = next === undefined ? today : addDays(`${next}-01`, -1);
      return { from: `${month}-01`, to, title: monthTitle(month), label: monthLabel(month) };
    });
  const count = WEEKS[span];
  return Array.from({ length: count }, (_, index) => {
    const to = addDays(today, -7 * (count - 1 - index));
    const from = addDays(to, -6);
    return { from, to, title: `${shortDate(from)} – ${shortDate(to)}`, label: shortDate(from) };
  });
}

/** The months from one day's to another's, oldest first. */
export function monthsBetween(from: Day, to: Day): { month: string; title: string; label: string }[] {
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * MONTHS_A_YEAR;
  const count = months + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
  return monthsThrough(to, count).map((month) => ({ month, title: monthTitle(month), label: monthLabel(month) }));
}
