import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { mailOutbox } from "#src/db/tables/mail.ts";
import type { RichText } from "#src/shared/rich-text.ts";
import type { Segment } from "#src/shared/segments.ts";
import { ANNOUNCEMENT_STATUSES } from "#src/shared/states.ts";

/** Mails to a segment of the group. Written once, never edited. */
export const announcements = pgTable(
  "announcements",
  {
    /** A UUID that the browser makes, so that sending a form twice sends one announcement. */
    id: text("id").primaryKey(),
    /** Null after the author's deletion. */
    authorSub: text("author_sub").references(() => accounts.sub, { onDelete: "set null" }),
    subject: text("subject").notNull(),
    body: jsonb("body").$type<RichText>().notNull(),
    segment: jsonb("segment").$type<Segment>().notNull(),
    status: text("status", { enum: ANNOUNCEMENT_STATUSES }).notNull(),
    /** When to send. The segment is evaluated at this time. */
    sendAt: instant("send_at").notNull(),
    startedAt: instant("started_at"),
    /** How many mails were queued. */
    recipients: integer("recipients").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    oneOf("announcements_status", table.status, ANNOUNCEMENT_STATUSES),
    index("announcements_by_time").on(table.createdAt, table.id),
    index("announcements_by_author").on(table.authorSub),
  ],
);

/** Links outbox mails to their announcement. Deleted with the mails. */
export const announcementMails = pgTable(
  "announcement_mails",
  {
    mailId: text("mail_id")
      .primaryKey()
      .references(() => mailOutbox.id, { onDelete: "cascade" }),
    announcementId: text("announcement_id")
      .notNull()
      .references(() => announcements.id, { onDelete: "cascade" }),
  },
  (table) => [index("announcement_mails_by_announcement").on(table.announcementId, table.mailId)],
);
