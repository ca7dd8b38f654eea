import type { Db, Transaction } from "#src/db/connect.server.ts";
import type { PasswordCost } from "#src/ports/identity/local/passwords.server.ts";
import type { IdentityMail, PoolAccount } from "#src/ports/identity/port.ts";
import { and, desc, eq, gt } from "drizzle-orm";
import { accounts, credentials, identityCodes } from "#src/db/tables/accounts.ts";
import { uuidv7 } from "#src/shared/ids.ts";

/** A sign-up can be resumed for a day; its codes expire earlier. */
export const SIGN_UP_LIFE_MS = 86_400_000;

export type LocalIdentityOptions = {
  readonly db: Db;
  readonly now: () => Date;
  /** For new hashes; existing ones carry their parameters. */
  readonly passwordCost: PasswordCost;
  /** Enqueues a mail in the current transaction. */
  readonly sendMail: (tx: Transaction, mail: IdentityMail) => Promise<void>;
};

/** An account in the port's form; undefined if deleted. */
export async function readAccount(db: Db, sub: string): Promise<PoolAccount | undefined> {
  const [account] = await db
    .select({
      sub: accounts.sub,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      groups: accounts.groups,
    })
    .from(accounts)
    .where(eq(accounts.sub, sub));
  return account && { ...account, poolToken: null };
}

/** The password hash of the newest pending sign-up, for a day, because its code can be resent that long. */
export async function findPendingHash(db: Db, email: string, now: Date): Promise<string | undefined> {
  const since = new Date(now.getTime() - SIGN_UP_LIFE_MS);
  const [row] = await db
    .select({ hash: identityCodes.passwordHash })
    .from(identityCodes)
    .where(
      and(eq(identityCodes.email, email), eq(identityCodes.purpose, "sign_up"), gt(identityCodes.createdAt, since)),
    )
    .orderBy(desc(identityCodes.createdAt))
    .limit(1);
  return row?.hash ?? undefined;
}

type NewAccount = {
  email: string;
  /** Null for accounts that sign in with a provider elsewhere. */
  passwordHash: string | null;
  groups: readonly string[];
  mustChangePassword?: boolean;
  now: Date;
};

/** Creates an account with a verified address; null if the address has one. */
export async function saveAccount(tx: Transaction, account: NewAccount): Promise<string | null> {
  const { email, passwordHash, groups, mustChangePassword = false, now } = account;
  const sub = uuidv7(now.getTime());
  const [made] = await tx
    .insert(accounts)
    .values({
      sub,
      email,
      emailVerified: true,
      groups: [...groups],
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ sub: accounts.sub });
  if (!made) return null;
  if (passwordHash !== null) await tx.insert(credentials).values({ sub, passwordHash, mustChangePassword });
  return sub;
}
