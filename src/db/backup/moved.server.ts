import type pg from "pg";
import { makeClient } from "#src/db/client.server.ts";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { MIGRATIONS_SCHEMA } from "#src/db/migrations.server.ts";

// Stored as a schema comment: the site's role owns the schema everywhere, and copies of the rows do not include it.
const NOTE = `comment on schema ${MIGRATIONS_SCHEMA} is `;
const READ_NOTE = `select obj_description(to_regnamespace('${MIGRATIONS_SCHEMA}'), 'pg_namespace') as note`;
const BEFORE_PLACE = "moved to ";

// A role may always change its own defaults; `alter database` is for the owner.
const OWN_DEFAULT = "alter role current_user in database";
const TERMINATE_OTHERS = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;

// An arbitrary lock key; it spells "move".
const MOVE_LOCK = 0x6d6f7665;
const TRY_LOCK = 'select pg_try_advisory_lock($1) as "isFree"';

/** Takes the lock until the session ends. Fails if source and target are one database under two addresses. */
async function lockForMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(TRY_LOCK, [MOVE_LOCK]);
  if (rows[0]?.isFree !== true)
    throw new CannotStart("The site is in this database already, or another move of it is under way.");
}

/** Runs `work` on a connection during which no other move can begin. Throws {@link CannotStart} if one is under way. */
export async function underMoveLock<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = makeClient({ connectionString, application_name: "sandbar move" });
  // The statement in progress reports a broken connection.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await lockForMove(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Start of an ALTER ROLE statement about the site's role in this database. */
async function ownDefaults(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  return `${OWN_DEFAULT} ${rows[0]?.name ?? ""}`;
}

/** Ends every other session of the site's role and makes all new ones read-only, also those of a site that runs on. */
export async function stopWrites(client: pg.Client): Promise<void> {
  // For this session alone: an earlier attempt may have left the database read-only.
  await client.query("set default_transaction_read_only = off");
  await client.query(`${await ownDefaults(client)} set default_transaction_read_only = on`);
  await client.query(TERMINATE_OTHERS);
}

/** Makes the database writable again and removes the note about a move. */
export async function resumeWrites(client: pg.Client): Promise<void> {
  await client.query("set default_transaction_read_only = off");
  await client.query(`${NOTE}null`);
  await client.query(`${await ownDefaults(client)} reset default_transaction_read_only`);
  // Sessions that began meanwhile would stay read-only.
  await client.query(TERMINATE_OTHERS);
}

/** Records where the site moved to. The database stays read-only. */
export async function markMoved(client: pg.Client, to: string): Promise<void> {
  await client.query(NOTE + client.escapeLiteral(BEFORE_PLACE + to));
}

/** Returns where the site moved to; null if it is still here. */
export async function readMovedTo(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ note: string | null }>(READ_NOTE);
  const note = rows[0]?.note ?? "";
  return note.startsWith(BEFORE_PLACE) ? note.slice(BEFORE_PLACE.length) : null;
}

/** Throws {@link CannotStart} when the site of this database was moved elsewhere. */
export async function refuseMoved(client: pg.Client): Promise<void> {
  const place = await readMovedTo(client);
  if (place === null) return;
  throw new CannotStart(
    `The site was moved from this database to ${place}. Set DATABASE_URL to that address, or remove it for the private ` +
      "database. To use this one again, without what was written since: npm run move -- undo",
  );
}
