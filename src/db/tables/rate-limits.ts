import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** How often a key did a limited thing in a window. In the database, so that it counts across processes and restarts. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").notNull(),
    windowStart: timestamp("window_start", { withTimezone: true, mode: "date" }).notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);
