import type { Sex } from "#src/shared/choices.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { Proof } from "#src/shared/security.ts";

/** Somebody who is signed in, as the database knows them at this moment. */
export type Account = {
  readonly kind: "user" | "member" | "admin";
  /** An organizer whose session still owes the second factor that the console demands: not of kind `admin` until then. */
  readonly isLockedOrganizer: boolean;
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
  /** Null for an account that is read without a token: a calendar's address, the reader of a mail. */
  readonly session: ViewerSession | null;
};

/** The session that an id token belongs to. */
export type ViewerSession = {
  readonly id: string;
  readonly startedAt: Date;
  /** When the person last proved who they are: at sign-in, or freshly since. */
  readonly provedAt: Date;
  readonly provedWith: readonly Proof[];
};

const HOUR_MS = 3_600_000;

/** When a session ends whatever is done in it: thirty days after its start, twelve hours for organizers. */
export function endOfSession(account: Account, startedAt: Date): Date {
  return new Date(startedAt.getTime() + (roleOf(account) === "admin" ? 12 : 30 * 24) * HOUR_MS);
}

/** Who asks; nobody signed in is a visitor. Made only by `features/identity/queries.server.ts`. */
export type Viewer = { readonly kind: "visitor" } | Account;

export const VISITOR: Viewer = { kind: "visitor" };

/** The role that an account's groups give: Admins before Members before nothing. */
export function roleOfGroups(groups: readonly string[]): Account["kind"] {
  if (groups.includes(ADMINS)) return "admin";
  if (groups.includes("Members")) return "member";
  return "user";
}

/** Whether a session was proved with more than one factor. A passkey is two in one; a recovery code stands in for one. */
export function hasSecondFactor({ provedWith }: Pick<ViewerSession, "provedWith">): boolean {
  return provedWith.some((proof) => proof === "passkey" || proof === "totp" || proof === "recovery_code");
}

/** The group whose accounts are organizers. */
export const ADMINS = "Admins";

type Standing = {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  readonly session: ViewerSession | null;
};

type Rules = {
  /** The addresses of ADMIN_EMAILS: a proven one makes an organizer. */
  readonly adminEmails: readonly string[];
  /** Whether organizers must have given a second factor. */
  readonly organizerSecondFactor: boolean;
};

/** What an account is in a session. An organizer who owes a second factor has none of an organizer's rights. */
export function standingOf(account: Standing, rules: Rules): Pick<Account, "kind" | "isLockedOrganizer"> {
  const { email, emailVerified, groups, session } = account;
  const isListed = emailVerified && rules.adminEmails.includes(email);
  const kind = isListed ? "admin" : roleOfGroups(groups);
  const owesFactor = rules.organizerSecondFactor && session !== null && !hasSecondFactor(session);
  const isLockedOrganizer = kind === "admin" && owesFactor;
  const rest = groups.filter((group) => group !== ADMINS);
  return { kind: isLockedOrganizer ? roleOfGroups(rest) : kind, isLockedOrganizer };
}

/** What every call says to whom it does not know. */
export const NOT_AUTHENTICATED = "Not authenticated";
const NO_PERSON = "Not authenticated or missing ID";
const SECOND_FACTOR_FIRST = "The console opens once your account has a second step and this device has given it.";
const ADMINS_ONLY = "This is for the group's organizers.";

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

/** The account that asks; null for a visitor. */
export function signedInOf(viewer: Viewer): SignedIn | null {
  const signedIn = requireSignedIn(viewer);
  return signedIn.ok ? signedIn.value : null;
}

/** The person who asks; null for a visitor, and for an account that no person is known of. */
export function personOf(viewer: Viewer): Person | null {
  const person = requirePerson(viewer);
  return person.ok ? person.value : null;
}

export function requireAdmin(viewer: Viewer): Result<Admin> {
  const signedIn = requireSignedIn(viewer);
  if (!signedIn.ok) return signedIn;
  if (signedIn.value.isLockedOrganizer) return fail("second_factor_required", SECOND_FACTOR_FIRST);
  return signedIn.value.kind === "admin" ? ok(signedIn.value as Admin) : fail("forbidden", ADMINS_ONLY);
}

/** The organizer who asks; null for everybody else. */
export function adminOf(viewer: Viewer): Admin | null {
  const admin = requireAdmin(viewer);
  return admin.ok ? admin.value : null;
}

/** What somebody signed in is told of their own standing. */
export function roleOf(account: Account): Account["kind"] {
  return account.isLockedOrganizer ? "admin" : account.kind;
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
