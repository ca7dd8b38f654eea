/** Messages about accounts, passwords and sessions. */
export const CREDENTIALS_REQUIRED = "Email and password are required";
export const PASSWORDS_DIFFER = "Passwords do not match";
export const PASSWORD_HINT = "at least 8 characters with upper case, lower case, numbers and special characters";
export const WEAK_PASSWORD = `The password needs ${PASSWORD_HINT}.`;
export const OTHER_PASSWORD_PLEASE = "Please choose another password.";
export const KNOWN_PASSWORD =
  "This password is easy to guess: it is close to one on the lists of known passwords. Use a few unrelated words with a number and a special character between them.";
export const PERSONAL_PASSWORD =
  "This password is easy to guess: it is close to your email, your name or the group's name. Use a few unrelated words with a number and a special character between them.";
export const PASSWORD_TOO_LONG = "At most 256 characters.";
export const CODE_REQUIRED = "Verification code is required";
export const VERIFICATION_FAILED = "Verification failed";

export const SESSION_EXPIRED = "Your session has expired. Please login again.";
export const EMAIL_INVALID = "Please enter a valid email address";
/** Why a call got no response: the device is offline, or the site is unreachable. */
export function unreachable(): string {
  return navigator.onLine
    ? "The site cannot be reached right now. Try again in a minute."
    : "You are offline. Try again when you are back online.";
}

/** Title of a failed call. Careful wording, because the call may have worked although its response was lost. */
export const NOT_CONFIRMED = "Not confirmed";

/** The message for a refusal without its own. */
export function statusMessage(status: number): string {
  return `Error: ${status}`;
}
/** History state that keeps /logout open to say goodbye. */
export const ACCOUNT_DELETED = { isAccountDeleted: true };

export const WRONG_PASSWORD = "That password isn’t right.";

/** Shown after a mailed code. */
export const CODE_LASTS =
  "It is good for 10 minutes and for one use. If that was not you, ignore this mail: without the code nothing happens.";
