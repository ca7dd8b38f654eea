import { sql } from "drizzle-orm";
import type { Db } from "#src/db/connect.server.ts";

/** Whole rows of these tables as JSON text, in a fixed order: the same text before and after is the same content. */
export async function wholeRows(db: Db, tables: readonly string[]): Promise<Record<string, string[]>> {
  const contents = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await db.execute<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t order by 1`,
      );
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(contents);
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
  "chat_join_requests",
  "memberships",
  "payments",
  "bitcoin_cash_checkouts",
] as const;
