export const AUTHENTICATION_FAILED = "Authentication failed";
export const MUST_CHANGE_PASSWORD = "You need to change your password. Please contact an administrator.";
export const NOT_CONFIRMED = "Please confirm your email address first: enter the code we sent you.";
export const REGISTRATION_FAILED = "Registration failed";
export const LINK_OVER = "This link has ended: it works once, for 10 minutes. Please ask for a new one.";
export const RESET_LINK_OVER = "This link has ended: it works once, for a day. Please ask for a new one.";
export const CODES_USED_UP =
  "Too many wrong codes were entered. Open the link in our email instead: it works for a day.";
export const LINKS_ELSEWHERE = "This site signs people in with their password only.";
export const NUMBER_NEEDED = "Enter the number shown in the browser where you asked for the link.";
export const NUMBER_WRONG = "That is not the number shown there. Please check it.";
export const OPENID_OFF = "Signing in this way is not set up here.";
export const OPENID_DENIED = "You were not signed in. Nothing was changed.";
export const OPENID_INVALID = "That sign-in has ended. Please start again.";
export const OPENID_UNVERIFIED = "That account has no verified email, so it cannot sign in here.";
export const OPENID_TAKEN = "That account is already connected.";

/** The address already has an account, and nothing yet proves that it has the same owner. */
export function openIdKnownAddress(name: string): string {
  return `There is an account with this email already. Sign in another way, then connect ${name} under Sign-in & security.`;
}
export const ADDRESS_CONFIRMED = "Your email address is confirmed. Sign in with the password you chose.";
export const PASSWORD_CHANGED = "Your password is changed, and every device is signed out. Sign in with the new one.";
export const CODE_SENT_AGAIN = "If this address can have one, another code is on its way.";
export const STORAGE_CLOSED =
  "This browser keeps nothing for this site, so it cannot stay signed in. Allow it to store data and try again.";

/** Messages about passkeys, authenticator apps, recovery codes and reauthentication. */
export const SECOND_FACTOR_REQUIRED = "To finish signing in, show that it’s you.";
export const TICKET_OVER = "That took too long. Please sign in again.";
