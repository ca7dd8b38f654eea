import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { makeClient } from "#src/db/client.server.ts";
import { type CopiedTable, listSequences, listTables, type SchemaFacts } from "#src/db/backup/catalog.server.ts";
import { MIGRATIONS_TABLE } from "#src/db/migrations.server.ts";

/** Approximate chunk size in bytes; chunks hold whole rows. */
const PIECE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** A consistent snapshot of the database. */
export type Snapshot = {
  readonly takenAt: Date;
  readonly facts: SchemaFacts;
  /** Keys of the uploads that belong to the snapshot. */
  readonly uploads: readonly string[];
  /** A table's rows in COPY's text format, in chunks of whole rows. */
  rows(table: CopiedTable): AsyncGenerator<Buffer>;
};

/** The database contains no site. */
export class NothingToSave extends Error {
  override name = "NothingToSave";
}

// Fixes the output formats and row order, and turns off timeouts for long reads.
const SETTINGS = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 3; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set lock_timeout = '60s'; set synchronize_seqscans = off`;

/**
 * Reads a snapshot. Takes no lock that blocks a running site. Throws {@link NothingToSave}; fails when `signal` is
 * aborted.
 */
export async function readSnapshot(
  connectionString: string,
  signal: AbortSignal,
  read: (snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  const client = makeClient({ connectionString, application_name: "sandbar backup" });
  // Queries in progress fail and report it.
  client.on("error", () => undefined);
  await client.connect();
  const cut = () => void client.end();
  signal.addEventListener("abort", cut);
  try {
    await client.query(SETTINGS);
    await client.query("begin isolation level repeatable read read only");
    await read(await describe(client));
    await client.query("commit");
  } finally {
    signal.removeEventListener("abort", cut);
    await client.end();
  }
}

async function describe(client: pg.Client): Promise<Snapshot> {
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === MIGRATIONS_TABLE)) throw new NothingToSave();
  // From here on the schema is locked; rows may change, invisibly to this snapshot.
  await client.query(`lock table ${tables.map(({ name }) => name).join(", ")} in access share mode`);
  const { rows: moments } = await client.query<{ now: Date }>("select now()");
  const { rows: made } = await client.query<{ hash: string }>(
    `select hash from ${MIGRATIONS_TABLE} order by created_at`,
  );
  const { rows: uploads } = await client.query<{ key: string }>(
    "select key from uploaded_images where deleted_at is null order by key",
  );
  const sequences = await listSequences(client);
  return {
    takenAt: moments[0]?.now ?? new Date(),
    facts: { migrations: made.map(({ hash }) => hash), tables, sequences },
    uploads: uploads.map(({ key }) => key),
    rows: (table) => copyRows(client, table),
  };
}

/** COPY's text format escapes line breaks, so one line is one row. */
async function* copyRows(client: pg.Client, { name, columns }: CopiedTable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of client.query(copyTo(`copy ${name} (${columns}) to stdout`))) {
    const piece = chunk as Buffer;
    waiting.push(piece);
    bytes += piece.length;
    const end = bytes < PIECE_BYTES ? -1 : piece.lastIndexOf(NEWLINE);
    if (end === -1) continue;
    const rest = piece.subarray(end + 1);
    waiting[waiting.length - 1] = piece.subarray(0, end + 1);
    yield Buffer.concat(waiting);
    waiting = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
