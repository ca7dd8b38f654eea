import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";

/**
 * Secret URLs of personal calendars, one per account. Only the secret's hash is stored: reading this table opens none
 * of them.
 */
export const calendarLinks = pgTable("calendar_links", {
  sub: text("sub")
    .primaryKey()
    .references(() => accounts.sub, { onDelete: "cascade" }),
  /** SHA-256 of the secret, base64url. */
  secretHash: text("secret_hash").notNull().unique(),
  createdAt: instant("created_at").notNull(),
  /** The session that created it; null for older rows. The session may be over. */
  sessionId: text("session_id"),
});
