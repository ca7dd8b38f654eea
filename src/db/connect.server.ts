import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import * as schema from "#src/db/schema.ts";

export type Db = NodePgDatabase<typeof schema>;
/** The transaction handle of `db.transaction`. */
export type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** Emits after each transaction of this process that committed. */
export type Commits = EventEmitter<{ commit: [] }>;

// A query this slow is a fault and would block its connection.
const STATEMENT_MS = 15_000;
// Longer than any statement: after this silence the database counts as down.
const SILENCE_MS = STATEMENT_MS + 2_000;

// Two cores need far fewer; more connections would only queue inside PostgreSQL.
export const POOL_SIZE = 16;

/**
 * A socket that is destroyed after a long silence. A network that drops packets reports no error, and queries would
 * wait forever.
 */
function impatientSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENCE_MS, () => {
    socket.destroy(new Error("Connection terminated: the database does not answer"));
  });
}

/**
 * Creates the connection pool. A broken connection is logged and replaced; a caller that uses it sees its next
 * statement fail.
 */
export function connect(
  connectionString: string,
  log: Logger,
  size = POOL_SIZE,
): { pool: pg.Pool; db: Db; commits: Commits } {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    // Includes waiting for a free connection: a rush is served late rather than rejected.
    connectionTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    stream: impatientSocket,
    application_name: "sandbar",
  });
  const isOver = (error: Error) => {
    if (!pool.ending) log.warn({ error: error.message }, "a database connection broke");
  };
  // The pool does not watch checked-out connections: an unhandled `error` between two statements would crash the
  // process.
  pool.on("connect", (client) => client.on("error", isOver));
  pool.on("error", () => {
    // Idle connections report their own errors.
  });
  const db: Db = drizzle(pool, { schema });
  const commits: Commits = new EventEmitter();
  const transact = db.transaction.bind(db);
  db.transaction = async (work, config) => {
    const result = await transact(work, config);
    commits.emit("commit");
    return result;
  };
  return { pool, db, commits };
}
