import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { lockContacts } from "#src/db/lock-keys.server.ts";
import { isOnlyApplicant } from "#src/db/person-columns.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import { applySignUpNames } from "#src/features/identity/commands/sign-up-names.server.ts";
import type { PoolAccount } from "#src/ports/identity/port.ts";
import { uuidv7 } from "#src/shared/ids.ts";

/** Saves the identity provider's account data. Returns whether the account may be tied to a person now. */
async function saveAccount(
  tx: Transaction,
  { sub, email, emailVerified, groups }: PoolAccount,
  now: Date,
): Promise<boolean> {
  await tx
    .insert(accounts)
    .values({
      sub,
      email,
      emailVerified,
      groups: [...groups],
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: accounts.sub,
      set: { email, emailVerified, groups: [...groups], updatedAt: now },
      setWhere: sql`(${accounts.email}, ${accounts.emailVerified}, ${accounts.groups}) is distinct from (excluded.email, excluded.email_verified, excluded.groups)`,
    });
  // An unverified address proves nothing: anyone can type it.
  if (!emailVerified) return false;
  const [untied] = await tx
    .select({ sub: accounts.sub })
    .from(accounts)
    .where(and(eq(accounts.sub, sub), isNull(accounts.userId)))
    .for("update");
  return untied !== undefined;
}

/** Locks the person with this email who has no account: an approved person before an applicant, then the oldest. */
async function lockUntiedPerson(tx: Transaction, email: string): Promise<{ userId: string } | undefined> {
  await lockContacts(tx, [{ email, phone: "" }]);
  const hasNoAccount = sql`not exists (select from accounts a where a.user_id = ${users.userId})`;
  const [person] = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.email, email), hasNoAccount))
    .orderBy(desc(eq(users.status, "approved")), asc(users.userId))
    .limit(1)
    .for("update");
  return person;
}

/**
 * Ties an account to the person who has its verified email and no account yet: an approved person before an applicant,
 * then the oldest. Creates a person if there is none.
 */
async function tieAccount(tx: Transaction, { sub, email }: PoolAccount, now: Date): Promise<void> {
  const person = await lockUntiedPerson(tx, email);
  // Read first: it no longer holds once the account refers to the person.
  const mayRename = person !== undefined && (await isOnlyJoinForms(tx, person.userId));
  const userId = person?.userId ?? uuidv7(now.getTime());
  if (!person) await tx.insert(users).values({ userId, email, dateAdded: now, createdAt: now, updatedAt: now });
  // Checked again under the lock: a merge may have added an account. The next token then ties this one.
  const isFree = sql`not exists (select from accounts a where a.user_id = ${userId})`;
  const [tied] = await tx
    .update(accounts)
    .set({ userId, updatedAt: now })
    .where(and(eq(accounts.sub, sub), isFree))
    .returning({ sub: accounts.sub });
  if (tied) await applySignUpNames(tx, { sub, email, userId, mayRename });
}

/** Whether everything known about a person comes from join forms, which anyone can send. */
async function isOnlyJoinForms(tx: Transaction, userId: string): Promise<boolean> {
  const sentForm = sql`exists (select from join_submissions j where j.user_id = ${users.userId})`;
  const [found] = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.userId, userId), sentForm, isOnlyApplicant()));
  return found !== undefined;
}

export type ProvenVisitor = Pick<typeof users.$inferSelect, "email" | "firstName" | "lastName" | "phone">;

/**
 * Returns the person of an email that a mailed link just proved: the owner of its account, else the person an account
 * with it would be tied to, else a new person. Typed names replace only what join forms said (decision 0033).
 */
export async function personOfProvenEmail(
  tx: Transaction,
  { email, firstName, lastName, phone }: ProvenVisitor,
  now: Date,
): Promise<{ userId: string; hasAccount: boolean }> {
  const found = await lockUntiedPerson(tx, email);
  const [owner] = await tx
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.email, email), accounts.emailVerified, isNotNull(accounts.userId)));
  if (owner?.userId) return { userId: owner.userId, hasAccount: true };
  const said = { firstName, lastName, phone, updatedAt: now };
  if (!found) {
    const userId = uuidv7(now.getTime());
    await tx.insert(users).values({ userId, email, ...said, dateAdded: now, createdAt: now });
    return { userId, hasAccount: false };
  }
  if (await isOnlyJoinForms(tx, found.userId)) await tx.update(users).set(said).where(eq(users.userId, found.userId));
  return { userId: found.userId, hasAccount: false };
}

/** Saves an account of the identity provider, and ties it to its person once the email is verified. */
export async function rememberAccount(app: App, account: PoolAccount): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    if (await saveAccount(tx, account, now)) await tieAccount(tx, account, now);
  });
}
