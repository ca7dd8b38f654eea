import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { chats } from "#src/db/tables/chats.ts";
import { eventId } from "#src/db/tables/owners.ts";

/** The calendars of the built-in chats. */
export const chatCalendar = pgTable(
  "chat_calendar",
  {
    /** UUID v7. */
    id: text("id").primaryKey(),
    chatId: text("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** Idempotency key of the creator, unique among events that are not canceled. */
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
 * `unsure`: a post was interrupted and its outcome is unknown. `failed`: certainly absent. `posted`: present.
 * `withdrawn`: was posted, then removed.
 */
export const CALENDAR_POST_STATUSES = ["unsure", "failed", "posted", "withdrawn"] as const;

/** The posting status of an event in its chat's calendar, with a lease for the external call. */
export const calendarPosts = pgTable(
  "calendar_posts",
  {
    eventId: eventId().primaryKey(),
    chatId: text("chat_id").notNull(),
    status: text("standing", { enum: CALENDAR_POST_STATUSES }).notNull(),
    /** The last known copy of the event in the calendar. */
    sent: jsonb("sent").$type<unknown>(),
    /** Error of the last attempt; empty after a success. */
    lastError: text("last_error").notNull().default(""),
    /** Lease token of the current attempt; one attempt per event at a time. */
    claim: text("claim"),
    /** When the lease expires. */
    claimedUntil: instant("claimed_until"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [oneOf("calendar_posts_standing", table.status, CALENDAR_POST_STATUSES)],
);
export type CalendarPostRow = typeof calendarPosts.$inferSelect;
