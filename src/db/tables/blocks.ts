import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { userId } from "#src/db/tables/owners.ts";

/** Blocks of people by organizers. Lifted and expired rows stay as history. */
export const personBlocks = pgTable(
  "person_blocks",
  {
    /** UUID v7. */
    id: text("id").primaryKey(),
    userId: userId(),
    /** For organizers only. */
    reason: text("reason").notNull(),
    blockedAt: instant("blocked_at").notNull(),
    /** Null: permanent. */
    until: instant("until"),
    liftedAt: instant("lifted_at"),
  },
  (table) => [
    uniqueIndex("person_blocks_open_once")
      .on(table.userId)
      .where(sql`${table.liftedAt} is null`),
    index("person_blocks_by_user").on(table.userId, table.id),
  ],
);
export type PersonBlockRow = typeof personBlocks.$inferSelect;
