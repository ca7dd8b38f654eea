import type { JSONWebKeySet } from "jose";

/** What a verified id token says of its bearer. */
export type IdentityClaims = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

export type IdentityTokens = {
  readonly idToken: string;
  readonly expiresAt: Date;
  /** Good for new id tokens until the session ends. Only for the cookie that the page cannot read. */
  readonly refreshToken: string;
  readonly claims: IdentityClaims;
};

/** Why a user pool refused, in our words whichever pool it is. */
export type IdentityFault =
  /** Unknown address or wrong password: nobody is told which. */
  | "wrong_credentials"
  /** The right password of a sign-up whose code was not given yet. */
  | "not_confirmed"
  | "must_change_password"
  /** Wrong, used, or expired: nobody is told which. */
  | "wrong_code"
  | "session_over"
  | "weak_password"
  | "exists"
  | "unknown_account";

export type IdentityOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: IdentityFault };

export const refused = (fault: IdentityFault) => ({ ok: false, fault }) as const;
export const done = <T>(value: T) => ({ ok: true, value }) as const;

/** What a pool that does not mail by itself wants mailed. */
export type IdentityMail =
  | { readonly kind: "sign_up_code" | "reset_code"; readonly id: string; readonly email: string; readonly code: string }
  | { readonly kind: "already_registered"; readonly id: string; readonly email: string };

/**
 * Where accounts live. E-mail addresses are lower case. Sign-up, resend and forgotten password answer alike for known
 * and unknown addresses. Throws only when the pool itself cannot be reached: `OutsideAway`.
 */
export type IdentityPort = {
  /** The claims of a valid token; null for one that is expired, forged, or of another issuer. */
  verifyIdToken(token: string): Promise<IdentityClaims | null>;
  /** The public keys that verify our tokens, for `/.well-known/jwks.json`. */
  publicKeys(): Promise<JSONWebKeySet>;
  /** Begins a sign-up and mails its code. `signUpId` ties a later code to this sign-up and its password. */
  signUp(input: { email: string; password: string }): Promise<IdentityOutcome<{ signUpId: string }>>;
  confirmSignUp(input: { email: string; code: string; signUpId?: string }): Promise<IdentityOutcome<void>>;
  /** Mails another code to a sign-up that waits for one. */
  resendCode(input: { email: string; signUpId?: string }): Promise<void>;
  signIn(input: { email: string; password: string }): Promise<IdentityOutcome<IdentityTokens>>;
  refresh(refreshToken: string): Promise<IdentityOutcome<IdentityTokens>>;
  /** Ends the session of this token, or every session of its account and every id token issued so far. */
  signOut(refreshToken: string, options: { everywhere: boolean }): Promise<void>;
  forgotPassword(email: string): Promise<void>;
  /** Sets another password and ends every session of the account. */
  resetPassword(input: { email: string; code: string; password: string }): Promise<IdentityOutcome<void>>;
  /** An account with a verified address, made by an administrator. */
  createAccount(input: {
    email: string;
    password: string;
    groups: readonly string[];
    mustChangePassword?: boolean;
  }): Promise<IdentityOutcome<{ sub: string }>>;
  setGroup(email: string, group: string, isIn: boolean): Promise<IdentityOutcome<{ sub: string }>>;
  /** From then on the account is nobody's, also while the pool is away: what is left to do there is done later. */
  deleteAccount(sub: string): Promise<void>;
  /** Does what the pool was away for. Returns how much that was. */
  catchUp(): Promise<number>;
  /** Lets go of connections. */
  close(): void;
};
