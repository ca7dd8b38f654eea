import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { type CODE_PURPOSES, identityCodes } from "#src/db/tables/accounts.ts";
import { SIGN_UP_LIFE_MS } from "#src/ports/identity/local/pool.server.ts";

export type CodePurpose = (typeof CODE_PURPOSES)[number];

const CODE_DIGITS = 6;
const CODE_LIFE_MS = 10 * 60_000;
/** Wrong tries after which a code is dead: 5 of a million. */
const MAX_WRONG_TRIES = 5;

function hashCode(id: string, code: string): string {
  return createHash("sha256").update(`${id} ${code}`).digest("base64url");
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

type NewCode = { purpose: CodePurpose; email: string; passwordHash?: string; now: Date };

/** Keeps a new code and returns it; what mails it is the caller's business. */
export async function makeCode(tx: Transaction, { purpose, email, passwordHash, now }: NewCode) {
  const id = crypto.randomUUID();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  await tx.insert(identityCodes).values({
    id,
    purpose,
    email,
    codeHash: hashCode(id, code),
    passwordHash: passwordHash ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
  });
  return { id, code };
}

/** Replaces a sign-up's code by another, with a life of its own. Null when no such sign-up waits. */
export async function renewCode(tx: Transaction, email: string, id: string | undefined, now: Date) {
  const [row] = await tx
    .select({ id: identityCodes.id })
    .from(identityCodes)
    .where(
      and(
        eq(identityCodes.email, email),
        eq(identityCodes.purpose, "sign_up"),
        gt(identityCodes.createdAt, new Date(now.getTime() - SIGN_UP_LIFE_MS)),
        id === undefined ? undefined : eq(identityCodes.id, id),
      ),
    )
    .orderBy(desc(identityCodes.createdAt))
    .limit(1)
    .for("update");
  if (!row) return null;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  await tx
    .update(identityCodes)
    .set({ codeHash: hashCode(row.id, code), wrongTries: 0, expiresAt: new Date(now.getTime() + CODE_LIFE_MS) })
    .where(eq(identityCodes.id, row.id));
  return { id: row.id, code };
}

type Given = { purpose: CodePurpose; email: string; code: string; id?: string | undefined; now: Date };

/**
 * The row that this code opens; undefined when there is none. A wrong code counts against every code it might have been
 * meant for, and stays counted whatever becomes of the rest.
 */
export async function matchCode(db: Db, { purpose, email, code, id, now }: Given) {
  const rows = await db
    .select()
    .from(identityCodes)
    .where(
      and(
        eq(identityCodes.email, email),
        eq(identityCodes.purpose, purpose),
        gt(identityCodes.expiresAt, now),
        id === undefined ? undefined : eq(identityCodes.id, id),
      ),
    )
    .orderBy(desc(identityCodes.createdAt));
  // Only the newest reset code counts. Sign-ups are apart: each code opens its own, with its own password.
  const meant = purpose === "reset_password" ? rows.slice(0, 1) : rows;
  for (const row of meant) {
    // The try is counted before it is looked at, so that many at once are not free.
    const [counted] = await db
      .update(identityCodes)
      .set({ wrongTries: sql`${identityCodes.wrongTries} + 1` })
      .where(eq(identityCodes.id, row.id))
      .returning({ tries: identityCodes.wrongTries });
    if ((counted?.tries ?? Infinity) <= MAX_WRONG_TRIES && isSame(row.codeHash, hashCode(row.id, code))) return row;
  }
  return undefined;
}

/** Forgets every code of this purpose for the address. False when somebody else has just used the one given. */
export async function useCode(tx: Transaction, id: string, email: string, purpose: CodePurpose): Promise<boolean> {
  const [used] = await tx.delete(identityCodes).where(eq(identityCodes.id, id)).returning({ id: identityCodes.id });
  if (!used) return false;
  await tx.delete(identityCodes).where(and(eq(identityCodes.email, email), eq(identityCodes.purpose, purpose)));
  return true;
}
