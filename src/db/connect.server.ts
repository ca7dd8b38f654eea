import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import * as schema from "#src/db/schema.ts";

export type Db = NodePgDatabase<typeof schema>;
/** What runs inside `db.transaction`. */
export type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

// Two cores of database work are busy with far fewer; more only queue inside PostgreSQL instead of here.
const POOL_SIZE = 16;

/** A pool on the database. A connection that breaks while idle is logged and replaced. */
export function connect(connectionString: string, log: Logger): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    // Waiting for a connection of the pool counts too: a rush is served late rather than refused.
    connectionTimeoutMillis: 30_000,
    // A query that runs this long is a fault; holding its connection would make it everybody's.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "sandbar",
  });
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ error: error.message }, "an idle database connection broke");
  });
  return { pool, db: drizzle(pool, { schema }) };
}
