import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { eventId, userId } from "#src/db/tables/owners.ts";
import { MOST_GUESTS } from "#src/shared/choices.ts";
import { RSVP_ANSWERS, SEAT_OFFER_KINDS, SEAT_OFFER_OUTCOMES } from "#src/shared/states.ts";

export const eventRsvps = pgTable(
  "event_rsvps",
  {
    eventId: eventId(),
    userId: userId(),
    answer: text("answer", { enum: RSVP_ANSWERS }).notNull(),
    answeredAt: instant("answered_at").notNull().defaultNow(),
    /** Guests. Each takes a seat while the answer is 'going'. */
    guests: smallint("guests").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.userId] }),
    oneOf("event_rsvps_answer", table.answer, RSVP_ANSWERS),
    check("event_rsvps_guests", sql`${table.guests} between 0 and ${sql.raw(String(MOST_GUESTS))}`),
    index("event_rsvps_by_user").on(table.userId),
    index("event_rsvps_going")
      .on(table.eventId, table.answeredAt, table.userId)
      .where(sql`${table.answer} = 'going'`),
  ],
);

export const WAITING_STATUSES = ["waiting", "promoted", "left"] as const;

/** Waiting list entries, FIFO by `ticket`. Rows are kept afterwards to explain decisions. */
export const waitingList = pgTable(
  "waiting_list",
  {
    eventId: eventId(),
    userId: userId(),
    /** Taken from the event's counter under its row lock, so tickets follow arrival order. */
    ticket: integer("ticket").notNull(),
    status: text("status", { enum: WAITING_STATUSES }).notNull().default("waiting"),
    joinedAt: instant("joined_at").notNull(),
    endedAt: instant("ended_at"),
    /** The ticket before the draw, which assigned a new one. */
    drawNumber: integer("draw_number"),
    /** Got no place in the previous draw, so comes first in this one. */
    lostBefore: boolean("lost_before").notNull().default(false),
    /** Guests. The party gets seats only if all of it fits. */
    guests: smallint("guests").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.ticket] }),
    oneOf("waiting_list_status", table.status, WAITING_STATUSES),
    check("waiting_list_guests", sql`${table.guests} between 0 and ${sql.raw(String(MOST_GUESTS))}`),
    uniqueIndex("waiting_list_once")
      .on(table.eventId, table.userId)
      .where(sql`${table.status} = 'waiting'`),
    index("waiting_list_in_order")
      .on(table.eventId, table.ticket)
      .where(sql`${table.status} = 'waiting'`),
    index("waiting_list_by_user").on(table.userId),
  ],
);

/**
 * Seats offered to people on a waiting list. An open offer reserves its seat until it expires; `first_come` reserves
 * none. Past offers determine whose turn is next, and are the history that a person reads.
 */
export const seatOffers = pgTable(
  "seat_offers",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    eventId: eventId(),
    userId: userId(),
    kind: text("kind", { enum: SEAT_OFFER_KINDS }).notNull(),
    outcome: text("outcome", { enum: SEAT_OFFER_OUTCOMES }).notNull().default("open"),
    offeredAt: instant("offered_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    oneOf("seat_offers_kind", table.kind, SEAT_OFFER_KINDS),
    oneOf("seat_offers_outcome", table.outcome, SEAT_OFFER_OUTCOMES),
    uniqueIndex("seat_offers_once")
      .on(table.eventId, table.userId)
      .where(sql`${table.outcome} = 'open'`),
    index("seat_offers_by_event").on(table.eventId, table.userId),
    index("seat_offers_by_user").on(table.userId),
  ],
);

/** An event's poll options. Its question and place are the event's `pollText`. */
export const eventPolls = pgTable("event_polls", {
  eventId: eventId().primaryKey(),
  question: text("question").notNull(),
  /** Whether several options may be chosen. */
  multiple: boolean("multiple").notNull().default(false),
  /** Whether only members, the host and organizers see it. */
  membersOnly: boolean("members_only").notNull().default(false),
  closedAt: instant("closed_at"),
});

export const pollOptions = pgTable(
  "poll_options",
  {
    id: text("id").primaryKey(),
    eventId: text("event_id")
      .notNull()
      .references(() => eventPolls.eventId, { onUpdate: "cascade", onDelete: "cascade" }),
    position: smallint("position").notNull(),
    label: text("label").notNull(),
  },
  (table) => [uniqueIndex("poll_options_in_order").on(table.eventId, table.position)],
);

export const pollVotes = pgTable(
  "poll_votes",
  {
    optionId: text("option_id")
      .notNull()
      .references(() => pollOptions.id, { onDelete: "cascade" }),
    userId: userId(),
    votedAt: instant("voted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.optionId, table.userId] }), index("poll_votes_by_user").on(table.userId)],
);
