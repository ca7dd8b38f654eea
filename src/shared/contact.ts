// How addresses and telephone numbers look. Apart from `fields.ts`, so that a page can use it without the schemas' weight.

// One @, something before it, a dot after it, no spaces: only a mail can prove more than this. Nothing by which a mail
// program would read two addresses, or another one, in it: `a,b@x.com`, `a<b@x.com>`.
const SIMPLE_ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@.,;:<>()[\]\\"]+(\.[^\s\p{Cc}@.,;:<>()[\]\\"]+)+$/u;

/** Whether text has the form of an e-mail address. */
export function isEmailAddress(value: string): boolean {
  return SIMPLE_ADDRESS.test(value);
}

/** A link that writes to this address and to nobody else, with nothing written yet. */
export function mailtoUrl(email: string): string {
  return `mailto:${email.replace(/[?&=%#]/g, encodeURIComponent)}`;
}

/** Addresses are compared in this form. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
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
