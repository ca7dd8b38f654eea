// Formats of emails and phone numbers. Separate from `fields.ts`, so that pages need not load the schemas.

export { isEmailAddress, normalizeEmail } from "./email-address.mjs";

/** Contact details passed to the next page in the history entry, so that nobody types them twice. */
export type Visitor = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Digits. */
  readonly phone: string;
};

/** A mailto link to this address only, without content. */
export function mailtoUrl(email: string): string {
  return `mailto:${email.replace(/[?&=%#]/g, encodeURIComponent)}`;
}

// Seven digits is the shortest subscriber number, fifteen the longest of E.164.
const PHONE_DIGITS = /^\d{7,15}$/;

/** Keeps only digits. */
export function phoneDigits(typed: string): string {
  return typed.replace(/\D/g, "");
}

export const FIRST_NAME_REQUIRED = "First name is required.";
export const LAST_NAME_REQUIRED = "Last name is required.";
export const EMAIL_REQUIRED = "Email is required.";
export const EMAIL_INVALID = "Please enter a valid email address.";
export const SEX_REQUIRED = "Sex is required.";
export const PHONE_REQUIRED = "Phone number is required.";
export const PHONE_FORM = "A phone number has 7 to 15 digits.";

/** Whether digits could be a phone number. */
export function isPhoneDigits(digits: string): boolean {
  return PHONE_DIGITS.test(digits);
}

/** Whether text has digits, but too few for a phone number. Text without digits, such as 'blank', means no number. */
export function isShortPhone(typed: string): boolean {
  const { length } = phoneDigits(typed);
  return length > 0 && length < 7;
}

/** Formats digits while typing: xxx-xxx-xxxx, or 1-xxx-xxx-xxxx with a leading 1. */
export function formatPhone(typed: string): string {
  const digits = phoneDigits(typed).slice(0, 15);
  const country = digits.startsWith("1") ? "1" : "";
  const rest = digits.slice(country.length);
  // More than ten digits is not a North American number: show it unformatted.
  if (rest.length > 10) return digits;
  const groups = [country, rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)];
  return groups.filter((group) => group !== "").join("-");
}
