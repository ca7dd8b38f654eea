import { and, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { prepareOnce } from "#src/db/prepared.server.ts";
import { groupsNow } from "#src/db/groups-now.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import type { Me } from "#src/features/identity/schema.ts";
import {
  type Account,
  NOT_AUTHENTICATED,
  requireSignedIn,
  roleOfGroups,
  type Viewer,
  VISITOR,
} from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** More would be a list that nobody feels meant by. */
const MOST_ORGANISERS = 50;

function prepareAccount(app: App, name: string) {
  return app.db
    .select({
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      groups: groupsNow(sql`${sql.placeholder("now")}`),
      userId: accounts.userId,
      tokensValidFrom: accounts.tokensValidFrom,
      phone: users.phone,
      sex: users.zsex,
    })
    .from(accounts)
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(eq(accounts.sub, sql.placeholder("sub")))
    .prepare(name);
}

async function readAccount(app: App, sub: string) {
  // Asked at every call of somebody signed in.
  const query = prepareOnce(app.db, "account_of_token", (name) => prepareAccount(app, name));
  const [row] = await query.execute({ sub, now: app.clock.now().toISOString() });
  return row;
}

/**
 * Who asks, from the bearer token and from what the database says of its account now: a token proves who somebody is,
 * never what they may. No token is a visitor; one that does not verify, or whose account is gone, is refused rather
 * than taken for a visitor's, so that a page knows that its session is over.
 */
export async function readViewer(app: App, authorization: string | null): Promise<Result<Viewer>> {
  if (authorization === null) return ok(VISITOR);
  const refused = fail("unauthenticated", NOT_AUTHENTICATED);
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  const claims = token === undefined ? null : await app.identity.verifyIdToken(token);
  const account = claims && (await readAccount(app, claims.sub));
  if (!claims || !account || claims.issuedAt < account.tokensValidFrom) return refused;
  return ok(viewerOf(app, { ...account, sub: claims.sub }, claims.expiresAt));
}

type AccountRow = Omit<Account, "kind" | "phone" | "sex" | "until"> & {
  readonly emailVerified: boolean;
  readonly phone: Account["phone"] | null;
  readonly sex: Account["sex"] | null;
};

function viewerOf(app: App, account: AccountRow, until: Date): Account {
  const { sub, email, emailVerified, groups, userId, phone, sex } = account;
  const isListed = emailVerified && app.config.adminEmails.includes(email);
  const kind: Account["kind"] = isListed ? "admin" : roleOfGroups(groups);
  return { kind, sub, email, groups, userId, phone: phone ?? "", sex: sex ?? "", until };
}

/** An account as the database says now, without a token: for what it made and keeps elsewhere. Null when it is gone. */
export async function readAccountViewer(app: App, sub: string): Promise<Account | null> {
  const account = await readAccount(app, sub);
  return account ? viewerOf(app, { ...account, sub }, app.clock.now()) : null;
}

/**
 * A person as who reads a mail to this address: their account, if the address is its own, else a visitor, because
 * anybody may read mail to an address that nobody proved.
 */
export async function readerOfMail(app: App, userId: string, email: string): Promise<Viewer> {
  const [account] = await app.db
    .select({
      sub: accounts.sub,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      groups: groupsNow(sql`${app.clock.now().toISOString()}`),
      userId: accounts.userId,
      phone: users.phone,
      sex: users.zsex,
    })
    .from(accounts)
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(and(eq(accounts.userId, userId), eq(accounts.email, email)));
  return account?.emailVerified ? viewerOf(app, account, app.clock.now()) : VISITOR;
}

/** Who is signed in; null for a visitor. */
export async function readMe(app: App, viewer: Viewer): Promise<Me | null> {
  const account = requireSignedIn(viewer);
  if (!account.ok) return null;
  const { sub, email, userId } = account.value;
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

/** The addresses of the organisers, where what is sent to the group goes: the allow list, and who is in Admins. */
export async function listOrganiserAddresses(app: App): Promise<string[]> {
  const organisers = await app.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(accounts.emailVerified, sql`'Admins' = any(${accounts.groups})`))
    .orderBy(accounts.email)
    .limit(MOST_ORGANISERS);
  return [...new Set([...app.config.adminEmails, ...organisers.map(({ email }) => email)])];
}
