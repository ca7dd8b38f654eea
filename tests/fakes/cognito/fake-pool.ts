import { randomInt } from "node:crypto";
import type { Administrator } from "#tests/fakes/cognito/fake-signature.ts";

/** A user of the fake pool. */
export type FakeUser = {
  readonly sub: string;
  readonly email: string;
  password: string;
  status: "UNCONFIRMED" | "CONFIRMED" | "FORCE_CHANGE_PASSWORD" | "RESET_REQUIRED";
  emailVerified: boolean;
  isEnabled: boolean;
  readonly groups: Set<string>;
  code?: { readonly code: string; readonly purpose: "sign_up" | "reset"; readonly until: number } | undefined;
  wrongPasswords: number;
};

/** What the fake pool is and keeps. */
export type FakePool = {
  readonly region: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly administrator: Administrator;
  readonly now: () => Date;
  readonly idTokenSeconds: number;
  rotatesRefreshTokens: boolean;
  /** By `sub`. */
  readonly users: Map<string, FakeUser>;
  readonly groups: Set<string>;
  /** Every code that was mailed, oldest first. */
  readonly mails: { readonly email: string; readonly code: string }[];
};

/** An error as the service answers it: status 400, its name in `__type`. */
export class VendorError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status = 400) {
    super(message);
    this.type = type;
    this.status = status;
  }
}
export const vendorError = (type: string, message: string) => new VendorError(type, message);

const CODE_LIFE_MS = { sign_up: 86_400_000, reset: 3_600_000 };

/** Makes a code and mails it. */
export function sendCode(pool: FakePool, user: FakeUser, purpose: "sign_up" | "reset"): void {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  user.code = { code, purpose, until: pool.now().getTime() + CODE_LIFE_MS[purpose] };
  pool.mails.push({ email: user.email, code });
}

/** Takes a code once; throws as the service does when it is not the one. */
export function takeCode(
  pool: FakePool,
  user: FakeUser | undefined,
  purpose: "sign_up" | "reset",
  given: string,
): void {
  const kept = user?.code;
  if (!user || kept?.purpose !== purpose || kept.until < pool.now().getTime())
    throw vendorError("ExpiredCodeException", "Invalid code provided, please request a code again.");
  if (kept.code !== given)
    throw vendorError("CodeMismatchException", "Invalid verification code provided, please try again.");
  user.code = undefined;
}

/** By what an administrator or a visitor names somebody: the address, or the `sub`. */
export function findUser(pool: FakePool, username: string): FakeUser | undefined {
  return pool.users.get(username) ?? [...pool.users.values()].find(({ email }) => email === username);
}

export function checkPassword(password: string): void {
  const fault = [
    [password.length >= 8, "Password not long enough"],
    [/[a-z]/.test(password), "Password must have lowercase characters"],
    [/[A-Z]/.test(password), "Password must have uppercase characters"],
    [/\d/.test(password), "Password must have numeric characters"],
    [/[^\w\s]/.test(password), "Password must have symbol characters"],
  ].find(([isKept]) => !isKept);
  if (fault) throw vendorError("InvalidPasswordException", `Password did not conform with policy: ${fault[1]}`);
}

export function addUser(
  pool: FakePool,
  { email, password, status }: Pick<FakeUser, "email" | "password" | "status">,
): FakeUser {
  const sub = crypto.randomUUID();
  const user: FakeUser = {
    sub,
    email,
    password,
    status,
    emailVerified: false,
    isEnabled: true,
    groups: new Set(),
    wrongPasswords: 0,
  };
  pool.users.set(sub, user);
  return user;
}
