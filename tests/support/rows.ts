import { sql } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";

/** Whole rows of these tables as JSON text, in a fixed order: the same text before and after is the same content. */
export async function wholeRows(db: Db, tables: readonly string[]): Promise<Record<string, string[]>> {
  const contents = Object.fromEntries(tables.map((table): [string, string[]] => [table, []]));
  const parts = tables.map(
    (table) => sql`select ${table} as name, to_jsonb(t)::text as row from ${sql.identifier(table)} t`,
  );
  const { rows } = await db.execute<{ name: string; row: string }>(
    sql`${sql.join(parts, sql` union all `)} order by 1, 2`,
  );
  for (const { name, row } of rows) contents[name]?.push(row);
  return contents;
}

/** Every table that refers to people, or counts them. */
export const TABLES_OF_PEOPLE = [
  "users",
  "accounts",
  "social_events",
  "event_rsvps",
  "waiting_list",
  "poll_votes",
  "chats",
  "chat_members",
  "chat_messages",
  "notices",
  "join_submissions",
  "join_proposals",
  "chat_join_requests",
  "memberships",
  "payments",
  "bitcoin_cash_checkouts",
] as const;

/** Every table of ours but the change log: it grows with each write, and what is in it goes within minutes. */
export async function allTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'change_log' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Every column by which the database knows that a table refers to a person. */
export async function personColumns(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass order by 1, 2`);
  return rows;
}
