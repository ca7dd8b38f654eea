import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { type CODE_PURPOSES, identityCodes } from "#src/db/tables/accounts.ts";
import { isPassword, type PasswordCost } from "#src/ports/identity/local/passwords.server.ts";
import { SIGN_UP_LIFE_MS } from "#src/ports/identity/local/pool.server.ts";
import { resetLinkOf } from "#src/shared/reset-links.ts";

export type CodePurpose = (typeof CODE_PURPOSES)[number];

const CODE_DIGITS = 6;
const CODE_LIFE_MS = 10 * 60_000;
/** As long as the window of the reset mail limit, so anyone over the limit still has a working link. */
const LINK_LIFE_MS = 86_400_000;
/** Failed attempts after which a code is void: 5 of a million. */
const MAX_WRONG_TRIES = 5;
/** Sign-ups of one address to compare passwords with: each costs a hash. */
const MOST_COMPARED = 3;

function hashCode(id: string, code: string): string {
  return createHash("sha256").update(`${id} ${code}`).digest("base64url");
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

type NewCode = { purpose: CodePurpose; email: string; passwordHash?: string; askedFrom?: string; now: Date };

/** Stores and returns a new code; the caller mails it. */
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

/**
 * Stores and returns the secret of a reset link. It works from any network, because only the owner reads the mailbox.
 */
export async function makeResetLink(tx: Transaction, email: string, now: Date): Promise<string> {
  const id = crypto.randomUUID();
  const secret = randomBytes(32).toString("base64url");
  await tx.insert(identityCodes).values({
    id,
    purpose: "reset_password",
    email,
    codeHash: hashCode(id, secret),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_LIFE_MS),
  });
  return resetLinkOf({ id, secret });
}

const newCode = () => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");

/** Replaces a sign-up's code and its expiry. Null if no such sign-up is pending. */
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

/** The id of this address's sign-up with this password; undefined if none. */
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
  /** Counts a guess at an existing code. False: it is not compared. */
  readonly mayTry?: () => Promise<boolean>;
};

/**
 * Finds the row that a code matches; undefined if none. Checks only the code of that id, or else the newest requested
 * from that network, so that others cannot use up its attempts. A failed attempt stays counted even if the transaction
 * rolls back.
 */
export async function matchCode(
  db: Db,
  { purpose, email, code, now }: Given,
  { id, askedFrom, mayTry = async () => true }: Meant,
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
  if (!row || !(await mayTry())) return undefined;
  // Counts before comparing, so that concurrent guesses are not free.
  const [counted] = await db
    .update(identityCodes)
    .set({ wrongTries: sql`${identityCodes.wrongTries} + 1` })
    .where(eq(identityCodes.id, row.id))
    .returning({ tries: identityCodes.wrongTries });
  const isAlive = (counted?.tries ?? Infinity) <= MAX_WRONG_TRIES;
  return isAlive && isSame(row.codeHash, hashCode(row.id, code)) ? row : undefined;
}

/** Deletes every code of this purpose for the address. False if a concurrent request used the given one. */
export async function useCode(tx: Transaction, id: string, email: string, purpose: CodePurpose): Promise<boolean> {
  const [used] = await tx.delete(identityCodes).where(eq(identityCodes.id, id)).returning({ id: identityCodes.id });
  if (!used) return false;
  await tx.delete(identityCodes).where(and(eq(identityCodes.email, email), eq(identityCodes.purpose, purpose)));
  return true;
}
