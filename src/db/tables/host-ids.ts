import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";

/** Host IDs, which let a host publish without review. Only the hash is stored. */
export const hostIds = pgTable(
  "host_ids",
  {
    id: text("id").primaryKey(),
    /** The owner; valid for the owner's events only. Null: valid for any bearer. */
    userId: text("user_id").references(() => users.userId, { onDelete: "cascade" }),
    /** SHA-256 of the Host ID, base64url: with 128 random bits it cannot be guessed. */
    hostIdHash: text("host_id_hash").notNull().unique(),
    /** The organizers' label for it. */
    label: text("label").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    /** When it expires or was revoked. */
    revokedAt: instant("revoked_at"),
  },
  (table) => [index("host_ids_by_user").on(table.userId)],
);
