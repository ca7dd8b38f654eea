import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";

/**
 * The secret addresses of people's own calendars, one an account. Only the hash of the secret is kept: who reads this
 * table can open none of them.
 */
export const calendarLinks = pgTable("calendar_links", {
  sub: text("sub")
    .primaryKey()
    .references(() => accounts.sub, { onDelete: "cascade" }),
  /** SHA-256 of the secret, base64url. */
  secretHash: text("secret_hash").notNull().unique(),
  createdAt: instant("created_at").notNull(),
  /** The session that made it; null for one made before this was kept. It may be over by now. */
  sessionId: text("session_id"),
});
