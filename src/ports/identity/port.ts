import type { JSONWebKeySet } from "jose";
import type { Transaction } from "#src/db/connect.server.ts";

/** The contents of a verified id token. */
export type IdentityClaims = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  /** The session that the token belongs to, claim `sid`. It is worth nothing once that session has ended. */
  readonly sessionId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/** The contents of an id token besides its issuer and times. Facts of the person are for display; gates read the database. */
type TokenContent = Omit<IdentityClaims, "issuedAt" | "expiresAt"> & {
  readonly person: { readonly phone: string; readonly sex: string; readonly shirtSize: string };
};

/** Signs and verifies the site's id tokens, whichever user pool checked the password. */
export type IdTokens = {
  /** The claims of a valid token; null for one that is expired, forged, or of another issuer. */
  verify(token: string): Promise<IdentityClaims | null>;
  sign(content: TokenContent, issuedAt: Date, seconds: number): Promise<string>;
  /** The public keys that verify our tokens, for `/.well-known/jwks.json`. */
  publicKeys(): Promise<JSONWebKeySet>;
  /** Retires the signing keys: from now on a new one signs, and old ones verify until `oldUntil`; null: no longer. */
  rotateKeys(tx: Transaction, now: Date, oldUntil: Date | null): Promise<void>;
  /** Drops what this process has cached of the keys and of tokens that were verified with them. */
  forgetKeys(): void;
};

/** A browser that accounts have signed in on. */
type KnownDevice = {
  readonly id: string;
  /** The accounts, the last one first. */
  readonly subs: readonly string[];
};

/** Signs and verifies the cookie by which such a browser is known again. */
export type DeviceTokens = {
  sign(device: KnownDevice): Promise<string>;
  /** Null for what was not signed here. */
  verify(token: string): Promise<KnownDevice | null>;
};

/** An account as its pool describes it. */
export type PoolAccount = {
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The groups it was put in by hand. */
  readonly groups: readonly string[];
  /** The pool's own credential for this session; null where the pool has none. Kept sealed, never sent to a browser. */
  readonly poolToken: string | null;
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

/** A sign-up that waits for its code, and what says which one of its address is meant. */
export type WaitingSignUp = {
  readonly email: string;
  readonly signUpId?: string | undefined;
  /** The password that it was begun with. */
  readonly password?: string | undefined;
};

/** What the site does in the transaction of a change to an account. */
export type OnAccount = (tx: Transaction, sub: string) => Promise<void>;

/** What a pool that does not mail by itself wants mailed. */
export type IdentityMail =
  | { readonly kind: "sign_up_code" | "reset_code"; readonly id: string; readonly email: string; readonly code: string }
  | { readonly kind: "already_registered"; readonly id: string; readonly email: string };

/** What only a user pool of the site's own can do. */
export type OwnAccounts = {
  /** False for an account that has only signed in with a provider elsewhere. */
  hasPassword(sub: string): Promise<boolean>;
  /** Sets another password. `current` is not looked at where the account has none yet. */
  changePassword(
    input: { sub: string; current: string; password: string },
    onChange: OnAccount,
  ): Promise<IdentityOutcome<void>>;
  /** An account with an address that someone else verified. */
  createWithoutPassword(email: string): Promise<IdentityOutcome<{ sub: string }>>;
};

/**
 * Where accounts live. Email addresses are lower case. Sign-up, resend and forgotten password answer alike for known
 * and unknown addresses. Throws only when the pool itself cannot be reached: `OutsideAway`.
 */
export type IdentityPort = {
  /** Null for a user pool elsewhere. */
  readonly own: OwnAccounts | null;
  /** Begins a sign-up and mails its code. `signUpId` ties a later code to this sign-up and its password. */
  signUp(input: { email: string; password: string }): Promise<IdentityOutcome<{ signUpId: string }>>;
  /** Makes the account of one sign-up. Without its id or its password no code is right: it may be a stranger's. */
  confirmSignUp(input: { code: string } & WaitingSignUp): Promise<IdentityOutcome<void>>;
  /** Mails another code to the sign-up that is meant; does nothing without its id or its password. */
  resendCode(signUp: WaitingSignUp): Promise<void>;
  /** Checks a password. Starts no session here: the site does that, after whatever else it demands. */
  checkPassword(input: { email: string; password: string }): Promise<IdentityOutcome<PoolAccount>>;
  /** The account as the pool has it now, for a session that goes on; `session_over` if the pool ended it. */
  renew(session: { sub: string; poolToken: string | null }): Promise<IdentityOutcome<PoolAccount>>;
  /** Tells the pool that one session, or every session of the account, has ended here. Best effort. */
  endPoolSession(poolToken: string, options: { everywhere: boolean }): Promise<void>;
  /** Mails a code for another password. `resetId` ties the code to the browser that asked, `from` to its network. */
  forgotPassword(input: { email: string; from: string }): Promise<{ resetId: string }>;
  /**
   * Sets another password. `onReset` runs in the transaction that changes it, or, for a pool elsewhere, in one right
   * after the pool has changed it. With `isFirstTry`, a code that was tried before is wrong.
   */
  resetPassword(
    input: {
      email: string;
      code: string;
      password: string;
      from: string;
      resetId?: string | undefined;
      isFirstTry?: boolean;
    },
    onReset: OnAccount,
  ): Promise<IdentityOutcome<void>>;
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
