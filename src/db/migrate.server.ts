import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
// Any number that nothing else in the database locks; it spells "sand".
const MIGRATION_LOCK = 0x73616e64;

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others wait for it and
 * find nothing left to do. Throws when a migration fails; that one is rolled back whole.
 */
export async function migrateDatabase(connectionString: string): Promise<void> {
  // A connection of its own: a large table may need longer than a request may take, and its end frees the lock.
  const client = new pg.Client({ connectionString, application_name: "sandbar migrations" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}
