import { and, asc, eq, isNotNull, isNull, min, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { passkeys, recoveryCodes, totpSecrets } from "#src/db/tables/factors.ts";
import { MOST_PASSKEYS, passkeyDomain } from "#src/features/factors/rules.ts";
import type { Factors } from "#src/features/factors/schema.ts";
import { viewFactors } from "#src/features/factors/view.ts";
import { hasSecondFactor, type SignedIn } from "#src/policy/viewer.ts";
import { SECOND_FACTORS, type SecondFactor } from "#src/shared/security.ts";

/** An account's authentication factors besides its password. */
export async function readFactors(app: App, sub: string, db: Db | Transaction = app.db): Promise<Factors> {
  const keys = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.sub, sub))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(MOST_PASSKEYS);
  const [authenticator] = await db
    .select()
    .from(totpSecrets)
    .where(and(eq(totpSecrets.sub, sub), isNotNull(totpSecrets.confirmedAt)));
  const left = db.$count(recoveryCodes, and(eq(recoveryCodes.sub, sub), isNull(recoveryCodes.usedAt)));
  const [codes] = await db
    .select({ left, madeAt: min(recoveryCodes.createdAt) })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.sub, sub));
  return viewFactors({
    passkeys: keys,
    authenticator,
    codes,
    canAddPasskeys: passkeyDomain(app.publicUrl) !== null,
  });
}

/** Locks an account, which serializes changes of its factors with each other and with proofs. */
export async function lockAccount(tx: Transaction, sub: string): Promise<void> {
  await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.sub, sub)).for("update");
}

/** Whether the session has given the account's second factor, if it has one. */
export async function hasGivenFactor(db: Db | Transaction, { sub, session }: SignedIn): Promise<boolean> {
  return (session !== null && hasSecondFactor(session)) || !(await hasFactor(db, sub));
}

/** Whether an account has a second factor. */
export const hasFactor = async (db: Db | Transaction, sub: string) => (await secondFactorMethods(db, sub)).length > 0;

/** The second factors an account can use; empty if it has none. Recovery codes replace a factor and are not counted as one. */
export async function secondFactorMethods(db: Db | Transaction, sub: string): Promise<SecondFactor[]> {
  const isApp = and(eq(totpSecrets.sub, sub), isNotNull(totpSecrets.confirmedAt));
  const isUnused = and(eq(recoveryCodes.sub, sub), isNull(recoveryCodes.usedAt));
  const [has] = await db
    .select({
      passkey: sql<boolean>`exists (select from ${passkeys} where ${eq(passkeys.sub, sub)})`,
      totp: sql<boolean>`exists (select from ${totpSecrets} where ${isApp})`,
      recoveryCode: sql<boolean>`exists (select from ${recoveryCodes} where ${isUnused})`,
    })
    .from(accounts)
    .where(eq(accounts.sub, sub));
  if (!has?.passkey && !has?.totp) return [];
  return SECOND_FACTORS.filter((factor) => (factor === "recovery_code" ? has.recoveryCode : has[factor]));
}
