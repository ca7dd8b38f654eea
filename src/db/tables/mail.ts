import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { MAIL_STATUSES } from "#src/shared/states.ts";

/** The outbox. A mail is queued in the transaction that causes it, and rendered from current data when it is sent. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: text("id").primaryKey(),
    /** Unique key of the occasion: a second mail with the same key is not queued. */
    key: text("key").notNull().unique(),
    /** The renderer's name. */
    kind: text("kind").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    /** Input of the renderer. */
    data: jsonb("data").notNull(),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** While queued: not before this. While sending: when the lease expires. */
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    doneAt: instant("done_at"),
    /** When its notification was sent; the mail follows unless that is opened. */
    pushedAt: instant("pushed_at"),
  },
  (table) => [
    oneOf("mail_outbox_status", table.status, MAIL_STATUSES),
    index("mail_outbox_waiting")
      .on(table.dueAt)
      .where(sql`${table.status} = 'waiting'`),
    index("mail_outbox_by_email").on(table.email),
    index("mail_outbox_by_person").on(sql`(${table.data} ->> 'userId')`),
    index("mail_outbox_by_status").on(table.status, table.id),
  ],
);

/** Mail preferences of an address. Without a row everything is sent. Codes and payment receipts ignore it. */
export const mailPreferences = pgTable(
  "mail_preferences",
  {
    /** Lower case. */
    email: text("email").primaryKey(),
    /** Identifies the address in unsubscribe links. */
    token: text("token").notNull().unique(),
    /** When the address unsubscribed from everything. */
    unsubscribedAt: instant("unsubscribed_at"),
    reminders: boolean("reminders").notNull().default(true),
    /** RSVP confirmations and free places. */
    rsvps: boolean("rsvps").notNull().default(true),
    /** Changes and cancellations of the reader's events. */
    eventChanges: boolean("event_changes").notNull().default(true),
    /** Messages from the hosts of the reader's events. */
    hostMessages: boolean("host_messages").notNull().default(true),
    /** New RSVPs to events that the reader hosts. */
    newGuests: boolean("new_guests").notNull().default(true),
    /** When a preference changed or a mail with the link was sent, accurate to a month. */
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    // `mail_inbox` is in the migrations: the address without its +tag, and at Gmail without dots.
    index("mail_preferences_unsubscribed_inbox")
      .on(sql`mail_inbox(${table.email})`)
      .where(sql`${table.unsubscribedAt} is not null`),
  ],
);
