import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { MAIL_STATUSES } from "#src/shared/states.ts";

/**
 * Every mail that the site owes somebody, written in the transaction that is the reason for it. It is composed when it
 * is sent, from what is true then.
 */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: text("id").primaryKey(),
    /** What this mail is about, once: a second one with the same key is not queued. */
    key: text("key").notNull().unique(),
    /** Which renderer composes it. */
    kind: text("kind").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    /** What the renderer needs to know. */
    data: jsonb("data").notNull(),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** While a mail waits: not before this. While one is being sent: when another process may take it over. */
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    doneAt: instant("done_at"),
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

/** What an address wants to be sent. An address without a row wants everything. Codes and payment receipts ignore it. */
export const mailPreferences = pgTable(
  "mail_preferences",
  {
    /** Lower case. */
    email: text("email").primaryKey(),
    /** Stands in unsubscribe links instead of the address. */
    token: text("token").notNull().unique(),
    /** Since when nothing at all is wanted. */
    unsubscribedAt: instant("unsubscribed_at"),
    reminders: boolean("reminders").notNull().default(true),
    /** Your RSVP is confirmed; a place is free. */
    rsvps: boolean("rsvps").notNull().default(true),
    /** An event you go to changes or is canceled. */
    eventChanges: boolean("event_changes").notNull().default(true),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    // `mail_inbox` is in the migrations: the address without its +tag, and at Gmail without dots.
    index("mail_preferences_unsubscribed_inbox")
      .on(sql`mail_inbox(${table.email})`)
      .where(sql`${table.unsubscribedAt} is not null`),
  ],
);
