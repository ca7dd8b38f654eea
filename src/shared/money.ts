// Money is counted in whole cents: a dollar that is a fraction of a binary number does not add up.

/** Whole cents → `$20`, `$1,000` or `$12.50`. */
export function dollars(cents: number): string {
  return cents % 100 === 0 ? `$${groups(cents / 100)}` : exactDollars(cents);
}

/** Whole cents → `$20.00`. */
export function exactDollars(cents: number): string {
  return `$${groups(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
}

/** Whole cents → `20.00`, as machines want it. */
export function decimalOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

function groups(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

// Up to six digits of dollars: nobody owes a group a million.
const AMOUNT = /^\$?(\d{1,6})(?:[.,](\d{1,2})?)?$/;

/** `12.5`, `$12.50` or `12` → whole cents; null when it is no amount of money. */
export function parseCents(typed: string): number | null {
  const [, whole, part = ""] = AMOUNT.exec(typed.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** A whole percentage of an amount; half a cent is rounded up. */
export function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}

/** Whole cents, also fewer than none → `$20.00`, `-$20.00`. */
export function signedDollars(cents: number): string {
  return cents < 0 ? `-${exactDollars(-cents)}` : exactDollars(cents);
}
