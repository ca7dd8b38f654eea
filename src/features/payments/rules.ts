import { INVALID_EMAIL, REQUIRED, TIP_NOT_MONEY } from "#src/features/payments/messages.ts";
import { isEmailAddress } from "#src/shared/contact.ts";
import { decimalOf, parseCents, percentOf } from "#src/shared/money.ts";

/** What the Bitcoin Cash checkout asks for, and what the membership costs in it. */
export const BITCOIN_CASH_CENTS = 1500;

/** Whether an amount that arrived is what was asked for, in US dollars, or more. */
export function isPaidInFull(askedCents: number, paid: { readonly cents: number; readonly currency: string }): boolean {
  return paid.currency === "usd" && paid.cents >= askedCents;
}

export const TIP_PERCENTS = [0, 15, 18, 20, 25] as const;

export type Payer = { readonly email: string; readonly username: string };

/** What is missing or cannot be used: field → words. */
export function payerFaults({ email, username }: Payer): Partial<Record<keyof Payer, string>> {
  const faults: Partial<Record<keyof Payer, string>> = {};
  if (email.trim() === "") faults.email = REQUIRED;
  else if (!isEmailAddress(email.trim())) faults.email = INVALID_EMAIL;
  if (username.trim() === "") faults.username = REQUIRED;
  return faults;
}

/** What the payment is for, as the treasurer reads it. The payment service takes dashes for something else. */
export function describePayer({ email, username }: Payer): string {
  return `${email.trim()} ${username.trim().replaceAll("-", "")}`;
}

export function venmoUrl(handle: string): string {
  return `https://venmo.com/u/${handle}`;
}

export function cashAppUrl(cashtag: string): string {
  return `https://cash.app/$${cashtag}`;
}

/** What an amount and a tip come to. What cannot be counted is null, and says why. */
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

/** The tip that a preset means, as it stands in the field. */
export function presetTip(owed: string, percent: number): string {
  return decimalOf(percentOf(parseCents(owed) ?? 0, percent));
}
