/** Whole cents → `$20`, `$1,000` or `$12.50`. Money is whole cents: binary fractions of a dollar do not add up. */
export function dollars(cents: number): string {
  return cents % 100 === 0 ? `$${groups(cents / 100)}` : exactDollars(cents);
}

/** Whole cents → `$20.00`. */
export function exactDollars(cents: number): string {
  return `$${groups(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
}

/** Whole cents → `20.00`, machine-readable. */
export function decimalOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** Whole cents, possibly negative → `20.00`, `-20.00`, machine-readable. */
export function signedDecimalOf(cents: number): string {
  return cents < 0 ? `-${decimalOf(-cents)}` : decimalOf(cents);
}

function groups(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

// Up to six digits of dollars. A comma must precede three digits: `1,00` may mean one dollar or a hundred.
const AMOUNT = /^\$?([1-9]\d{0,2},\d{3}|\d{1,6})(?:\.(\d{1,2})?)?$/;

/** Parses `12.5`, `$12.50`, `12` or `1,000` to whole cents; null if invalid. */
export function parseCents(typed: string): number | null {
  const [, whole, part = ""] = AMOUNT.exec(typed.trim()) ?? [];
  return whole === undefined ? null : Number(whole.replace(",", "")) * 100 + Number(part.padEnd(2, "0"));
}

/** Why a price is invalid: it must be more than nothing. */
export function priceFault(typed: string): string | undefined {
  return (parseCents(typed) ?? 0) > 0 ? undefined : "Enter a price in dollars such as 20 or 12.50.";
}

/** A whole percentage of an amount, rounding half a cent up. */
export function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}

/** Whole cents, possibly negative → `$20.00`, `-$20.00`. */
export function signedDollars(cents: number): string {
  return cents < 0 ? `-${exactDollars(-cents)}` : exactDollars(cents);
}
