import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  type CopiedTable,
  isEmptyDatabase,
  listSequences,
  listTables,
  type SchemaFacts,
} from "#src/db/backup/catalog.server.ts";
import { underMigrationLock } from "#src/db/migrate.server.ts";
import { CREATE_MIGRATIONS_TABLE, type Migration, readMigrations } from "#src/db/migrations.server.ts";

/** Why a saved database cannot be loaded; the message is for the terminal. */
class CannotLoad extends Error {
  override name = "CannotLoad";
}

/** Returns the migrations of a saved database. Throws {@link CannotLoad} if this version does not know all of them. */
function migrationsOf({ migrations }: SchemaFacts): Migration[] {
  const known = readMigrations();
  const made = known.slice(0, migrations.length);
  if (!isDeepStrictEqual(made.map(({ hash }) => hash).toSorted(), migrations.toSorted())) {
    throw new CannotLoad(
      "This backup is of a newer version of Sandbar: its database was changed in ways that this one does not know. " +
        "Install the version that made it, or a newer one, and restore with that.",
    );
  }
  return made;
}

/** Throws {@link CannotLoad} if a saved database has a version that this one does not know. */
export function expectKnownVersion(facts: SchemaFacts): void {
  migrationsOf(facts);
}

/** Rewrites a statement for an empty table in a transaction, where CONCURRENTLY is rejected and useless. */
const atOnce = (statement: string) => statement.replaceAll(/\bINDEX CONCURRENTLY\b/gi, "INDEX");

/** Creates the tables of the saved version, without rows. */
async function makeSchema(client: pg.Client, facts: SchemaFacts): Promise<CopiedTable[]> {
  await client.query(CREATE_MIGRATIONS_TABLE);
  for (const { statements } of migrationsOf(facts))
    for (const statement of statements) await client.query(atOnce(statement));
  const tables = await listTables(client);
  const saved = new Map(facts.tables.map(({ name, columns }) => [name, columns]));
  const odd = tables.find(({ name, columns }) => saved.get(name) !== columns);
  if (odd === undefined) return tables;
  throw new CannotLoad(
    `The table ${odd.name} of this backup is not as its version of Sandbar makes it: someone has changed it by hand. ` +
      "Nothing was restored.",
  );
}

/** Disables triggers and foreign keys, so rows load in any order without side effects. */
async function suspendChecks(client: pg.Client, tables: readonly CopiedTable[]): Promise<() => Promise<void>> {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  return async () => {
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  };
}

/** Loads rows in COPY's text format into a table. */
type LoadRows = (table: string, rows: Buffer) => Promise<void>;

type Fill = (load: LoadRows) => Promise<void>;

async function load(client: pg.Client, facts: SchemaFacts, fill: Fill): Promise<string[]> {
  await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin");
  if (!(await isEmptyDatabase(client))) {
    throw new CannotLoad(
      "There is something in this database already, and a restore never writes over anything. " +
        "Choose an empty place: a new DATA_DIR, or a DATABASE_URL of a new database.",
    );
  }
  const tables = await makeSchema(client, facts);
  const restoreChecks = await suspendChecks(client, tables);
  const columns = new Map(tables.map((table) => [table.name, table.columns]));
  await fill(async (table, rows) => {
    const its = columns.get(table);
    if (its === undefined) return;
    await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${table} (${its}) from stdin`)));
  });
  await restoreChecks();
  const sequences = new Set((await listSequences(client)).map(({ name }) => name));
  for (const { name, value, isCalled } of facts.sequences.filter((each) => sequences.has(each.name)))
    await client.query("select setval($1::regclass, $2, $3)", [name, value, isCalled]);
  await client.query("commit");
  // ANALYZE: the planner has no statistics yet, and autovacuum would take a minute.
  await client.query("analyze").catch(() => undefined);
  return facts.tables.flatMap(({ name }) => (columns.has(name) ? [] : [name]));
}

/**
 * Loads a saved database into an empty one, in one transaction and with the schema of its version. Returns the tables
 * that were skipped because they are not the site's. Throws {@link CannotLoad}; after any error or abort the database
 * is empty again.
 */
export async function loadDatabase(
  connectionString: string,
  facts: SchemaFacts,
  signal: AbortSignal,
  fill: Fill,
): Promise<string[]> {
  return underMigrationLock(connectionString, async (client) => {
    // Queries in progress fail and report it.
    client.on("error", () => undefined);
    const cut = () => void client.end();
    signal.addEventListener("abort", cut);
    try {
      return await load(client, facts, fill);
    } finally {
      signal.removeEventListener("abort", cut);
    }
  });
}
