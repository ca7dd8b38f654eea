import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { executePrepared } from "#src/db/prepared.server.ts";

type Contact = { readonly email: string; readonly phone: string };

/** Advisory lock keys of emails and phone numbers; empty ones have none. */
export function contactKeys(people: readonly Contact[]): string[] {
  return people.flatMap(({ email, phone }) => [
    ...(email === "" ? [] : [`email:${email}`]),
    ...(phone === "" ? [] : [`phone:${phone}`]),
  ]);
}

/** Takes an advisory lock per key until the transaction ends. */
export async function lockKeys(tx: Transaction, keys: readonly string[]): Promise<void> {
  // In numeric order, so that two writers who share two keys cannot deadlock.
  await executePrepared(
    tx,
    "lock_keys",
    sql`select pg_advisory_xact_lock(k) from (
      select distinct hashtextextended(key, 0) as k from unnest(${sql.param([...keys])}::text[]) as key order by 1
    ) as locks`,
  );
}

/** Serializes writers that share an email or a phone. */
export function lockContacts(tx: Transaction, people: readonly Contact[]): Promise<void> {
  return lockKeys(tx, contactKeys(people));
}
