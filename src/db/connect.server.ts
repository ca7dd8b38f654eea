import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import { clientsOf } from "#src/db/client.server.ts";
import * as schema from "#src/db/schema.ts";
import { connectionOf, pipelinedTransactions } from "#src/db/transaction.server.ts";

export type Db = NodePgDatabase<typeof schema>;
/** The transaction handle of `db.transaction`. */
export type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** `commit`: a transaction of this process committed. `silent`: the server did not answer for so many milliseconds. */
export type DatabaseEvents = EventEmitter<{ commit: []; silent: [milliseconds: number] }>;

// A query this slow is a fault and would block its connection.
const STATEMENT_MS = 15_000;
// Longer than any statement: after this silence the database counts as down.
const SILENCE_MS = STATEMENT_MS + 2_000;

// Two cores need far fewer; more connections would only queue inside PostgreSQL.
export const POOL_SIZE = 16;

// SQLSTATE of a write on a standby: another server is the primary now.
const READ_ONLY = "25006";

// Set by a statement, because pgbouncer rejects them as startup parameters.
const LIMITS = `set statement_timeout = ${STATEMENT_MS}; set idle_in_transaction_session_timeout = ${STATEMENT_MS}`;

/** Sockets that end after a long silence: a network that drops packets reports no error, and queries would wait forever. */
class ImpatientSockets {
  readonly #lastRead = new Map<Socket, number>();

  readonly open = (): Socket => {
    const socket = new Socket();
    this.#lastRead.set(socket, performance.now());
    socket.on("data", () => this.#lastRead.set(socket, performance.now()));
    socket.on("close", () => this.#lastRead.delete(socket));
    // The driver adds its listener only on connect. Until then an error would end the process.
    socket.on("error", () => undefined);
    return socket.setTimeout(SILENCE_MS, () => this.#cut(socket));
  };

  /** Tracks reads on a TLS stream, which the socket below it does not report. */
  hearThrough(stream: TLSSocket): void {
    const below = [...this.#lastRead.keys()].find(({ localPort }) => localPort === stream.localPort);
    if (below) stream.on("data", () => this.#lastRead.has(below) && this.#lastRead.set(below, performance.now()));
  }

  /** Cuts connections that received nothing for this long, after another one found the server silent. */
  cutSilent(milliseconds: number): void {
    const latest = performance.now() - milliseconds;
    for (const [socket, at] of this.#lastRead) if (at < latest) this.#cut(socket);
  }

  #cut(socket: Socket): void {
    socket.destroy(new Error("Connection terminated: the database does not answer"));
  }
}

/** Closes a connection whose server became read-only, so that the pool looks for the primary. */
function leaveStandby(client: pg.PoolClient): void {
  const connection = connectionOf(client);
  connection.on("errorMessage", ({ code }: { code?: string }) => {
    if (code === READ_ONLY) connection.stream.destroy();
  });
}

/**
 * Fails a commit whose wait for a synchronous standby was canceled, by `statement_timeout` for example. PostgreSQL reports
 * it as a success with a warning, but a failover would lose it.
 */
function failUnconfirmed(client: pg.PoolClient): void {
  client.on("notice", ({ routine }) => {
    if (routine !== "SyncRepWaitForLSN") return;
    const error = new Error("no standby confirmed the commit in time");
    // SQLSTATE of a transaction whose outcome is unknown.
    connectionOf(client).emit("error", Object.assign(error, { code: "08007" }));
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
): { pool: pg.Pool; db: Db; events: DatabaseEvents } {
  const sockets = new ImpatientSockets();
  // The pool awaits it, though its types say void.
  const beforeUse = { onConnect: (client: pg.ClientBase) => client.query(LIMITS) };
  const pool = new pg.Pool({
    ...clientsOf(connectionString),
    max: size,
    // Includes waiting for a free connection: a rush is served late rather than rejected.
    connectionTimeoutMillis: 30_000,
    ...beforeUse,
    // Statements that do not wait for each other share a round trip. They still run in the order in which they were sent.
    pipeline: true,
    stream: sockets.open,
    application_name: "sandbar",
  });
  const isOver = (error: Error) => {
    if (!pool.ending) log.warn({ error: error.message }, "a database connection broke");
  };
  // The pool does not watch checked-out connections: an unhandled `error` between two statements would crash the
  // process.
  pool.on("connect", (client) => {
    client.on("error", isOver);
    const { stream } = connectionOf(client);
    if (stream instanceof TLSSocket) sockets.hearThrough(stream);
    leaveStandby(client);
    failUnconfirmed(client);
  });
  pool.on("error", () => {
    // Idle connections report their own errors.
  });
  const db: Db = drizzle(pool, { schema });
  const events: DatabaseEvents = new EventEmitter();
  events.on("silent", (milliseconds) => sockets.cutSilent(milliseconds));
  const transactAs = db.transaction.bind(db);
  const transact = pipelinedTransactions(pool, db);
  db.transaction = async (work, config) => {
    const result = await (config ? transactAs(work, config) : transact(work));
    events.emit("commit");
    return result;
  };
  return { pool, db, events };
}

/** Runs the work in the given transaction, else in a new one. */
export function inTransaction<T>(
  db: Db,
  tx: Transaction | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return tx ? work(tx) : db.transaction(work);
}
