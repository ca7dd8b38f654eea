import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { eventId } from "#src/db/tables/owners.ts";
import { users } from "#src/db/tables/users.ts";
import { COST_KINDS, SHARE_STATUSES, SPLIT_OVER } from "#src/shared/states.ts";

/** The cost of an event, as entered by its host or an organizer. The shares are in `event_shares`. */
export const eventCosts = pgTable(
  "event_costs",
  {
    eventId: eventId().primaryKey(),
    kind: text("kind", { enum: COST_KINDS }).notNull(),
    /** Whole cents: the total, or the price per head. */
    amountCents: integer("amount_cents").notNull(),
    /** What it was for, such as a court; empty if not given. */
    what: text("what").notNull().default(""),
    splitOver: text("split_over", { enum: SPLIT_OVER }).notNull(),
    splitAt: instant("split_at").notNull(),
  },
  (table) => [
    oneOf("event_costs_kind", table.kind, COST_KINDS),
    oneOf("event_costs_split_over", table.splitOver, SPLIT_OVER),
    check("event_costs_amount", sql`${table.amountCents} > 0`),
  ],
);

/** A person's or walk-in's share of an event's cost. Settled between people, so it is not in the group's ledger. */
export const eventShares = pgTable(
  "event_shares",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    eventId: eventId(),
    /** Null for a walk-in, and after the person's deletion. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** The walk-in's id in `event_attendance`; null for a person. */
    walkIn: text("walk_in"),
    /** The person and their guests. */
    heads: smallint("heads").notNull(),
    amountCents: integer("amount_cents").notNull(),
    status: text("status", { enum: SHARE_STATUSES }).notNull().default("open"),
    /** How many reminders were sent, and when the last one. */
    reminders: smallint("reminders").notNull().default(0),
    remindedAt: instant("reminded_at"),
  },
  (table) => [
    oneOf("event_shares_status", table.status, SHARE_STATUSES),
    check("event_shares_amount", sql`${table.amountCents} >= 0`),
    uniqueIndex("event_shares_once").on(table.eventId, table.userId),
    uniqueIndex("event_shares_walk_in_once").on(table.eventId, table.walkIn),
    index("event_shares_by_user").on(table.userId, table.id),
    index("event_shares_open")
      .on(table.id)
      .where(sql`${table.status} = 'open' and ${table.amountCents} > 0`),
  ],
);
export type EventCostRow = typeof eventCosts.$inferSelect;
export type EventShareRow = typeof eventShares.$inferSelect;
