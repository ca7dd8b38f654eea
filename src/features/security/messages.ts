import type { Proof, SecurityEventKind } from "#src/shared/security.ts";

export const PASSWORD_ELSEWHERE = "To change your password, sign out and choose Forgot your password?";
export const CURRENT_PASSWORD_WRONG = "This is not your current password.";
export const PASSWORD_NOT_CHANGED = "Your password was not changed.";
export const EMAIL_ELSEWHERE = "The email of this account cannot be changed here. Please write to Support.";
export const EMAIL_SAME = "This is your email already.";

export const DEVICE_NOT_FOUND = "This device is signed out already.";

/** The text of each kind of event in the security log. */
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

/** An event's second line; empty if there is none. */
export function eventDetail({ kind, detail }: { kind: SecurityEventKind; detail: string }): string {
  if (kind !== "sign_in") return detail;
  const proofs = detail.split(", ").filter((proof): proof is Proof => proof in PROOF_WORDS);
  return proofs.length === 0 ? "" : `with ${proofs.map((proof) => PROOF_WORDS[proof]).join(" and ")}`;
}

/** Labels of the ways to prove an identity. */
export const PROOF_WORDS: Readonly<Record<Proof, string>> = {
  password: "password",
  passkey: "passkey",
  totp: "authenticator app",
  recovery_code: "recovery code",
  mail_link: "email link",
  oidc: "account elsewhere",
};
