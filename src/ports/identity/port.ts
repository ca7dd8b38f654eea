import type { JSONWebKeySet } from "jose";
import type { Transaction } from "#src/db/connect.server.ts";

/** The claims of a verified id token. */
export type IdentityClaims = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  /** The session, claim `sid`. The token is invalid once that session has ended. */
  readonly sessionId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/** The claims besides issuer and times. Personal data is for display; gates read the database. */
type TokenContent = Omit<IdentityClaims, "issuedAt" | "expiresAt"> & {
  readonly person: { readonly phone: string; readonly sex: string; readonly shirtSize: string };
};

/** Signs and verifies the site's id tokens, for any user pool. */
export type IdTokens = {
  /** The claims of a valid token; null if expired, forged, or of another issuer. */
  verify(token: string): Promise<IdentityClaims | null>;
  sign(content: TokenContent, issuedAt: Date, seconds: number): Promise<string>;
  /** The public keys that verify our tokens, for `/.well-known/jwks.json`. */
  publicKeys(): Promise<JSONWebKeySet>;
  /** Rotates the signing key; old ones verify until `oldUntil`, or with null no longer. */
  rotateKeys(tx: Transaction, now: Date, oldUntil: Date | null): Promise<void>;
  /** Drops this process's cached keys and verified tokens. */
  forgetKeys(): void;
};

/** A browser that accounts have signed in on. */
type KnownDevice = {
  readonly id: string;
  /** The accounts, most recent first. */
  readonly subs: readonly string[];
};

/** Signs and verifies the known-device cookie. */
export type DeviceTokens = {
  sign(device: KnownDevice): Promise<string>;
  /** Null for a cookie that was not signed here. */
  verify(token: string): Promise<KnownDevice | null>;
};

/** An account as described by its pool. */
export type PoolAccount = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Its groups granted by hand. */
  readonly groups: readonly string[];
  /**
   * The pool's own credential for this session; null if the pool has none. Stored encrypted, never sent to a browser.
   */
  readonly poolToken: string | null;
};

/** Refusals of a user pool, independent of the pool. */
export type IdentityFault =
  /** Unknown address or wrong password, indistinguishable on purpose. */
  | "wrong_credentials"
  /** The correct password of an unconfirmed sign-up. */
  | "not_confirmed"
  | "must_change_password"
  /** Wrong, used, or expired, indistinguishable on purpose. */
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

/** A pending sign-up, and what identifies it among those of its address. */
export type WaitingSignUp = {
  readonly email: string;
  readonly signUpId?: string | undefined;
  /** The password it was begun with. */
  readonly password?: string | undefined;
};

/** Callbacks in the transaction of an account change. */
export type OnAccount = (tx: Transaction, sub: string) => Promise<void>;

/** Mails that a pool without its own mailer requests. */
export type IdentityMail =
  | { readonly kind: "sign_up_code"; readonly id: string; readonly email: string; readonly code: string }
  | {
      readonly kind: "reset_code";
      readonly id: string;
      readonly email: string;
      readonly code: string;
      /** Resets the password in place of the code. */
      readonly link: string;
    }
  | { readonly kind: "already_registered"; readonly id: string; readonly email: string };

/** Operations that only a pool of the site's own supports. */
export type OwnAccounts = {
  /** False for an account that only uses a provider elsewhere. */
  hasPassword(sub: string): Promise<boolean>;
  /** Sets a password. `current` is ignored if the account has none yet. */
  changePassword(
    input: { sub: string; current: string; password: string },
    onChange: OnAccount,
  ): Promise<IdentityOutcome<void>>;
  /** Creates an account whose address another service verified. */
  createWithoutPassword(email: string): Promise<IdentityOutcome<{ sub: string }>>;
};

/**
 * A user pool. Emails are lower case. Sign-up, resend and forgotten password respond alike for known and unknown
 * addresses. Throws only `OutsideAway`.
 */
export type IdentityPort = {
  /** Null for an external user pool. */
  readonly own: OwnAccounts | null;
  /** Begins a sign-up and mails its code. `signUpId` ties the code to this sign-up and its password. */
  signUp(input: { email: string; password: string }): Promise<IdentityOutcome<{ signUpId: string }>>;
  /** Confirms a sign-up. Without its id or password no code is accepted: it may be a stranger's. */
  confirmSignUp(input: { code: string } & WaitingSignUp): Promise<IdentityOutcome<void>>;
  /** Resends the code of the identified sign-up; does nothing without its id or password. */
  resendCode(signUp: WaitingSignUp): Promise<void>;
  /** Checks a password. Starts no session: the site does, after any second factor. */
  checkPassword(input: { email: string; password: string }): Promise<IdentityOutcome<PoolAccount>>;
  /** The current account of a continuing session; `session_over` if the pool ended it. */
  renew(session: { sub: string; poolToken: string | null }): Promise<IdentityOutcome<PoolAccount>>;
  /** Tells the pool that one session, or all of an account, has ended. Best effort. */
  endPoolSession(poolToken: string, options: { everywhere: boolean }): Promise<void>;
  /** Mails a reset code, and our own pool a link. `resetId` ties the code to the browser that asked, `from` to its network. */
  forgotPassword(input: { email: string; from: string }): Promise<{ resetId: string }>;
  /**
   * Sets a new password, with the code or what the link carries. `mayTry` counts a guess before the code is compared, and
   * returns false to refuse it. `onReset` runs in the same transaction, or, for an external pool, in one right after.
   */
  resetPassword(
    input: {
      email: string;
      code: string;
      password: string;
      from: string;
      resetId?: string | undefined;
    },
    on: { readonly mayTry: () => Promise<boolean>; readonly onReset: OnAccount },
  ): Promise<IdentityOutcome<void>>;
  /** Creates an account with a verified address, by an administrator. */
  createAccount(input: {
    email: string;
    password: string;
    groups: readonly string[];
    mustChangePassword?: boolean;
  }): Promise<IdentityOutcome<{ sub: string }>>;
  /** Within the transaction `tx` if given, else in one of its own. */
  setGroup(
    email: string,
    group: string,
    isIn: boolean,
    onChange?: OnAccount,
    tx?: Transaction,
  ): Promise<IdentityOutcome<{ sub: string }>>;
  /** Deletes an account here at once, also while the pool is down; the pool's copy is deleted later. */
  deleteAccount(sub: string): Promise<void>;
  /** Completes deferred deletions. Returns their number. */
  catchUp(): Promise<number>;
  close(): void;
};
