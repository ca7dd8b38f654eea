import type { Proof, SecurityEventKind } from "#src/shared/security.ts";

/** The sentences of sign-in, sign-up and codes. */
export const CREDENTIALS_REQUIRED = "Email and password are required";
export const AUTHENTICATION_FAILED = "Authentication failed";
export const MUST_CHANGE_PASSWORD = "You need to change your password. Please contact an administrator.";
export const NOT_CONFIRMED = "Please confirm your email address first: enter the code we sent you.";
export const PASSWORDS_DIFFER = "Passwords do not match";
export const PASSWORD_HINT = "at least 8 characters with upper case, lower case, numbers and special characters";
export const WEAK_PASSWORD = `The password needs ${PASSWORD_HINT}.`;
export const OTHER_PASSWORD_PLEASE = "Please choose another password.";
export const KNOWN_PASSWORD =
  "This password is easy to guess: it is close to one on the lists of known passwords. Try a few unrelated words instead.";
export const PERSONAL_PASSWORD =
  "This password is easy to guess: it is close to your email, your name or the group's name. Try a few unrelated words instead.";
export const PASSWORD_TOO_LONG = "At most 256 characters.";
export const REGISTRATION_FAILED = "Registration failed";
export const CODE_REQUIRED = "Verification code is required";
export const VERIFICATION_FAILED = "Verification failed";
export const LINK_OVER = "This link has ended: it works once, for 10 minutes. Please ask for a new one.";
export const LINKS_ELSEWHERE = "This site signs people in with their password only.";
export const NUMBER_NEEDED = "Enter the number shown in the browser where you asked for the link.";
export const NUMBER_WRONG = "That is not the number shown there. Please check it.";
export const PASSWORD_ELSEWHERE = "To change your password, sign out and choose Forgot your password?";
export const CURRENT_PASSWORD_WRONG = "This is not your current password.";
export const PASSWORD_NOT_CHANGED = "Your password was not changed.";
export const EMAIL_ELSEWHERE = "The email of this account cannot be changed here. Please write to Support.";
export const EMAIL_SAME = "This is your email already.";
export const OPENID_OFF = "Signing in this way is not set up here.";
export const OPENID_DENIED = "You were not signed in. Nothing was changed.";
export const OPENID_INVALID = "That sign-in has ended. Please start again.";
export const OPENID_UNVERIFIED = "That account has no verified email, so it cannot sign in here.";
export const OPENID_TAKEN = "That account is already connected.";

/** An account here has the address, and nothing proves yet that its owner is the same person. */
export function openIdKnownAddress(name: string): string {
  return `There is an account with this email already. Sign in another way, then connect ${name} under Sign-in & security.`;
}

export const SESSION_EXPIRED = "Your session has expired. Please login again.";
export const FIRST_NAME_REQUIRED = "First name is required.";
export const LAST_NAME_REQUIRED = "Last name is required.";
export const EMAIL_INVALID = "Please enter a valid email address";
export const OFFLINE = "The site cannot be reached just now. Nothing you typed is lost: try again when you are online.";
export const ADDRESS_CONFIRMED = "Your email address is confirmed. Sign in with the password you chose.";
export const PASSWORD_CHANGED = "Your password is changed, and every device is signed out. Sign in with the new one.";
export const CODE_SENT_AGAIN = "If this address can have one, another code is on its way.";
export const STORAGE_CLOSED =
  "This browser keeps nothing for this site, so it cannot stay signed in. Allow it to store data and try again.";

export const DEVICE_NOT_FOUND = "This device is signed out already.";

/** What the log of security says of each kind of event. */
export const EVENT_WORDS: Readonly<Record<SecurityEventKind, string>> = {
  sign_in: "Signed in",
  sign_in_failed: "Wrong password",
  locked: "Sign-in paused after too many wrong passwords",
  password_reset: "Password reset by email",
  password_changed: "Password changed",
  email_changed: "Email changed",
  factor_added: "Sign-in method added",
  factor_removed: "Sign-in method removed",
  recovery_code_used: "Recovery code used",
  passkey_copied: "A passkey that may be a copy was refused",
  role_changed: "Role changed",
  keys_rotated: "Signing keys replaced",
  session_ended: "Device signed out",
  refresh_reused: "Signed out: the session was used from two places",
  calendar_address: "Private calendar address changed",
  data_exported: "Data downloaded",
  account_made: "Account created",
  command: "Command run in the terminal",
};

/** The further line of an event in words; empty when there is none. */
export function eventDetail({ kind, detail }: { kind: SecurityEventKind; detail: string }): string {
  if (kind !== "sign_in") return detail;
  const proofs = detail.split(", ").filter((proof): proof is Proof => proof in PROOF_WORDS);
  return proofs.length === 0 ? "" : `with ${proofs.map((proof) => PROOF_WORDS[proof]).join(" and ")}`;
}

/** How each way of proving who one is reads. */
export const PROOF_WORDS: Readonly<Record<Proof, string>> = {
  password: "password",
  passkey: "passkey",
  totp: "authenticator app",
  recovery_code: "recovery code",
  mail_link: "email link",
  oidc: "account elsewhere",
};

/** A refusal that has no words of its own. */
export function statusMessage(status: number): string {
  return `Error: ${status}`;
}
/** The history state with which /logout stays and says goodbye. */
export const ACCOUNT_DELETED = { isAccountDeleted: true };
