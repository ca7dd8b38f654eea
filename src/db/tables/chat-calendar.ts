import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";

/** The calendars of the built-in chats. */
export const chatCalendar = pgTable(
  "chat_calendar",
  {
    /** UUID v7. */
    id: text("id").primaryKey(),
    chatId: text("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** Made by whoever creates: among what is not canceled, the same one again is the same event. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    timeZone: text("time_zone").notNull(),
    placeName: text("place_name").notNull(),
    placeAddress: text("place_address").notNull(),
    url: text("url").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("chat_calendar_once")
      .on(table.chatId, table.key)
      .where(sql`${table.cancelledAt} is null`),
    index("chat_calendar_by_key").on(table.key),
  ],
);

/**
 * `unsure`: a post was under way and nobody noted how it ended. `failed`: certainly not there. `posted`: there.
 * `withdrawn`: was there, and was taken out.
 */
export const CALENDAR_STANDINGS = ["unsure", "failed", "posted", "withdrawn"] as const;

/** How an event stands to the calendar of its chat, and who is at it: the note beside work that is done elsewhere. */
export const calendarPosts = pgTable(
  "calendar_posts",
  {
    eventId: text("event_id")
      .primaryKey()
      .references(() => socialEvents.id, { onDelete: "cascade", onUpdate: "cascade" }),
    chatId: text("chat_id").notNull(),
    standing: text("standing", { enum: CALENDAR_STANDINGS }).notNull(),
    /** The event as the calendar has it, as far as we know. */
    sent: jsonb("sent").$type<unknown>(),
    /** Why the last try failed; empty when it did not. */
    lastError: text("last_error").notNull().default(""),
    /** Who is at it now, by an id of their try; nobody else asks the chat about this event meanwhile. */
    claim: text("claim"),
    /** From then on a claim counts no more: whoever made it is gone. */
    claimedUntil: instant("claimed_until"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [oneOf("calendar_posts_standing", table.standing, CALENDAR_STANDINGS)],
);
export type CalendarPostRow = typeof calendarPosts.$inferSelect;
