import { randomUUID } from "node:crypto";
import type pg from "pg";
import { makeClient } from "#src/db/client.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";

// With one server connection in the pool, the second client would wait for the first.
const ASK_MS = 5_000;

async function keepsSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const mark = randomUUID();
  await one.query("select set_config('sandbar.mark', $1, false)", [mark]);
  // Takes the server connection that was used last, if connections are shared at all.
  await other.query("begin");
  await other.query("select 1");
  const { rows } = await one.query<{ mark: string }>("select current_setting('sandbar.mark', true) as mark");
  return rows[0]?.mark === mark;
}

/**
 * Throws {@link CannotStart} behind a pooler in transaction mode, where session locks leak and prepared statements
 * clash.
 */
export async function refuseTransactionPooling(connectionString: string): Promise<void> {
  const options = { connectionString, application_name: "sandbar start", query_timeout: ASK_MS };
  const clients = [makeClient(options), makeClient(options)] as const;
  try {
    for (const client of clients) {
      client.on("error", () => undefined);
      await client.connect();
    }
    const isSession = await keepsSessions(...clients).catch((error: Error) => {
      if (error.message === "Query read timeout") return false;
      throw error;
    });
    if (!isSession)
      throw new CannotStart(
        "DATABASE_URL leads through a pool in transaction mode (pgbouncer's pool_mode=transaction), which loses locks and " +
          "prepared statements. Use pool_mode=session, or the address of PostgreSQL itself.",
      );
  } finally {
    for (const client of clients) void client.end().catch(() => undefined);
  }
}
