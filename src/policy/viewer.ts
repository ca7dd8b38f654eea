import type { Sex } from "#src/shared/choices.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Somebody who is signed in, as the database knows them at this moment. */
export type Account = {
  readonly kind: "user" | "member" | "admin";
  /** The identity provider's id of the account. */
  readonly sub: string;
  readonly email: string;
  readonly groups: readonly string[];
  /** The person of the database that their verified address proved them to be; null until there is one. */
  readonly userId: string | null;
  /** Digits; empty when not given. */
  readonly phone: string;
  readonly sex: Sex | "";
  /** When their id token runs out. */
  readonly until: Date;
};

/** Who asks; nobody signed in is a visitor. Made only by `features/identity/queries.server.ts`. */
export type Viewer = { readonly kind: "visitor" } | Account;

export const VISITOR: Viewer = { kind: "visitor" };

/** The role that an account's groups give: Admins before Members before nothing. */
export function roleOfGroups(groups: readonly string[]): Account["kind"] {
  if (groups.includes("Admins")) return "admin";
  if (groups.includes("Members")) return "member";
  return "user";
}

/** What every call says to whom it does not know. */
export const NOT_AUTHENTICATED = "Not authenticated";
const NO_PERSON = "Not authenticated or missing ID";
const ADMINS_ONLY = "This is for the group's organisers.";

declare const proof: unique symbol;
/** Somebody signed in. Only {@link requireSignedIn} makes one, so a command that takes it was asked for permission. */
export type SignedIn = Account & { readonly [proof]: "signed in" };
/** Somebody signed in whom the database knows as a person. */
export type Person = SignedIn & { readonly userId: string };
export type Admin = SignedIn & { readonly kind: "admin" };

export function requireSignedIn(viewer: Viewer): Result<SignedIn> {
  return viewer.kind === "visitor" ? fail("unauthenticated", NOT_AUTHENTICATED) : ok(viewer as SignedIn);
}

export function requirePerson(viewer: Viewer): Result<Person> {
  const signedIn = requireSignedIn(viewer);
  if (!signedIn.ok) return signedIn;
  return signedIn.value.userId === null ? fail("forbidden", NO_PERSON) : ok(signedIn.value as Person);
}

export function requireAdmin(viewer: Viewer): Result<Admin> {
  const signedIn = requireSignedIn(viewer);
  if (!signedIn.ok) return signedIn;
  return signedIn.value.kind === "admin" ? ok(signedIn.value as Admin) : fail("forbidden", ADMINS_ONLY);
}

/** What somebody signed in is told of their own standing. */
export function roleOf(account: SignedIn): Account["kind"] {
  return account.kind;
}

export function groupsOf(account: SignedIn): string[] {
  return [...account.groups];
}

/** Members and admins: who sees places and close friends' events. */
export function isMember(viewer: Viewer): boolean {
  return viewer.kind === "member" || viewer.kind === "admin";
}

/** Whether somebody may still do what they might a while ago: nothing by which gates decide has changed. */
export function isSameStanding(before: Viewer, now: Viewer): boolean {
  if (before.kind === "visitor" || now.kind === "visitor") return before.kind === now.kind;
  return (
    before.kind === now.kind &&
    before.sub === now.sub &&
    before.userId === now.userId &&
    before.phone === now.phone &&
    before.sex === now.sex
  );
}
