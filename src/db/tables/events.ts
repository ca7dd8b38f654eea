import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, smallint, text, time } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { MOST_GUESTS } from "#src/shared/choices.ts";
import { DECISION_DEFAULTS, EVENT_DECISIONS, EVENT_STATUSES, HOLD_REASONS } from "#src/shared/states.ts";

/** Columns in which a host can write about people. */
export const EVENT_WORDS = [
  "title",
  "host",
  "host1",
  "host2",
  "description",
  "short_location",
  "location",
  "private_location",
  "facebook_link",
  "poll_text",
  "poll_private_location",
  "bring",
  "cancel_reason",
] as const;

/** SQL that joins these columns; must match the index `social_events_by_words`. `prefix`: "t." or empty. */
export const joinedWords = (prefix: string): string =>
  EVENT_WORDS.map((column) => `${prefix}"${column}"`).join(" || ' ' || ");

export const socialEvents = pgTable(
  "social_events",
  {
    /** YYYY-MM-DD-slug, permanent: it is part of the URL. */
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    /** Local wall time in `time_zone`; every writer keeps `starts_at` at the same instant. */
    day: date("day", { mode: "string" }).notNull(),
    startTime: time("start_time").notNull(),
    /** Null if no duration was given. */
    lengthMinutes: integer("length_minutes"),
    timeZone: text("time_zone").notNull(),
    startsAt: instant("starts_at").notNull(),
    status: text("status", { enum: EVENT_STATUSES }).notNull().default("scheduled"),
    /** The host's reason for canceling; empty otherwise. */
    cancelReason: text("cancel_reason").notNull().default(""),
    /** Go or no-go; null if it was never on hold. `called_off` implies the status `cancelled`. */
    decision: text("decision", { enum: EVENT_DECISIONS }),
    /** Why it is, or was, on hold. */
    holdReason: text("hold_reason", { enum: HOLD_REASONS }),
    /** When the hold ends with its default. Never after the start. */
    decidesAt: instant("decides_at"),
    decisionDefault: text("decision_default", { enum: DECISION_DEFAULTS }),
    /** With fewer people going at `decides_at`, the event is called off. Null = no minimum. */
    minimumGoing: smallint("minimum_going"),
    /** The start before the last rescheduling; null if it never moved. */
    previousStartsAt: instant("previous_starts_at"),
    /** When places are drawn; RSVPs until then have the same chance. Null for first come, first served. */
    drawAt: instant("draw_at"),
    /** Decides the order of the draw. Secret until `drawn_at`; its hash is shown from the start. */
    drawSeed: text("draw_seed").notNull().default(""),
    drawnAt: instant("drawn_at"),
    /** Shared by weekly events created together; each is a separate event. */
    seriesId: text("series_id"),
    /** Incremented on any change of time, place or status (RFC 5545 SEQUENCE). */
    sequence: integer("sequence").notNull().default(0),
    /** The place's name in the chat calendar: at most three words. */
    shortLocation: text("short_location").notNull().default(""),
    /** Shown to members only if `members_only_location`; others see 'join group for location'. */
    location: text("location").notNull(),
    membersOnlyLocation: boolean("members_only_location").notNull().default(false),
    privateLocation: text("private_location").notNull().default(""),
    /** False = for close friends: visible to members only. */
    generalPublic: boolean("general_public").notNull().default(true),
    /** Held for an organizer: visible only to organizers and its creator. */
    held: boolean("held").notNull().default(false),
    /** For a held event: when an organizer refused it, and why. Editing it submits it again. */
    refusedAt: instant("refused_at"),
    refusalReason: text("refusal_reason").notNull().default(""),
    costCents: integer("cost_cents").notNull().default(0),
    /** Capacity: null = unknown, 1000 = unlimited. Spaces left are this minus `going_count`. */
    capacity: smallint("capacity"),
    /** How many guests a person may bring. Accepted guests stay when it is lowered. */
    guestsPerPerson: smallint("guests_per_person").notNull().default(0),
    /** People going, including guests; updated in the RSVP's transaction. */
    goingCount: integer("going_count").notNull().default(0),
    /** People marked as here at the door, including guests; maintained by a trigger on `event_attendance`. */
    cameCount: integer("came_count").notNull().default(0),
    /** Attendance range of similar past events, shown until the first RSVP. Null if too few are known. */
    usualLow: smallint("usual_low"),
    usualHigh: smallint("usual_high"),
    /** Read by the previous release only; the next one drops both. */
    usualMin: smallint("usual_min").notNull().default(8),
    usualMax: smallint("usual_max").notNull().default(14),
    /** The length of the waiting list without blocked people, updated like `going_count`. */
    waitingCount: integer("waiting_count").notNull().default(0),
    /** The waiting list's newest ticket. */
    lastTicket: integer("last_ticket").notNull().default(0),
    host: text("host").notNull(),
    /** The creator: may edit it and close its poll. */
    hostUserId: text("host_user_id").references(() => users.userId, { onDelete: "set null" }),
    host1: text("host1").notNull().default(""),
    host2: text("host2").notNull().default(""),
    /** Its chat group, which may no longer be in the settings. */
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
    /** Photo key → alt text. */
    photoCaptions: jsonb("photo_captions").$type<Readonly<Record<string, string>>>().notNull().default({}),
    showPhotos: boolean("show_photos").notNull().default(false),
    facebookLink: text("facebook_link").notNull().default(""),
    organizerVenmo: text("organizer_venmo").notNull().default(""),
    organizerCashApp: text("organizer_cash_app").notNull().default(""),
    bring: text("bring").notNull().default(""),
    /** "30.2938, -81.3905", degrees north and east (WGS 84), or empty. As private as `location`. */
    mapPoint: text("map_point").notNull().default(""),
    /** The host's proof of identity. Never leaves the server. */
    password: text("password").notNull().default(""),
    pollText: text("poll_text").notNull().default(""),
    pollPrivateLocation: text("poll_private_location").notNull().default(""),
    /** The event's id in the chat calendar; longer than 5 means posted. */
    poll: text("poll").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    oneOf("social_events_status", table.status, EVENT_STATUSES),
    check("social_events_id_form", sql`${table.id} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}-[a-z0-9-]+$'`),
    check("social_events_cost_not_negative", sql`${table.costCents} >= 0`),
    check("social_events_going_not_negative", sql`${table.goingCount} >= 0`),
    check(
      "social_events_guests_per_person",
      sql`${table.guestsPerPerson} between 0 and ${sql.raw(String(MOST_GUESTS))}`,
    ),
    check("social_events_waiting_not_negative", sql`${table.waitingCount} >= 0`),
    oneOf("social_events_decision", table.decision, EVENT_DECISIONS),
    oneOf("social_events_hold_reason", table.holdReason, HOLD_REASONS),
    oneOf("social_events_decision_default", table.decisionDefault, DECISION_DEFAULTS),
    check(
      "social_events_hold_whole",
      sql`${table.decision} is distinct from 'hold' or (${table.holdReason} is not null and ${table.decidesAt} is not null and ${table.decisionDefault} is not null)`,
    ),
    index("social_events_by_host").on(table.hostUserId, table.day, table.startTime, table.id),
    // Text that a deletion searches for names.
    index("social_events_by_words").using("gin", sql.raw(`(${joinedWords("")}) gin_trgm_ops`)),
    index("social_events_with_password")
      .on(table.id)
      .where(sql`${table.password} <> ''`),
    index("social_events_by_series")
      .on(table.seriesId, table.startsAt)
      .where(sql`${table.seriesId} is not null`),
    check("social_events_usual_in_order", sql`${table.usualMin} <= ${table.usualMax}`),
    // Every list excludes held events; the partial index must say so too, to allow index-only scans.
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
    // Which uploads are covers: few among many illustrations.
    index("social_events_by_uploaded_cover")
      .on(table.imgKey)
      .where(sql`starts_with(${table.imgKey}, 'up-')`),
    index("social_events_to_draw")
      .on(table.drawAt)
      .where(sql`${table.drawAt} is not null and ${table.drawnAt} is null`),
    index("social_events_held")
      .on(table.createdAt, table.id)
      .where(sql`${table.held} and ${table.refusedAt} is null`),
  ],
);

export type SocialEventRow = typeof socialEvents.$inferSelect;
export type NewSocialEvent = typeof socialEvents.$inferInsert;
