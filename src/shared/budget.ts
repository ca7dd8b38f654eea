import { parseCents } from "#src/shared/money.ts";

/** What the group spends on something in a year, in whole cents. */
export type BudgetLine = { readonly what: string; readonly cents: number };

/** The budget of a new site, as organizers write it: a line for each item, the amount in dollars first. */
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
  const cents = parseCents(amount.replaceAll(/,(?=\d{3}(?!\d))/g, ""));
  return cents === null ? null : { what, cents };
}

/** The lines of a budget, those without an amount as null; empty lines are left out. */
export function readBudget(text: string): (BudgetLine | null)[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").map(readLine);
}
