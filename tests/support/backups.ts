import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import { connect, type Db } from "#src/db/connect.server.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";

export const backup = (file: string, settings: Record<string, string>) =>
  runAtTerminal("src/server/backup/backup.ts", [file], settings);

/** What the terminal shows at the end. */
export const restore = (file: string, settings: Record<string, string>) =>
  runAtTerminal("src/server/backup/restore.ts", [file], settings).shown;

/** A database to look into until the test is over. */
export function open(url: string): ReturnType<typeof connect> {
  const connection = connect(url, pino({ level: "silent" }));
  onTestFinished(() => connection.pool.end());
  return connection;
}

/** A table that people who write seldom need, at which a backup can be made to wait. */
export const GATE_TABLE = "form_submissions";

/** A connection that holds locks until it is let go. */
export async function holdLocks(url: string, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; ${statement}`);
  let ended: Promise<void> | undefined;
  const letGo = () => (ended ??= client.end());
  onTestFinished(letGo);
  return letGo;
}

/** Until the backup has its moment and waits at the table that is held back. */
export async function atTheGate(pool: pg.Pool): Promise<void> {
  const waiting = `select from pg_locks where relation = '${GATE_TABLE}'::regclass and not granted`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 120_000 }).toBe(1);
}

/** Everything that PostgreSQL knows of the site's schema: what a row may be, and what follows from one. */
export async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'drizzle'))
    select format('column %s.%s %s %s', table_name, column_name, data_type,
      coalesce(column_default, '') || coalesce(generation_expression, '') || is_nullable) as line
      from information_schema.columns where table_schema in ('public', 'drizzle')
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join ours on ours.oid = connamespace
    union all select indexdef from pg_indexes where schemaname in ('public', 'drizzle')
    union all select pg_get_triggerdef(t.oid) || ' ' || tgenabled::text from pg_trigger t where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p join ours on ours.oid = pronamespace
      where not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`);
  return rows.map(({ line }) => line);
}

/** The content of each file below a folder, by the file's name. */
export async function contentsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashed = files.map(
    async (file) =>
      [
        basename(file),
        createHash("md5")
          .update(await readFile(file))
          .digest("hex"),
      ] as const,
  );
  return new Map(await Promise.all(hashed));
}
