import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { coHostOfNow, groupsNow, isBlockedNow, rolesNow } from "#src/db/groups-now.ts";
import { accounts, sessions } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import type { Me } from "#src/features/identity/schema.ts";
import type { IdentityClaims } from "#src/ports/identity/port.ts";
import {
  type Account,
  ADMINS,
  endOfSession,
  NOT_AUTHENTICATED,
  signedInOf,
  accountKind,
  type Viewer,
  VISITOR,
} from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { type Action, ACTION_ROLES, type GrantedRole } from "#src/shared/roles.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** A longer list would address nobody in particular. */
const MOST_ORGANIZERS = 50;

function prepareAccount(app: App, name: string) {
  return app.db
    .select({
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      groups: groupsNow(sql`${sql.placeholder("now")}`),
      grantedRoles: rolesNow(),
      userId: accounts.userId,
      coHostOf: coHostOfNow(),
      isBlocked: isBlockedNow(sql`${accounts.userId}`, sql`${sql.placeholder("now")}`),
      phone: users.phone,
      sex: users.zsex,
      sessionId: sessions.id,
      startedAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      provedAt: sessions.provedAt,
      provedWith: sessions.provedWith,
    })
    .from(accounts)
    .innerJoin(sessions, and(eq(sessions.sub, accounts.sub), eq(sessions.id, sql.placeholder("sessionId"))))
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(eq(accounts.sub, sql.placeholder("sub")))
    .prepare(name);
}

/** The token's account and session, in one query; undefined if either no longer exists. */
async function readSessionAccount(app: App, { sub, sessionId }: IdentityClaims) {
  // Runs at every authenticated call.
  const query = prepareOnce(app.db, "account_of_token", (name) => prepareAccount(app, name));
  const [row] = await query.execute({ sub, sessionId, now: app.clock.now().toISOString() });
  return row;
}

/**
 * Returns the viewer of a bearer token. The token proves identity; the database decides permissions. No token is a
 * visitor. An invalid token, or one whose account is gone, is a failure, so that the page knows its session is over.
 */
export async function readViewer(app: App, authorization: string | null): Promise<Result<Viewer>> {
  if (authorization === null) return ok(VISITOR);
  const refused = fail("unauthenticated", NOT_AUTHENTICATED);
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  const claims = token === undefined ? null : await app.idTokens.verify(token);
  const found = claims && (await readSessionAccount(app, claims));
  if (!claims || !found) return refused;
  const { sessionId: id, startedAt, expiresAt, provedAt, provedWith, ...account } = found;
  const session = { id, startedAt, provedAt, provedWith };
  const viewer = viewerOf(app, { ...account, sub: claims.sub, session }, claims.expiresAt);
  const now = app.clock.now();
  return now < expiresAt && now < endOfSession(viewer, startedAt) ? ok(viewer) : refused;
}

type AccountRow = Omit<Account, "kind" | "roles" | "isLockedOrganizer" | "phone" | "sex" | "until"> & {
  readonly emailVerified: boolean;
  readonly grantedRoles: readonly GrantedRole[];
  readonly phone: Account["phone"] | null;
  readonly sex: Account["sex"] | null;
};

function viewerOf(app: App, account: AccountRow, until: Date): Account {
  const { sub, email, emailVerified, groups, grantedRoles, userId, coHostOf, isBlocked, phone, sex, session } = account;
  const rights = accountKind({ email, emailVerified, groups, grantedRoles, session }, app.config);
  const person = { userId, coHostOf, isBlocked, phone: phone ?? "", sex: sex ?? "" } as const;
  return { ...rights, ...person, sub, email, groups, until, session };
}

/** An account as stored now, for work without a token, such as calendar feeds. Null when it is gone. */
export async function readAccountViewer(app: App, sub: string): Promise<Account | null> {
  const [account] = await selectAccount(app, sql`${app.clock.now().toISOString()}`).where(eq(accounts.sub, sub));
  return account ? viewerOf(app, { ...account, session: null }, app.clock.now()) : null;
}

/** The current state of every account, for a `where`. */
function selectAccount(app: App, now: SQL) {
  return app.db
    .select({
      sub: accounts.sub,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      groups: groupsNow(now),
      grantedRoles: rolesNow(),
      userId: accounts.userId,
      coHostOf: coHostOfNow(),
      isBlocked: isBlockedNow(sql`${accounts.userId}`, now),
      phone: users.phone,
      sex: users.zsex,
    })
    .from(accounts)
    .leftJoin(users, eq(users.userId, accounts.userId));
}

function prepareMailReader(app: App, name: string) {
  return selectAccount(app, sql`${sql.placeholder("now")}`)
    .where(and(eq(accounts.userId, sql.placeholder("userId")), eq(accounts.email, sql.placeholder("email"))))
    .prepare(name);
}

/**
 * The viewer that a mail to this address is written for: the person's account if the address is verified as its own,
 * else a visitor, because anyone may read mail sent to an unverified address.
 */
export async function readerOfMail(app: App, userId: string, email: string): Promise<Viewer> {
  // Runs for each mail about an event, thousands at a time.
  const query = prepareOnce(app.db, "account_of_mail", (name) => prepareMailReader(app, name));
  const [account] = await query.execute({ userId, email, now: app.clock.now().toISOString() });
  return account?.emailVerified ? viewerOf(app, { ...account, session: null }, app.clock.now()) : VISITOR;
}

/** The signed-in person; null for visitors. */
export async function readMe(app: App, viewer: Viewer): Promise<Me | null> {
  const account = signedInOf(viewer);
  if (!account) return null;
  const { sub, email, userId } = account;
  if (userId === null) return { id: sub, email, name: "", approved: false, joinDate: "" };
  const [person] = await app.db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      status: users.status,
      dateAdded: users.dateAdded,
    })
    .from(users)
    .where(eq(users.userId, userId));
  return {
    id: userId,
    email,
    name: `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim(),
    approved: person?.status === "approved",
    joinDate: person ? dayInZone(person.dateAdded, app.config.group.timeZone) : "",
  };
}

/**
 * The organizers' addresses, for mail to the group: the allow list, the members of Admins, and those with a role that
 * includes this action.
 */
export async function listOrganizerAddresses(app: App, action?: Action): Promise<string[]> {
  const roles = action === undefined ? [] : ACTION_ROLES[action];
  const hasRole = sql`exists (select from account_roles r
    where r.sub = ${accounts.sub} and r.role = any(${sql.param([...roles])}::text[]))`;
  const organizers = await app.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(accounts.emailVerified, or(sql`${ADMINS} = any(${accounts.groups})`, hasRole)))
    .orderBy(accounts.email)
    .limit(MOST_ORGANIZERS);
  return [...new Set([...app.config.adminEmails, ...organizers.map(({ email }) => email)])];
}

/** Whether any account is in the group Admins. */
export async function hasOrganizer({ db }: App): Promise<boolean> {
  return (await db.$count(accounts, sql`'Admins' = any(${accounts.groups})`)) > 0;
}
