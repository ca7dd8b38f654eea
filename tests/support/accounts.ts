import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";
import { accountRoles, accounts, sessions } from "#src/db/tables/accounts.ts";
import { type NewUser, users } from "#src/db/tables/users.ts";
import type { GrantedRole } from "#src/shared/roles.ts";
import { tokenSigner } from "#src/ports/identity/local/tokens.server.ts";
import { makeUser } from "#seeds/factories.ts";

export type Groups = readonly ("Admins" | "Members")[];

/** An account that can sign in, and its person. */
export type TestAccount = { readonly sub: string; readonly userId: string; readonly email: string };

type AccountOptions = {
  groups?: Groups;
  /** Granted in the console. */
  roles?: readonly GrantedRole[];
  email?: string;
  /** Of the person; a complete profile unless it says otherwise. */
  user?: Partial<NewUser>;
  now: Date;
};

/** An account with a verified address and its person; the one that is there when the address has one. */
export async function makeAccount(db: Db, options: AccountOptions): Promise<TestAccount> {
  const { groups = [], user = {}, now } = options;
  // One for each role, unless a test wants more.
  const email = options.email ?? `${groups.join("-") || "nobody"}@example.com`.toLowerCase();
  const [known] = await db.select().from(accounts).where(eq(accounts.email, email));
  if (known) {
    // An account of the demo town meets its person at the first sign-in; here at once.
    const [person] = await db.select({ userId: users.userId }).from(users).where(eq(users.email, email));
    const userId = known.userId ?? person?.userId;
    if (userId === undefined) throw new Error(`Nobody in the database has the address ${email}.`);
    await db
      .update(accounts)
      .set({ groups: [...groups], userId })
      .where(eq(accounts.sub, known.sub));
    await grantRoles(db, known.sub, options);
    return { sub: known.sub, userId, email };
  }
  const person = makeUser({ status: "approved", ...user, email });
  await db.insert(users).values(person);
  const sub = `account of ${email}`;
  await db.insert(accounts).values({
    sub,
    email,
    emailVerified: true,
    groups: [...groups],
    userId: person.userId,
    createdAt: now,
    updatedAt: now,
  });
  await grantRoles(db, sub, options);
  return { sub, userId: person.userId, email };
}

async function grantRoles(db: Db, sub: string, { roles = [], now }: AccountOptions): Promise<void> {
  for (const role of roles) await db.insert(accountRoles).values({ sub, role, grantedAt: now }).onConflictDoNothing();
}

type TokenOptions = { db: Db; issuer: string; now: Date; issuedAt?: Date; groups?: Groups };

/** A session of this account that started just now; its id. */
export async function makeSession(db: Db, sub: string, now: Date): Promise<string> {
  const id = randomUUID();
  const times = { createdAt: now, usedAt: now, provedAt: now, expiresAt: new Date(now.getTime() + 30 * 86_400_000) };
  await db.insert(sessions).values({ id, sub, tokenHash: id, familyHash: id, provedWith: ["password"], ...times });
  return id;
}

/** An id token of this account, good for an hour, in a session of its own. */
export async function signToken(
  account: TestAccount,
  { db, issuer, now, issuedAt = now, groups = [] }: TokenOptions,
): Promise<string> {
  const signer = tokenSigner({ db, issuer, now: () => now, maxAgeSeconds: 3600 });
  const person = { phone: "", sex: "", shirtSize: "" };
  const { sub, email } = account;
  const sessionId = await makeSession(db, sub, now);
  return signer.sign({ sub, email, emailVerified: true, groups, sessionId, person }, issuedAt, 3600);
}
