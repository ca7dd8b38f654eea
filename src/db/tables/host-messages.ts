import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { eachOneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { eventId } from "#src/db/tables/owners.ts";
import { users } from "#src/db/tables/users.ts";
import { GUEST_GROUPS } from "#src/shared/states.ts";

/** What hosts and organizers wrote to the guests of an event. Never edited. Its readers are in `notices`. */
export const hostMessages = pgTable(
  "host_messages",
  {
    /** A UUID that the browser makes, so that sending a form twice sends one message. */
    id: text("id").primaryKey(),
    eventId: eventId(),
    /** Null after the author's deletion. */
    authorUserId: text("author_user_id").references(() => users.userId, { onDelete: "set null" }),
    /** Written by the event's host or a co-host; otherwise by an organizer. */
    isHost: boolean("is_host").notNull(),
    groups: text("groups", { enum: GUEST_GROUPS }).array().notNull(),
    /** If empty, derived from the event. */
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    /** How many people it was sent to. */
    recipients: integer("recipients").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    eachOneOf("host_messages_groups", table.groups, GUEST_GROUPS),
    index("host_messages_by_event").on(table.eventId, table.createdAt),
    index("host_messages_by_author").on(table.authorUserId),
  ],
);
