import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { refuseMoved } from "#src/db/backup/moved.server.ts";
import { makeClient } from "#src/db/client.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import {
  CREATE_MIGRATIONS_TABLE,
  type Migration,
  MIGRATIONS_TABLE,
  readMigrations,
} from "#src/db/migrations.server.ts";
import { refuseTransactionPooling } from "#src/db/pooler.server.ts";
import { databaseCode } from "#src/db/retrying.server.ts";

// An arbitrary lock key; it spells "sand".
const MIGRATION_LOCK = 0x73616e64;
const LOCK_POLL_MS = 200;

// A starting database responds with an error; after this silence the host counts as unreachable.
const CONNECT_MS = 15_000;

// Later queries on a table queue behind a waiting migration, so it gives up soon and retries.
const LOCK_TIMEOUT = "2s";
const MOST_TRIES = 30;
const TRY_AGAIN_MS = 1_000;
const LOCK_NOT_AVAILABLE = "55P03";

// OpenSSL's codes of a certificate whose root is not known here.
const UNKNOWN_ROOTS = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

function saidBy(error: Error): string {
  const code = "code" in error ? String(error.code) : error.name;
  if (UNKNOWN_ROOTS.includes(code))
    return "its certificate is signed by a root that is not known here. Add sslrootcert=FILE to DATABASE_URL.";
  // A refused connection to a multi-address host has a code but no message.
  return error.message || code;
}

/**
 * Polls for the lock. A waiting `pg_advisory_lock` holds a snapshot, and CREATE INDEX CONCURRENTLY in the lock's holder
 * would wait for it.
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

/** Runs `work` under the migration lock. Throws {@link CannotStart} if the database is unreachable. */
export async function underMigrationLock<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // A dedicated connection: a large table may exceed the pool's time limit, and closing it releases the lock.
  const client = makeClient({
    connectionString,
    application_name: "sandbar migrations",
    connectionTimeoutMillis: CONNECT_MS,
  });
  // The statement in progress reports a broken connection.
  client.on("error", () => undefined);
  await client.connect().catch((error: Error) => {
    // Without the rest of the URL, which contains a password.
    const { host, port } = client;
    throw new CannotStart(`The database at ${host}:${port} does not let us in: ${saidBy(error)}`, { cause: error });
  });
  try {
    await refuseTransactionPooling(connectionString);
    await takeMigrationLock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs one migration: in a transaction with its list entry, or statement by statement where a transaction is
 * impossible. The latter take no blocking locks.
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
 * Migrates the database, one migration at a time. When several processes start at once, one migrates and the others
 * wait. Throws {@link CannotStart} if the database is unreachable or a migration fails; earlier migrations stay,
 * because the previous release runs on them (decision 0050). `onWarning` receives a migration's warnings for
 * organizers.
 */
export async function migrateDatabase(
  connectionString: string,
  onWarning: (message: string) => void = () => undefined,
): Promise<void> {
  await underMigrationLock(connectionString, async (client) => {
    await refuseMoved(client);
    client.on("notice", ({ severity, message = "" }) => severity === "WARNING" && onWarning(message));
    for (const migration of await listPending(client))
      await applyWithRetries(client, migration).catch((error: Error) => {
        throw explain(migration, error);
      });
  });
}
