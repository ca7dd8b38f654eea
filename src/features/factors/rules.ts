import { codeDigits, isCode } from "#src/features/identity/rules.ts";

/** Passkeys an account may have: enough for every device of a household. */
export const MOST_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 60;
export const RECOVERY_CODES = 10;

/** Crockford's base 32: no letter that looks like a digit. */
export const RECOVERY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RECOVERY_LENGTH = 16;
const LOOKALIKES: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/** A recovery code as it is compared: upper case, without dashes, lookalikes read as the digits they resemble. */
export function plainRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll(/[OIL]/g, (letter) => LOOKALIKES[letter] ?? letter);
}

export function isRecoveryCode(plain: string): boolean {
  return plain.length === RECOVERY_LENGTH && [...plain].every((letter) => RECOVERY_ALPHABET.includes(letter));
}

/** Formatted for display and typing: groups of four. */
export function groupedRecoveryCode(plain: string): string {
  return plain.match(/.{1,4}/g)?.join("-") ?? "";
}

/** Whether this can be a code of an authenticator app. */
export function isAppCode(typed: string): boolean {
  return isCode(codeDigits(typed));
}

/**
 * The domain that passkeys of this site belong to; null where browsers allow none: at a bare IP address, or over http
 * anywhere but on localhost.
 */
export function passkeyDomain(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (/^[\d.]+$|:/.test(hostname)) return null;
  return protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost") ? hostname : null;
}

/** Rate limit shared by second sign-in steps and reauthentications from one network. */
export const SECOND_FACTOR_LIMIT = { name: "second-factor", max: 60, windowSeconds: 300 };
