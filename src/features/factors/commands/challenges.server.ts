import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { type CHALLENGE_PURPOSES, passkeyChallenges } from "#src/db/tables/factors.ts";

type Purpose = (typeof CHALLENGE_PURPOSES)[number];

/** Long enough to get a phone from another room. */
const LIFE_MS = 5 * 60_000;

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

type NewChallenge = { readonly purpose: Purpose; readonly sub: string | null; readonly now: Date };

/** Stores a new challenge and returns it; the browser holds the only copy. */
export async function makeChallenge(db: Db | Transaction, { purpose, sub, now }: NewChallenge): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  await db.insert(passkeyChallenges).values({
    id: hashOf(challenge),
    purpose,
    sub,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
  });
  return challenge;
}

/** The challenge in a browser's response; null if it cannot be parsed. Verifies nothing. */
async function challengeOf(clientDataJSON: string): Promise<string | null> {
  // Loaded lazily with the rest of the library; see `loadWebauthn`.
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Consumes and returns the challenge named in a response. Null if it does not exist, was used before, has
 * expired, or belongs to another account or purpose.
 */
export async function takeChallenge(
  tx: Transaction,
  clientDataJSON: string,
  { purpose, sub, now }: NewChallenge,
): Promise<string | null> {
  const challenge = await challengeOf(clientDataJSON);
  if (challenge === null) return null;
  const [taken] = await tx
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.id, hashOf(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sub === null ? isNull(passkeyChallenges.sub) : eq(passkeyChallenges.sub, sub),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ id: passkeyChallenges.id });
  return taken ? challenge : null;
}
