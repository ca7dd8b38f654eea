import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { hostMessages } from "#src/db/tables/host-messages.ts";
import { users } from "#src/db/tables/users.ts";
import { NOTICE_KINDS } from "#src/shared/states.ts";

/** In-app notices, beside the mails. */
export const notices = pgTable(
  "notices",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade", onUpdate: "cascade" }),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    eventId: text("event_id").references(() => socialEvents.id, { onDelete: "cascade", onUpdate: "cascade" }),
    /** For the kind `host_message`. */
    hostMessageId: text("host_message_id").references(() => hostMessages.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    readAt: instant("read_at"),
  },
  (table) => [
    oneOf("notices_kind", table.kind, NOTICE_KINDS),
    index("notices_by_user").on(table.userId, table.id),
    index("notices_by_host_message")
      .on(table.hostMessageId, table.userId)
      .where(sql`${table.hostMessageId} is not null`),
  ],
);
