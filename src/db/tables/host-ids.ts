import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";

/** What hosts prove themselves with, so that their events need not wait. Only the hash is kept. */
export const hostIds = pgTable(
  "host_ids",
  {
    id: text("id").primaryKey(),
    /** Whose it is; nobody else's event counts by it. Null: anyone's who has it. */
    userId: text("user_id").references(() => users.userId, { onDelete: "cascade" }),
    /** SHA-256 of the Host ID, base64url: at random it has 128 bits, which nobody guesses. */
    hostIdHash: text("host_id_hash").notNull().unique(),
    /** What organizers call it. */
    label: text("label").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    /** From then on it counts no more. */
    revokedAt: instant("revoked_at"),
  },
  (table) => [index("host_ids_by_user").on(table.userId)],
);
