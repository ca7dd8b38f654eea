import type { Db, Transaction } from "#src/db/connect.server.ts";

const prepared = new WeakMap<object, Map<string, unknown>>();

/** Drizzle binds a query to what it runs on: the pool, or in a transaction one connection of it. */
function runsOn(db: Db | Transaction): object {
  // Not in its types, yet what each of its sessions has.
  return (db._ as unknown as { readonly session: { readonly client: object } }).session.client;
}

/**
 * A query that is asked often: built once a connection, or once for the whole pool outside transactions, and parsed once
 * a connection. `prepare` makes it and ends in `.prepare(name)`; one name is one query, whoever asks.
 */
export function prepareOnce<T>(db: Db | Transaction, name: string, prepare: (name: string) => T): T {
  const on = runsOn(db);
  const ofConnection = prepared.get(on) ?? new Map<string, unknown>();
  prepared.set(on, ofConnection);
  const known = ofConnection.get(name) ?? prepare(name);
  ofConnection.set(name, known);
  return known as T;
}
