import { sql } from "drizzle-orm";
import { customType, index, pgTable, text } from "drizzle-orm/pg-core";

const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * Change notifications, written by triggers in the changing transaction. Every process reads them by snapshot; rows are
 * deleted after a minute (`db/change-log.server.ts`).
 */
export const changeLog = pgTable(
  "change_log",
  {
    /** The transaction that made the change. */
    xid: transactionId("xid")
      .notNull()
      .default(sql`pg_current_xact_id()`),
    topic: text("topic").notNull(),
    /** Identifies the row that changed; empty for topics without one. */
    subject: text("subject").notNull(),
  },
  (table) => [index("change_log_by_transaction").on(table.xid)],
);
