/** What the group spends in a year, in whole cents. */
export const ANNUAL_BUDGET: readonly { readonly what: string; readonly cents: number }[] = [
  { what: "Equipment: nets, balls, paddles, speakers", cents: 300_000 },
  { what: "Incorporation and filings", cents: 200_000 },
  { what: "Supplies: firewood, ice, first aid", cents: 100_000 },
  { what: "Web hosting", cents: 100_000 },
  { what: "Beach permits", cents: 100_000 },
  { what: "Advertisement", cents: 100_000 },
  { what: "Meetup fees", cents: 30_000 },
  { what: "Group communication", cents: 70_000 },
];

export function totalCents(): number {
  return ANNUAL_BUDGET.reduce((sum, { cents }) => sum + cents, 0);
}
