import type { Sex } from "#src/shared/choices.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { GrantedRole, Role } from "#src/shared/roles.ts";
import type { Proof } from "#src/shared/security.ts";

/** A signed-in user, as the database knows them now. */
export type Account = {
  readonly kind: "user" | "member" | "admin";
  /** Holds a role, but the session lacks the required second factor, so the role gives no rights yet. */
  readonly isLockedOrganizer: boolean;
  /** The account's roles, even while it is locked. */
  readonly roles: readonly Role[];
  /** The identity provider's id of the account. */
  readonly sub: string;
  readonly email: string;
  readonly groups: readonly string[];
  /** The person proven by the account's verified email; null until there is one. */
  readonly userId: string | null;
  /** Ids of the events that the person co-hosts, sorted. */
  readonly coHostOf: readonly string[];
  /** An organizer blocked the person. */
  readonly isBlocked: boolean;
  /** Digits; empty if not given. */
  readonly phone: string;
  readonly sex: Sex | "";
  /** When their id token expires. */
  readonly until: Date;
  /** Null if the account was read without an id token, as for a calendar URL or a mail. */
  readonly session: ViewerSession | null;
};

/** The session that an id token belongs to. */
export type ViewerSession = {
  readonly id: string;
  readonly startedAt: Date;
  /** When the person last proved their identity: at sign-in or freshly since. */
  readonly provedAt: Date;
  readonly provedWith: readonly Proof[];
};

const HOUR_MS = 3_600_000;

/** Absolute expiry of a session: 30 days after its start, 12 hours for accounts with a console role. */
export function endOfSession(account: Account, startedAt: Date): Date {
  const opensConsole = roleOf(account) === "admin" || account.roles.length > 0;
  return new Date(startedAt.getTime() + (opensConsole ? 12 : 30 * 24) * HOUR_MS);
}

/** The caller; not signed in means visitor. Created only by `features/identity/queries.server.ts`. */
export type Viewer = { readonly kind: "visitor" } | Account;

export const VISITOR: Viewer = { kind: "visitor" };

/** The account kind that groups give. Admins outranks Members. */
export function roleOfGroups(groups: readonly string[]): Account["kind"] {
  if (groups.includes(ADMINS)) return "admin";
  if (groups.includes("Members")) return "member";
  return "user";
}

/** Whether a session has more than one factor. A passkey counts as two; a recovery code replaces one. */
export function hasSecondFactor({ provedWith }: Pick<ViewerSession, "provedWith">): boolean {
  return provedWith.some((proof) => proof === "passkey" || proof === "totp" || proof === "recovery_code");
}

/** The group of organizers. */
export const ADMINS = "Admins";

type SignedInAccount = {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  readonly grantedRoles: readonly GrantedRole[];
  readonly session: ViewerSession | null;
};

type Rules = {
  /** ADMIN_EMAILS. An account with one of them, verified, is an organizer. */
  readonly adminEmails: readonly string[];
  /** Whether the console needs a second factor. */
  readonly organizerSecondFactor: boolean;
};

type AccountRights = Pick<Account, "kind" | "roles" | "isLockedOrganizer">;

/** An account's kind and roles in a session. Without the required second factor, roles give no rights. */
export function accountKind(account: SignedInAccount, rules: Rules): AccountRights {
  const { email, emailVerified, groups, grantedRoles, session } = account;
  const isListed = emailVerified && rules.adminEmails.includes(email);
  const kind = isListed ? "admin" : roleOfGroups(groups);
  // Anyone can sign up with another person's email, so roles count only once it is verified.
  const roles: Role[] = [...(kind === "admin" ? (["organizer"] as const) : []), ...(emailVerified ? grantedRoles : [])];
  const owesFactor = rules.organizerSecondFactor && session !== null && !hasSecondFactor(session);
  const isLockedOrganizer = roles.length > 0 && owesFactor;
  const rest = groups.filter((group) => group !== ADMINS);
  return { kind: isLockedOrganizer ? roleOfGroups(rest) : kind, roles, isLockedOrganizer };
}

/** The message for callers who are not signed in. */
export const NOT_AUTHENTICATED = "Not authenticated";
const NO_PERSON = "Not authenticated or missing ID";

declare const proof: unique symbol;
/** A signed-in caller. Only {@link requireSignedIn} makes one, so a command that takes it was authorized. */
export type SignedIn = Account & { readonly [proof]: "signed in" };
/** A signed-in caller with a person record. */
export type Person = SignedIn & { readonly userId: string };
declare const organizes: unique symbol;
/** A caller whose role includes the action of the call. Only a gate of `roles.ts` makes one. */
export type Admin = SignedIn & { readonly [organizes]: "organizes" };

/** The actor of automations in the audit log. */
export const AUTOMATIC = { sub: "automation", userId: null, email: "Automation" } as const;

export function requireSignedIn(viewer: Viewer): Result<SignedIn> {
  return viewer.kind === "visitor" ? fail("unauthenticated", NOT_AUTHENTICATED) : ok(viewer as SignedIn);
}

export function requirePerson(viewer: Viewer): Result<Person> {
  const signedIn = requireSignedIn(viewer);
  if (!signedIn.ok) return signedIn;
  return signedIn.value.userId === null ? fail("forbidden", NO_PERSON) : ok(signedIn.value as Person);
}

/** The message for blocked people. Names neither the reason nor the organizer. */
export const BLOCKED = "You can’t do this at the moment. If you have questions, write to the organizers.";

/** Admits people who are not blocked. Guards what affects others: RSVPs, messages, hosting. */
export function requireUnblocked(viewer: Viewer): Result<Person> {
  const person = requirePerson(viewer);
  return person.ok && person.value.isBlocked ? fail("forbidden", BLOCKED) : person;
}

/** The caller's account; null for a visitor. */
export function signedInOf(viewer: Viewer): SignedIn | null {
  const signedIn = requireSignedIn(viewer);
  return signedIn.ok ? signedIn.value : null;
}

/** The caller's person; null for a visitor and for an account without one. */
export function personOf(viewer: Viewer): Person | null {
  const person = requirePerson(viewer);
  return person.ok ? person.value : null;
}

/** The account kind to show its owner. A locked organizer is still `admin`. */
export function roleOf(account: Account): Account["kind"] {
  return account.roles.includes("organizer") ? "admin" : account.kind;
}

export function groupsOf(account: SignedIn): string[] {
  return [...account.groups];
}

/** Members and organizers, who may see places and events for close friends. */
export function isMember(viewer: Viewer): boolean {
  return viewer.kind === "member" || viewer.kind === "admin";
}

/** Whether everything that gates check is the same in two reads of a caller. */
export function hasSamePermissions(before: Viewer, now: Viewer): boolean {
  if (before.kind === "visitor" || now.kind === "visitor") return before.kind === now.kind;
  return (
    before.kind === now.kind &&
    before.sub === now.sub &&
    before.roles.join() === now.roles.join() &&
    before.isLockedOrganizer === now.isLockedOrganizer &&
    before.userId === now.userId &&
    before.coHostOf.join() === now.coHostOf.join() &&
    before.isBlocked === now.isBlocked &&
    before.phone === now.phone &&
    before.sex === now.sex
  );
}
