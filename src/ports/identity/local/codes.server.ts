import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { type CODE_PURPOSES, identityCodes } from "#src/db/tables/accounts.ts";
import { isPassword, type PasswordCost } from "#src/ports/identity/local/passwords.server.ts";
import { SIGN_UP_LIFE_MS } from "#src/ports/identity/local/pool.server.ts";

export type CodePurpose = (typeof CODE_PURPOSES)[number];

const CODE_DIGITS = 6;
const CODE_LIFE_MS = 10 * 60_000;
/** Wrong tries after which a code is dead: 5 of a million. */
const MAX_WRONG_TRIES = 5;
/** Sign-ups of one address whose password is compared: each costs a hash. */
const MOST_COMPARED = 3;

function hashCode(id: string, code: string): string {
  return createHash("sha256").update(`${id} ${code}`).digest("base64url");
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

type NewCode = { purpose: CodePurpose; email: string; passwordHash?: string; askedFrom?: string; now: Date };

/** Keeps a new code and returns it; what mails it is the caller's business. */
export async function makeCode(tx: Transaction, { purpose, email, passwordHash, askedFrom = "", now }: NewCode) {
  const id = crypto.randomUUID();
  const code = newCode();
  await tx.insert(identityCodes).values({
    id,
    purpose,
    email,
    codeHash: hashCode(id, code),
    passwordHash: passwordHash ?? null,
    askedFrom,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
  });
  return { id, code };
}

const newCode = () => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");

/** Replaces a sign-up's code by another, with a life of its own. Null when no such sign-up waits. */
export async function renewCode(tx: Transaction, email: string, id: string, now: Date) {
  const [row] = await tx
    .select({ id: identityCodes.id })
    .from(identityCodes)
    .where(and(eq(identityCodes.id, id), eq(identityCodes.email, email), waitsSince(now)))
    .for("update");
  if (!row) return null;
  const code = newCode();
  await tx
    .update(identityCodes)
    .set({ codeHash: hashCode(row.id, code), wrongTries: 0, expiresAt: new Date(now.getTime() + CODE_LIFE_MS) })
    .where(eq(identityCodes.id, row.id));
  return { id: row.id, code };
}

const waitsSince = (now: Date) =>
  and(eq(identityCodes.purpose, "sign_up"), gt(identityCodes.createdAt, new Date(now.getTime() - SIGN_UP_LIFE_MS)));

/** The id of the sign-up of this address that was begun with this password; undefined when there is none. */
export async function findSignUp(
  db: Db,
  { email, password, now }: { email: string; password: string; now: Date },
  cost: PasswordCost,
) {
  const rows = await db
    .select({ id: identityCodes.id, hash: identityCodes.passwordHash })
    .from(identityCodes)
    .where(and(eq(identityCodes.email, email), waitsSince(now)))
    .orderBy(desc(identityCodes.createdAt))
    .limit(MOST_COMPARED);
  const hashes = rows.length === 0 ? [{ id: undefined, hash: undefined }] : rows;
  const matches = await Promise.all(hashes.map(({ hash }) => isPassword(password, hash ?? undefined, cost)));
  return hashes[matches.indexOf(true)]?.id;
}

type Given = { purpose: CodePurpose; email: string; code: string; now: Date };
type Meant = {
  readonly id?: string | undefined;
  readonly askedFrom?: string | undefined;
  /** A code that was tried before does not count. */
  readonly isFirstTry?: boolean;
};

/**
 * The row that this code opens; undefined when there is none. Looks only at the code of that id, or else at the newest
 * one that was asked for from that address: nobody elsewhere can use up its tries. A wrong code stays counted whatever
 * becomes of the rest.
 */
export async function matchCode(
  db: Db,
  { purpose, email, code, now }: Given,
  { id, askedFrom, isFirstTry = false }: Meant,
) {
  const isMeant = [
    ...(id === undefined ? [] : [eq(identityCodes.id, id)]),
    ...(askedFrom === undefined ? [] : [eq(identityCodes.askedFrom, askedFrom)]),
  ];
  if (isMeant.length === 0) return undefined;
  const [row] = await db
    .select()
    .from(identityCodes)
    .where(
      and(
        eq(identityCodes.email, email),
        eq(identityCodes.purpose, purpose),
        gt(identityCodes.expiresAt, now),
        or(...isMeant),
      ),
    )
    .orderBy(desc(identityCodes.createdAt))
    .limit(1);
  if (!row) return undefined;
  // The try is counted before it is looked at, so that many at once are not free.
  const [counted] = await db
    .update(identityCodes)
    .set({ wrongTries: sql`${identityCodes.wrongTries} + 1` })
    .where(eq(identityCodes.id, row.id))
    .returning({ tries: identityCodes.wrongTries });
  const isAlive = (counted?.tries ?? Infinity) <= (isFirstTry ? 1 : MAX_WRONG_TRIES);
  return isAlive && isSame(row.codeHash, hashCode(row.id, code)) ? row : undefined;
}

/** Forgets every code of this purpose for the address. False when somebody else has just used the one given. */
export async function useCode(tx: Transaction, id: string, email: string, purpose: CodePurpose): Promise<boolean> {
  const [used] = await tx.delete(identityCodes).where(eq(identityCodes.id, id)).returning({ id: identityCodes.id });
  if (!used) return false;
  await tx.delete(identityCodes).where(and(eq(identityCodes.email, email), eq(identityCodes.purpose, purpose)));
  return true;
}
