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
