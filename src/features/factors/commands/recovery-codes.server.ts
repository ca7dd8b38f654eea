import { createHash, randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { recoveryCodes } from "#src/db/tables/factors.ts";
import { groupedRecoveryCode, RECOVERY_ALPHABET, RECOVERY_CODES } from "#src/features/factors/rules.ts";

const LENGTH = 16;

/** The account is part of the hash, so equal codes of two accounts have different hashes. */
const hashOf = (sub: string, plain: string) => createHash("sha256").update(`${sub} ${plain}`).digest("base64url");

function newCode(): string {
  return Array.from({ length: LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join("");
}

/** Replaces the account's recovery codes. Returns the new ones for display; they cannot be read again. */
export async function replaceRecoveryCodes(tx: Transaction, sub: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.sub, sub));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ sub, codeHash: hashOf(sub, code), createdAt: now })));
  return codes.map(groupedRecoveryCode);
}

/** The first codes of an account; null when it has some, used or not. */
export async function firstRecoveryCodes(tx: Transaction, sub: string, now: Date): Promise<string[] | null> {
  const [known] = await tx.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.sub, sub));
  return known && known.count > 0 ? null : replaceRecoveryCodes(tx, sub, now);
}

/** Consumes a code. Returns how many are left; null if it is wrong or already used. */
export async function takeRecoveryCode(
  tx: Transaction,
  { sub, code, now }: { sub: string; code: string; now: Date },
): Promise<number | null> {
  const unused = and(eq(recoveryCodes.sub, sub), isNull(recoveryCodes.usedAt));
  const [used] = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(unused, eq(recoveryCodes.codeHash, hashOf(sub, code))))
    .returning({ sub: recoveryCodes.sub });
  if (!used) return null;
  const [left] = await tx.select({ count: count() }).from(recoveryCodes).where(unused);
  return left?.count ?? 0;
}
