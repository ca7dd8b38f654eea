import type { Db } from "#src/db/connect.server.ts";

const prepared = new WeakMap<Db, Map<string, unknown>>();

/**
 * A query that is asked often: built once a database, parsed once a connection. `prepare` makes it and ends in
 * `.prepare(name)`; one name is one query, whoever asks.
 */
export function prepareOnce<T>(db: Db, name: string, prepare: (name: string) => T): T {
  const ofDatabase = prepared.get(db) ?? new Map<string, unknown>();
  prepared.set(db, ofDatabase);
  const known = ofDatabase.get(name) ?? prepare(name);
  ofDatabase.set(name, known);
  return known as T;
}
