import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
// Any number that nothing else in the database locks; it spells "sand".
const MIGRATION_LOCK = 0x73616e64;

/** Does something that nobody else may do to the schema meanwhile: whoever wants to waits. */
export async function underMigrationLock<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // A connection of its own: a large table may need longer than a request may take, and its end frees the lock.
  const client = new pg.Client({ connectionString, application_name: "sandbar migrations" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others wait for it and
 * find nothing left to do. Throws when a migration fails; that one is rolled back whole.
 */
export async function migrateDatabase(connectionString: string): Promise<void> {
  await underMigrationLock(connectionString, (client) => migrate(drizzle(client), { migrationsFolder: MIGRATIONS }));
}
