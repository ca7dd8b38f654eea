import { INVALID_EMAIL, REQUIRED, TIP_NOT_MONEY } from "#src/features/payments/messages.ts";
import { isEmailAddress } from "#src/shared/contact.ts";
import { decimalOf, parseCents, percentOf } from "#src/shared/money.ts";

/** What the Bitcoin Cash checkout asks for, other than for a membership. */
export const BITCOIN_CASH_CENTS = 1500;

/** Whether the received amount covers the requested one, in US dollars. */
export function isPaidInFull(askedCents: number, paid: { readonly cents: number; readonly currency: string }): boolean {
  return paid.currency === "usd" && paid.cents >= askedCents;
}

export const TIP_PERCENTS = [0, 15, 18, 20, 25] as const;

export type Payer = { readonly email: string; readonly username: string };

/** Validation errors: field → message. */
export function payerFaults({ email, username }: Payer): Partial<Record<keyof Payer, string>> {
  const faults: Partial<Record<keyof Payer, string>> = {};
  if (email.trim() === "") faults.email = REQUIRED;
  else if (!isEmailAddress(email.trim())) faults.email = INVALID_EMAIL;
  if (username.trim() === "") faults.username = REQUIRED;
  return faults;
}

/** The payment's purpose for the treasurer. The payment service gives dashes a meaning, so there are none. */
export function describePayer({ email, username }: Payer): string {
  return `${email.trim()} ${username.trim().replaceAll("-", "")}`;
}

export function venmoUrl(handle: string): string {
  return `https://venmo.com/u/${handle}`;
}

export function cashAppUrl(cashtag: string): string {
  return `https://cash.app/$${cashtag}`;
}

/** The total of an amount and a tip; null with a reason if either is invalid. */
export function sumUp(owed: string, tip: string, missing: string) {
  const owedCents = parseCents(owed) || null;
  const tipCents = tip.trim() === "" ? 0 : parseCents(tip);
  return {
    owedCents,
    tipCents,
    totalCents: owedCents === null || tipCents === null ? null : owedCents + tipCents,
    faults: { owed: owedCents === null ? missing : undefined, tip: tipCents === null ? TIP_NOT_MONEY : undefined },
  };
}

/** The tip of a preset, as the field shows it. */
export function presetTip(owed: string, percent: number): string {
  return decimalOf(percentOf(parseCents(owed) ?? 0, percent));
}
