import { linesOf } from "#src/shared/lines.ts";
import { parseCents } from "#src/shared/money.ts";

/** A yearly budget item in whole cents. */
export type BudgetLine = { readonly what: string; readonly cents: number };

/** The default budget as organizers write it: one item per line, dollar amount first. */
export const BUDGET = [
  "$3,000 Equipment: nets, balls, paddles, speakers",
  "$2,000 Incorporation and filings",
  "$1,000 Supplies: firewood, ice, first aid",
  "$1,000 Web hosting",
  "$1,000 Beach permits",
  "$1,000 Advertisement",
  "$300 Meetup fees",
  "$700 Group communication",
].join("\n");

function readLine(line: string): BudgetLine | null {
  const [, amount = "", what = ""] = /^(\S+)\s+(\S.*)$/.exec(line) ?? [];
  const cents = parseCents(amount);
  return cents === null ? null : { what, cents };
}

/** Parses the lines of a budget that begin with an amount. */
export function readBudget(text: string): BudgetLine[] {
  return linesOf(text)
    .map(readLine)
    .filter((line) => line !== null);
}

/** The first line that does not begin with an amount. */
export function wrongBudgetLine(text: string): string | undefined {
  return linesOf(text).find((line) => readLine(line) === null);
}
