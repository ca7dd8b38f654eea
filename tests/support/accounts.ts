import { eq } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { type NewUser, users } from "#src/db/tables/users.ts";
import { tokenSigner } from "#src/ports/identity/local/tokens.server.ts";
import { makeUser } from "#seeds/factories.ts";

export type Groups = readonly ("Admins" | "Members")[];

/** Somebody who can be signed in: an account, and the person it belongs to. */
export type TestAccount = { readonly sub: string; readonly userId: string; readonly email: string };

type AccountOptions = {
  groups?: Groups;
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
      .set({ groups: [...groups], userId, tokensValidFrom: new Date(0) })
      .where(eq(accounts.sub, known.sub));
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
    // Earlier than any token that a test makes.
    tokensValidFrom: new Date(0),
    createdAt: now,
    updatedAt: now,
  });
  return { sub, userId: person.userId, email };
}

type TokenOptions = { db: Db; issuer: string; now: Date; issuedAt?: Date; groups?: Groups };

/** An id token of this account, good for an hour. */
export function signToken(account: TestAccount, { db, issuer, now, issuedAt = now, groups = [] }: TokenOptions) {
  const signer = tokenSigner({ db, issuer, now: () => now });
  const person = { phone: "", sex: "", shirtSize: "" };
  return signer.sign({ sub: account.sub, email: account.email, emailVerified: true, groups, person }, issuedAt, 3600);
}
