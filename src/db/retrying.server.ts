import type { Db, Transaction } from "#src/db/connect.server.ts";

/** Thrown inside {@link retrying} when what was locked turned out not to be enough. */
export class TryAgain extends Error {
  override name = "TryAgain";
}

// Each lost try is somebody else's success, so this is how many may be ahead.
const MOST_TRIES = 20;
// PostgreSQL's words for: two transactions waited for each other, and one had to give way.
const GAVE_WAY = ["40P01", "40001"];

/** The code of a database error, however deep it is wrapped. */
export function databaseCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return undefined;
}

/** A transaction that is begun anew when it lost a race for locks. Nothing of a lost try remains. */
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
