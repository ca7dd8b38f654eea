import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import type { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";

/** Missing from the types of `pg`. */
type Wired = { readonly connection: EventEmitter & { readonly stream: Socket } };

/** The connection below a client, as an emitter of the server's messages. */
export function connectionOf(client: pg.ClientBase): Wired["connection"] {
  return (client as unknown as Wired).connection;
}

function inOnePacket<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = connectionOf(client);
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/**
 * Without a time limit: canceling a commit that waits for its synchronous standby makes its rows visible although a failover
 * would lose them, and a repeated request would find them saved. Our end gives up after its own limit of silence.
 */
const COMMIT = "set local statement_timeout = 0; commit";

/** Missing from the types of Drizzle. */
type Inner = { readonly dialect: PgDialect; readonly session: { readonly schema: never } };

/**
 * Runs transactions like Drizzle's `db.transaction`, with two savings. BEGIN does not wait for its reply: it leaves in one
 * packet with the statements that `work` sends before it first waits. Each connection keeps its transaction handle, because
 * Drizzle builds a query builder per table with every new one. The pool must have `pipeline` on.
 */
export function pipelinedTransactions<Schema extends Record<string, unknown>>(
  pool: pg.Pool,
  db: NodePgDatabase<Schema>,
) {
  type Tx = Parameters<Parameters<NodePgDatabase<Schema>["transaction"]>[0]>[0];
  const handles = new WeakMap<pg.PoolClient, Tx>();
  const { dialect, session } = db as unknown as Inner;

  function handleOf(client: pg.PoolClient): Tx {
    const known =
      handles.get(client) ??
      (new NodePgTransaction(dialect, new NodePgSession(client, dialect, session.schema), session.schema) as Tx);
    handles.set(client, known);
    return known;
  }

  return async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const begin = () => Promise.all([client.query("begin"), work(handleOf(client))]);
      const [, result] = await inOnePacket(client, begin);
      await client.query(COMMIT);
      return result;
    } catch (error) {
      // On a broken connection it fails too, but the first error says why.
      await client.query("rollback").catch((cause: Error) => (broken = cause));
      throw error;
    } finally {
      client.release(broken);
    }
  };
}
