import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { projectPath } from "#src/shared/project-folder.server.ts";

export const MIGRATIONS = projectPath("migrations");

/** Drizzle's own migration table, which earlier releases read. */
export const MIGRATIONS_SCHEMA = "drizzle";
export const MIGRATIONS_TABLE = `${MIGRATIONS_SCHEMA}.__drizzle_migrations`;
export const CREATE_MIGRATIONS_TABLE = `create schema if not exists ${MIGRATIONS_SCHEMA};
  create table if not exists ${MIGRATIONS_TABLE} (id serial primary key, hash text not null, created_at bigint)`;

/** First line of a migration whose statements PostgreSQL rejects inside a transaction. */
const OUTSIDE_A_TRANSACTION = "-- outside a transaction";

export type Migration = {
  /** The file's name, without its path. */
  readonly file: string;
  readonly statements: readonly string[];
  /** SHA-256 of the file, in hex. */
  readonly hash: string;
  /** When it was generated, in milliseconds; migrations run in this order. */
  readonly createdAt: number;
  readonly isOutsideTransaction: boolean;
};

type Journal = { readonly entries: readonly { readonly tag: string }[] };

/** Returns every migration of this version, oldest first. */
export function readMigrations(): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(MIGRATIONS, "meta", "_journal.json"), "utf8")) as Journal;
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ sql, hash, folderMillis }, index) => ({
    file: `${entries[index]?.tag}.sql`,
    statements: sql,
    hash,
    createdAt: folderMillis,
    isOutsideTransaction: sql[0]?.startsWith(OUTSIDE_A_TRANSACTION) ?? false,
  }));
}
