import { sql } from "drizzle-orm";
import { customType, index, pgTable, text } from "drizzle-orm/pg-core";

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * What changed, written by triggers in the transaction that changes it. Every process reads it by snapshot and keeps
 * nothing of its own, so rows go after a minute (`db/change-log.server.ts`).
 */
export const changeLog = pgTable(
  "change_log",
  {
    /** The transaction that made the change. */
    xid: transactionId("xid")
      .notNull()
      .default(sql`pg_current_xact_id()`),
    topic: text("topic").notNull(),
    /** Identifies the row that changed; empty if the topic says it all. */
    subject: text("subject").notNull(),
  },
  (table) => [index("change_log_by_transaction").on(table.xid)],
);
