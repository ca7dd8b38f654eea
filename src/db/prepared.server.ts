import type { SQL } from "drizzle-orm";
import type { NodePgSession } from "drizzle-orm/node-postgres";
import type { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import type { Db, Transaction } from "#src/db/connect.server.ts";

const prepared = new WeakMap<object, Map<string, unknown>>();

/** Drizzle binds a prepared query to its session: the pool, or the connection of a transaction. */
function runsOn(db: Db | Transaction): object {
  // Missing from its types, but present on each session.
  return (db._ as unknown as { readonly session: { readonly client: object } }).session.client;
}

/**
 * A prepared query: built once per connection (once for the whole pool outside transactions) and parsed once per
 * connection. `prepare` ends in `.prepare(name)`; each name must belong to one query.
 */
export function prepareOnce<T>(db: Db | Transaction, name: string, prepare: (name: string) => T): T {
  const on = runsOn(db);
  const ofConnection = prepared.get(on) ?? new Map<string, unknown>();
  prepared.set(on, ofConnection);
  const known = ofConnection.get(name) ?? prepare(name);
  ofConnection.set(name, known);
  return known as T;
}

/** Missing from the types of Drizzle. */
type Inner = { readonly dialect: PgDialect; readonly session: NodePgSession<never, never> };

/**
 * Runs a statement that is parsed and planned once per connection, which costs more than a short statement itself. Each
 * name must always have the same text: only values may differ.
 */
export async function executePrepared<Row extends Record<string, unknown>>(
  db: Db | Transaction,
  name: string,
  statement: SQL,
): Promise<QueryResult<Row>> {
  const { dialect, session } = db as unknown as Inner;
  const query = session.prepareQuery(dialect.sqlToQuery(statement), undefined, name, false);
  return (await query.execute()) as QueryResult<Row>;
}
