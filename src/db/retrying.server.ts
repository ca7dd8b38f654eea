import type { Db, Transaction } from "#src/db/connect.server.ts";

/** Thrown inside {@link retrying} when the locked rows turned out to be insufficient. */
export class TryAgain extends Error {
  override name = "TryAgain";
}

// Each lost attempt is another writer's success, so this bounds the writers ahead.
const MOST_TRIES = 20;
// SQLSTATEs of deadlock and serialization failure.
const GAVE_WAY = ["40P01", "40001"];

/** The SQLSTATE of a database error, however deeply it is wrapped. */
export function databaseCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return undefined;
}

/** Runs a transaction, retrying it when it loses a race for locks. A lost attempt is rolled back. */
export async function retrying<T>(app: { readonly db: Db }, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await app.db.transaction(work);
    } catch (error) {
      const isLost = error instanceof TryAgain || GAVE_WAY.includes(databaseCode(error) ?? "");
      if (!isLost || tries >= MOST_TRIES) throw error;
    }
  }
}
