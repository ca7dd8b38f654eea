import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** How often public forms mailed an inbox during the last day. A job deletes older rows. */
export const strangerMails = pgTable("stranger_mails", {
  /** SHA-256 of the inbox in hex, so that counting keeps no address. */
  inboxHash: text("inbox_hash").primaryKey(),
  /** When each of these mails was queued, oldest first; at most ten. */
  sentAt: instant("sent_at").array().notNull(),
});
