import { MOST_PASSKEYS } from "#src/features/factors/rules.ts";

export const WRONG_APP_CODE = "That code doesn't match. Enter the newest code your app shows.";
export const WRONG_RECOVERY_CODE = "That recovery code doesn't match, or it was used before.";
export const PASSKEY_FAILED = "That passkey could not be checked. Please try again.";
export const PASSKEY_UNKNOWN = "This passkey isn't connected to an account here. Sign in with your password.";
export const PASSKEY_COPIED =
  "This passkey was refused because a copy of it may exist. Sign in another way and remove it from your account.";
export const PASSKEYS_NOT_HERE = "Passkeys need the site's own https address.";
export const PASSKEY_KNOWN = "This passkey is already connected to an account.";
export const TOO_MANY_PASSKEYS = `An account can have ${MOST_PASSKEYS} passkeys. Remove one you no longer use first.`;
export const NO_SUCH_PASSKEY = "This passkey is already gone.";
export const NO_AUTHENTICATOR = "There is no authenticator app on this account.";
export const SETUP_OVER = "That setup has expired. Please start again.";
export const FACTOR_NEEDED_FIRST = "Add a passkey or an authenticator app first.";
export const NAME_REQUIRED = "Give the passkey a name.";
export const CODE_MISSING = "Enter the code.";
export const PROOF_FAILED = "That could not be confirmed. Please try again.";

export const PASSKEY_NOT_MADE = "No passkey was made. You can try again.";
export const PASSKEY_NOT_USED = "No passkey was used. You can try again, or choose another way.";
export const PASSKEY_ON_DEVICE = "This device already has a passkey for your account.";
export const PASSKEY_UNSUPPORTED = "This device or browser can't keep passkeys with a screen lock. Try another one.";
export const PASSKEY_WRONG_ADDRESS = "Passkeys work only at the site's own address. Check the address bar.";
export const PASSWORD_MISSING = "Enter your password.";
/** Warning before the last passkey or app is removed. */
export const LAST_FACTOR_GOES =
  "It is your only second step, so your recovery codes stop working too. The console may ask organizers for a new one before it opens again.";
