/** Security log events. A database check holds the same list. */
export const SECURITY_EVENT_KINDS = [
  "sign_in",
  "sign_in_failed",
  "locked",
  "password_reset",
  "password_changed",
  "email_changed",
  "factor_added",
  "factor_removed",
  "recovery_code_used",
  "passkey_copied",
  "role_changed",
  "keys_rotated",
  "session_ended",
  "refresh_reused",
  "calendar_address",
  "data_exported",
  "account_made",
  "command",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** Authentication methods. */
export const PROOFS = ["password", "passkey", "totp", "recovery_code", "mail_link", "oidc"] as const;
export type Proof = (typeof PROOFS)[number];

export const SECOND_FACTORS = ["passkey", "totp", "recovery_code"] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
