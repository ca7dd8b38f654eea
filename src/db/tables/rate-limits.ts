import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Rate limit counters per key and window. In the database, to count across processes and restarts. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").notNull(),
    windowStart: timestamp("window_start", { withTimezone: true, mode: "date" }).notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);
