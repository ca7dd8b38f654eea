import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import {
  CREATE_MIGRATIONS_TABLE,
  type Migration,
  MIGRATIONS_TABLE,
  readMigrations,
} from "#src/db/migrations.server.ts";
import { databaseCode } from "#src/db/retrying.server.ts";

// Any number that nothing else in the database locks; it spells "sand".
const MIGRATION_LOCK = 0x73616e64;
const LOCK_POLL_MS = 200;

// A database that is starting answers that it is; one that says nothing for so long is not there.
const CONNECT_MS = 15_000;

// While a migration waits for a table, everyone who comes later waits behind it, so it gives up soon and tries again.
const LOCK_TIMEOUT = "2s";
const MOST_TRIES = 30;
const TRY_AGAIN_MS = 1_000;
const LOCK_NOT_AVAILABLE = "55P03";

/** A refused connection to a name with several addresses has no message, only a code. */
function saidBy(error: Error): string {
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/**
 * Polls for the lock. A waiting `pg_advisory_lock` would hold a snapshot, for whose end CREATE INDEX CONCURRENTLY of the
 * process that has the lock waits.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.isOurs) return;
    await delay(LOCK_POLL_MS);
  }
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
    await takeMigrationLock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs one migration: in a transaction with its entry in the list, or statement by statement where that is impossible.
 * The latter take no lock that others wait for.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { statements, hash, createdAt, isOutsideTransaction } = migration;
  const note = () =>
    client.query(`insert into ${MIGRATIONS_TABLE} (hash, created_at) values ($1, $2)`, [hash, createdAt]);
  if (isOutsideTransaction) {
    for (const statement of statements) await client.query(statement);
    await note();
    return;
  }
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    for (const statement of statements) await client.query(statement);
    await note();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function applyWithRetries(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      if (databaseCode(error) !== LOCK_NOT_AVAILABLE || tries === MOST_TRIES) throw error;
      await delay(TRY_AGAIN_MS);
    }
  }
}

function explain({ file }: Migration, error: Error): CannotStart {
  return new CannotStart(
    `The database could not be brought up to date. The migration ${file} failed: ${saidBy(error)}\n` +
      "Nothing of it was applied: the version that ran before still runs on this database.",
    { cause: error },
  );
}

async function listPending(client: pg.Client): Promise<Migration[]> {
  await client.query(CREATE_MIGRATIONS_TABLE);
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(created_at) as newest from ${MIGRATIONS_TABLE}`,
  );
  return readMigrations().filter(({ createdAt }) => createdAt > Number(rows[0]?.newest ?? 0));
}

/**
 * Brings the database up to date, one migration at a time. Several processes may start at once: one migrates, the others
 * wait for it and find nothing left to do. Throws {@link CannotStart} when the database cannot be reached, or a migration
 * fails: then those before it stay, on which the previous release runs too (decision 0050). `onWarning` gets what a
 * migration reports to organizers.
 */
export async function migrateDatabase(
  connectionString: string,
  onWarning: (message: string) => void = () => undefined,
): Promise<void> {
  await underMigrationLock(connectionString, async (client) => {
    client.on("notice", ({ severity, message = "" }) => severity === "WARNING" && onWarning(message));
    for (const migration of await listPending(client))
      await applyWithRetries(client, migration).catch((error: Error) => {
        throw explain(migration, error);
      });
  });
}
