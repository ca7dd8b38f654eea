import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { eventId } from "#src/db/tables/owners.ts";
import { users } from "#src/db/tables/users.ts";

/**
 * Mailed links to a visitor's place at an event. Until its first use a row holds the visitor's input and reserves no
 * place; later links only reference the person. Only hashes are stored: reading this table opens no link.
 */
export const placeLinks = pgTable(
  "place_links",
  {
    /** SHA-256 of the link's secret, base64url. */
    tokenHash: text("token_hash").primaryKey(),
    eventId: eventId(),
    /** Lower case. */
    email: text("email").notNull(),
    /** Empty once the address is proven. */
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    /** Digits only. Empty once the address is proven. */
    phone: text("phone").notNull().default(""),
    /** Null until the link proves the address; until then anyone may have typed it. */
    userId: text("user_id").references(() => users.userId, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("place_links_by_email").on(table.email),
    index("place_links_by_event").on(table.eventId),
    index("place_links_by_user").on(table.userId),
    index("place_links_by_expiry").on(table.expiresAt),
  ],
);
