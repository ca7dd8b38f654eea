// How addresses and telephone numbers look. Apart from `fields.ts`, so that a page can use it without the schemas' weight.

export { isEmailAddress, normalizeEmail } from "./email-address.mjs";

/** A link that writes to this address and to nobody else, with nothing written yet. */
export function mailtoUrl(email: string): string {
  return `mailto:${email.replace(/[?&=%#]/g, encodeURIComponent)}`;
}

// Seven digits is the shortest subscriber number, fifteen the longest of E.164.
const PHONE_DIGITS = /^\d{7,15}$/;

/** Only the digits of what was typed. */
export function phoneDigits(typed: string): string {
  return typed.replace(/\D/g, "");
}

/** Whether digits could be a telephone number. */
export function isPhoneDigits(digits: string): boolean {
  return PHONE_DIGITS.test(digits);
}

/** Digits as they are shown while typing: xxx-xxx-xxxx, or 1-xxx-xxx-xxxx with a leading 1. */
export function formatPhone(typed: string): string {
  const digits = phoneDigits(typed).slice(0, 15);
  const country = digits.startsWith("1") ? "1" : "";
  const rest = digits.slice(country.length);
  // Longer than ten digits is not a North American number: show it as it is.
  if (rest.length > 10) return digits;
  const groups = [country, rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)];
  return groups.filter((group) => group !== "").join("-");
}
