/** The sentences of sign-in, sign-up and codes. */
export const CREDENTIALS_REQUIRED = "Email and password are required";
export const AUTHENTICATION_FAILED = "Authentication failed";
export const MUST_CHANGE_PASSWORD = "You need to change your password. Please contact an administrator.";
export const NOT_CONFIRMED = "Please confirm your e-mail address first: enter the code we sent you.";
export const PASSWORDS_DIFFER = "Passwords do not match";
export const PASSWORD_HINT = "at least 8 characters with upper case, lower case, numbers and special characters";
export const WEAK_PASSWORD = `The password needs ${PASSWORD_HINT}.`;
export const PASSWORD_TOO_LONG = "At most 256 characters.";
export const REGISTRATION_FAILED = "Registration failed";
export const CODE_REQUIRED = "Verification code is required";
export const VERIFICATION_FAILED = "Verification failed";
export const SESSION_EXPIRED = "Your session has expired. Please login again.";
export const EMAIL_INVALID = "Please enter a valid email address";
export const OFFLINE = "The site cannot be reached just now. Nothing you typed is lost: try again when you are online.";
export const ADDRESS_CONFIRMED = "Your e-mail address is confirmed. Sign in with the password you chose.";
export const PASSWORD_CHANGED = "Your password is changed, and every device is signed out. Sign in with the new one.";
export const CODE_SENT_AGAIN = "If this address can have one, another code is on its way.";
export const STORAGE_CLOSED =
  "This browser keeps nothing for this site, so it cannot stay signed in. Allow it to store data and try again.";

/** A refusal that has no words of its own. */
export function statusMessage(status: number): string {
  return `Error: ${status}`;
}
