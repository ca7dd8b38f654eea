import type { Db, Transaction } from "#src/db/connect.server.ts";
import type { tokenSigner } from "#src/ports/identity/local/tokens.server.ts";
import type { IdentityMail } from "#src/ports/identity/port.ts";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { groupsNow } from "#src/db/groups-now.ts";
import { accounts, credentials, identityCodes } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import { uuidv7 } from "#src/shared/ids.ts";

/** A sign-up may be taken up again for a day; its codes die earlier. */
export const SIGN_UP_LIFE_MS = 86_400_000;

export type LocalIdentityOptions = {
  readonly db: Db;
  /** The site's public address. */
  readonly issuer: string;
  readonly now: () => Date;
  readonly idTokenSeconds: number;
  /** Enqueues a mail in the transaction that is the reason for it. */
  readonly sendMail: (tx: Transaction, mail: IdentityMail) => Promise<void>;
};

/** What the parts of the pool share. */
export type Pool = LocalIdentityOptions & { readonly signer: ReturnType<typeof tokenSigner> };

/** An account as its id token tells of it; undefined when it is gone. */
export async function readAccount(db: Db, sub: string, now: Date) {
  const [row] = await db
    .select({
      sub: accounts.sub,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
      groups: accounts.groups,
      groupsNow: groupsNow(sql`${now.toISOString()}`),
      tokensValidFrom: accounts.tokensValidFrom,
      phone: users.phone,
      sex: users.zsex,
      shirtSize: users.shirtsize,
    })
    .from(accounts)
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(eq(accounts.sub, sub));
  if (!row) return undefined;
  const { phone, sex, shirtSize, ...account } = row;
  return { ...account, person: { phone: phone ?? "", sex: sex ?? "", shirtSize: shirtSize ?? "" } };
}

/** The password of the newest sign-up that waits for its code: for a day, as another code can be had so long. */
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
  passwordHash: string;
  groups: readonly string[];
  mustChangePassword?: boolean;
  now: Date;
};

/** Makes an account whose address is proven; null when the address has one already. */
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
      // None was ever issued.
      tokensValidFrom: new Date(0),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ sub: accounts.sub });
  if (!made) return null;
  await tx.insert(credentials).values({ sub, passwordHash, mustChangePassword });
  return sub;
}
