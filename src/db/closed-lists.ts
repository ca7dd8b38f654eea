import { type SQL, sql } from "drizzle-orm";
import { check, type CheckBuilder, type PgColumn } from "drizzle-orm/pg-core";

/** Inlines the words, because a check takes no parameters. Safe: they are constants of our code. */
const literals = (words: readonly string[]): SQL => sql.raw(words.map((word) => `'${word}'`).join(", "));

/** A check that a column holds one of the words. */
export function oneOf(name: string, column: Partial<PgColumn>, words: readonly string[]): CheckBuilder {
  return check(name, sql`${column} in (${literals(words)})`);
}

/** A check that every element of an array column is one of the words. */
export function eachOneOf(name: string, column: Partial<PgColumn>, words: readonly string[]): CheckBuilder {
  return check(name, sql`${column} <@ array[${literals(words)}]::text[]`);
}
