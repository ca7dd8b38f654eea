import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** The schedule, one row per job. Times use the database's clock, which all processes share. */
export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  /** While a job waits: not before this. While it runs: when another process may take it over. */
  dueAt: instant("due_at").notNull(),
  /** Lease token of the current run. Null while it waits. */
  claim: text("claim"),
  /** Runs since the last success. */
  attempts: integer("attempts").notNull().default(0),
  /** Why the last run failed; empty after a success. */
  lastError: text("last_error").notNull().default(""),
});
