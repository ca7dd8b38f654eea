import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";

export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
// Any number that nothing else in the database locks; it spells "sand".
const MIGRATION_LOCK = 0x73616e64;

// A database that is starting answers that it is; one that says nothing for so long is not there.
const CONNECT_MS = 15_000;

/** A refused connection to a name with several addresses has no message, only a code. */
function saidBy(error: Error): string {
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/**
 * Does something that nobody else may do to the schema meanwhile: whoever wants to waits. Throws {@link CannotStart} when
 * the database cannot be reached.
 */
export async function underMigrationLock<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // A connection of its own: a large table may need longer than a request may take, and its end frees the lock.
  const client = new pg.Client({
    connectionString,
    application_name: "sandbar migrations",
    connectionTimeoutMillis: CONNECT_MS,
  });
  // One that breaks says so to the statement under way too.
  client.on("error", () => undefined);
  await client.connect().catch((error: Error) => {
    // Without the rest of the address, which holds a password.
    const { host, port } = client;
    throw new CannotStart(`The database at ${host}:${port} does not let us in: ${saidBy(error)}`, { cause: error });
  });
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The migration that a statement is of, in words. */
async function migrationOf(statement: string): Promise<string> {
  for (const name of await readdir(MIGRATIONS)) {
    if (!name.endsWith(".sql")) continue;
    if ((await readFile(join(MIGRATIONS, name), "utf8")).includes(statement.trim())) return ` The migration ${name}`;
  }
  return " It";
}

async function explain(error: unknown): Promise<CannotStart> {
  const statement = error instanceof Error && "query" in error ? String(error.query) : "";
  const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
  const what = statement === "" ? " It" : await migrationOf(statement);
  return new CannotStart(
    `The database could not be brought up to date.${what} failed: ${message}\n` +
      "Nothing was changed: the version that ran before still runs on this database.",
    { cause: error },
  );
}

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others wait for it and
 * find nothing left to do. Throws {@link CannotStart} when the database cannot be reached, or a migration fails: then
 * none is applied, they are one transaction. `onWarning` gets what a migration reports to organizers.
 */
export async function migrateDatabase(
  connectionString: string,
  onWarning: (message: string) => void = () => undefined,
): Promise<void> {
  await underMigrationLock(connectionString, (client) => {
    client.on("notice", ({ severity, message = "" }) => severity === "WARNING" && onWarning(message));
    return migrate(drizzle(client), { migrationsFolder: MIGRATIONS }).catch(async (error: unknown) => {
      throw await explain(error);
    });
  });
}
