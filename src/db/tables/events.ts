import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, smallint, text, time } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { EVENT_STATUSES } from "#src/shared/states.ts";

export const socialEvents = pgTable(
  "social_events",
  {
    /** YYYY-MM-DD-slug, permanent: it is in the address. */
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    /** Local wall time in `time_zone`; `starts_at` is the same as an instant, kept by whoever writes these. */
    day: date("day", { mode: "string" }).notNull(),
    startTime: time("start_time").notNull(),
    /** Null when nobody said how long. */
    lengthMinutes: integer("length_minutes"),
    timeZone: text("time_zone").notNull(),
    startsAt: instant("starts_at").notNull(),
    status: text("status", { enum: EVENT_STATUSES }).notNull().default("scheduled"),
    /** When it was to begin before it was moved the last time; null when it never was. */
    previousStartsAt: instant("previous_starts_at"),
    /** Shared by the weekly events that were made together; each is an event of its own. */
    seriesId: text("series_id"),
    /** Grows by one at any change of time, place or status, as calendars ask (RFC 5545 SEQUENCE). */
    sequence: integer("sequence").notNull().default(0),
    /** How the chat's calendar names the place: at most three words. */
    shortLocation: text("short_location").notNull().default(""),
    /** Shown to members only when `members_only_location`; others read 'join group for location'. */
    location: text("location").notNull(),
    membersOnlyLocation: boolean("members_only_location").notNull().default(false),
    privateLocation: text("private_location").notNull().default(""),
    /** False = for close friends: only members know that it exists. */
    generalPublic: boolean("general_public").notNull().default(true),
    /** Waits for an organizer: only they and its maker know that it exists. */
    held: boolean("held").notNull().default(false),
    /** Of a held one: since when an organizer does not want it, and why. Who changes it asks once more. */
    refusedAt: instant("refused_at"),
    refusalReason: text("refusal_reason").notNull().default(""),
    costCents: integer("cost_cents").notNull().default(0),
    /** Places in all: null = unknown, 1000 = unlimited. Places left are this less `going_count`. */
    capacity: smallint("capacity"),
    /** The true count of RSVPs 'going', kept in the transaction that writes the RSVP. */
    goingCount: integer("going_count").notNull().default(0),
    /** What usually comes, as an estimate that calls itself one; shown until the first answer. */
    usualMin: smallint("usual_min").notNull().default(8),
    usualMax: smallint("usual_max").notNull().default(14),
    /** How many wait for a place, kept like `going_count`. */
    waitingCount: integer("waiting_count").notNull().default(0),
    /** The newest ticket of the waiting list. */
    lastTicket: integer("last_ticket").notNull().default(0),
    host: text("host").notNull(),
    /** The person who made it: may edit it and close its poll. */
    hostUserId: text("host_user_id").references(() => users.userId, { onDelete: "set null" }),
    host1: text("host1").notNull().default(""),
    host2: text("host2").notNull().default(""),
    /** Which group chat it belongs to: one of CHAT_GROUPS. */
    chat: text("chat").notNull().default("Other Events"),
    groupMeChatUrl: text("groupme_chat_url").notNull().default(""),
    groupMeChatId: text("groupme_chat_id").notNull().default(""),
    groupMeImg: text("groupme_img").notNull().default(""),
    imgKey: text("img_key").notNull().default(""),
    /** Photos and .mp4 videos, by key. */
    imgList: text("img_list")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Key of a photo → what it shows, in words. */
    photoCaptions: jsonb("photo_captions").$type<Readonly<Record<string, string>>>().notNull().default({}),
    showPhotos: boolean("show_photos").notNull().default(false),
    facebookLink: text("facebook_link").notNull().default(""),
    organizerVenmo: text("organizer_venmo").notNull().default(""),
    organizerCashApp: text("organizer_cash_app").notNull().default(""),
    /** What the host gave to prove who they are. Never leaves the server. */
    password: text("password").notNull().default(""),
    pollText: text("poll_text").notNull().default(""),
    pollPrivateLocation: text("poll_private_location").notNull().default(""),
    /** The chat calendar's id of the event; longer than 5 means posted. */
    poll: text("poll").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    oneOf("social_events_status", table.status, EVENT_STATUSES),
    check("social_events_id_form", sql`${table.id} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9-]+$'`),
    check("social_events_cost_not_negative", sql`${table.costCents} >= 0`),
    check("social_events_going_not_negative", sql`${table.goingCount} >= 0`),
    check("social_events_waiting_not_negative", sql`${table.waitingCount} >= 0`),
    index("social_events_by_host").on(table.hostUserId, table.day, table.startTime, table.id),
    // Where somebody is named, in the words in which a deletion looks.
    index("social_events_by_host_name").on(sql`lower(${table.host})`),
    index("social_events_by_host1")
      .on(sql`lower(${table.host1})`)
      .where(sql`${table.host1} <> ''`),
    index("social_events_by_host2")
      .on(sql`lower(${table.host2})`)
      .where(sql`${table.host2} <> ''`),
    index("social_events_with_password")
      .on(table.id)
      .where(sql`${table.password} <> ''`),
    index("social_events_by_series")
      .on(table.seriesId, table.startsAt)
      .where(sql`${table.seriesId} is not null`),
    check("social_events_usual_in_order", sql`${table.usualMin} <= ${table.usualMax}`),
    // Every list leaves out held events, and its index must say so too: only then is the list read from the index alone.
    index("social_events_by_day")
      .on(table.day, table.startTime, table.id)
      .where(sql`not ${table.held}`),
    index("social_events_public_by_day")
      .on(table.day, table.startTime, table.id)
      .where(sql`${table.generalPublic} and not ${table.held}`),
    // For every scope: members filter by chat too.
    index("social_events_by_chat_and_day")
      .on(table.chat, table.day, table.startTime, table.id)
      .where(sql`not ${table.held}`),
    index("social_events_with_photos_by_chat_and_day")
      .on(table.chat, table.day, table.startTime, table.id)
      .where(sql`${table.showPhotos} and ${table.generalPublic} and not ${table.held}`),
    index("social_events_with_photos_by_day")
      .on(table.day, table.startTime, table.id)
      .where(sql`${table.showPhotos} and ${table.generalPublic} and not ${table.held}`),
    // Which uploads are in use as covers: there are few among many illustrations.
    index("social_events_by_uploaded_cover")
      .on(table.imgKey)
      .where(sql`starts_with(${table.imgKey}, 'up-')`),
    index("social_events_held")
      .on(table.createdAt, table.id)
      .where(sql`${table.held} and ${table.refusedAt} is null`),
  ],
);

export type SocialEventRow = typeof socialEvents.$inferSelect;
export type NewSocialEvent = typeof socialEvents.$inferInsert;
