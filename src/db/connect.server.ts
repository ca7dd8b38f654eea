import { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import * as schema from "#src/db/schema.ts";

export type Db = NodePgDatabase<typeof schema>;
/** What runs inside `db.transaction`. */
export type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

// A query that runs this long is a fault; holding its connection would make it everybody's.
const STATEMENT_MS = 15_000;
// Longer than any statement takes: a database that is silent for so long does not answer any more.
const SILENCE_MS = STATEMENT_MS + 2_000;

// Two cores of database work are busy with far fewer; more only queue inside PostgreSQL instead of here.
export const POOL_SIZE = 16;

/**
 * A socket for one connection, which breaks when for long nothing came or went: a network that swallows everything
 * tells of no error, and whoever waits would wait for ever.
 */
function impatientSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENCE_MS, () => {
    socket.destroy(new Error("Connection terminated: the database does not answer"));
  });
}

/**
 * A pool on the database. A connection that breaks is logged and replaced; whoever uses it just then hears of it by
 * their next statement.
 */
export function connect(connectionString: string, log: Logger, size = POOL_SIZE): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    // Waiting for a connection of the pool counts too: a rush is served late rather than refused.
    connectionTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    stream: impatientSocket,
    application_name: "sandbar",
  });
  const isOver = (error: Error) => {
    if (!pool.ending) log.warn({ error: error.message }, "a database connection broke");
  };
  // In use too, of which the pool hears nothing: one that is cut between two statements would end the process.
  pool.on("connect", (client) => client.on("error", isOver));
  pool.on("error", () => {
    // An idle one, which has said so itself.
  });
  return { pool, db: drizzle(pool, { schema }) };
}
