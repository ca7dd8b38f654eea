import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";

export const DEMO_TABLES = ["users", "accounts", "social_events", "chats", "host_ids", "chat_join_requests"] as const;

/** Ids of seeded rows, to tell the demo town apart from real data. */
export const demoRows = pgTable(
  "demo_rows",
  {
    table: text("table_name", { enum: DEMO_TABLES }).notNull(),
    id: text("id").notNull(),
  },
  (table) => [oneOf("demo_rows_table", table.table, DEMO_TABLES), primaryKey({ columns: [table.table, table.id] })],
);
