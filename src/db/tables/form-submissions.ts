import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { REPORT_OUTCOMES } from "#src/shared/states.ts";

/** Submissions of the site's smaller forms, as sent. */
export const formSubmissions = pgTable(
  "form_submissions",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    formType: text("form_type").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    data: jsonb("data").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When an organizer marked it done. */
    doneAt: instant("done_at"),
    /** That organizer's email. */
    doneBy: text("done_by"),
    /** Of a report: the organizer who works on it. */
    ownerSub: text("owner_sub").references(() => accounts.sub, { onDelete: "set null" }),
    /** Of a closed report. */
    outcome: text("outcome", { enum: REPORT_OUTCOMES }),
  },
  (table) => [
    index("form_submissions_by_type").on(table.formType, table.id),
    index("form_submissions_by_email").on(table.email),
    index("form_submissions_by_reader")
      .on(table.doneBy)
      .where(sql`${table.doneBy} is not null`),
    index("form_submissions_open")
      .on(table.id)
      .where(sql`${table.doneAt} is null`),
    index("form_submissions_by_owner")
      .on(table.ownerSub)
      .where(sql`${table.ownerSub} is not null`),
    oneOf("form_submissions_outcome", table.outcome, REPORT_OUTCOMES),
  ],
);

/** What organizers noted about a report. Never edited or deleted: it is the record of how it was dealt with. */
export const reportNotes = pgTable(
  "report_notes",
  {
    /** A UUID made by the browser, so that sending a note twice adds one. */
    id: text("id").primaryKey(),
    reportId: text("report_id")
      .notNull()
      .references(() => formSubmissions.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    /** Null after the author's deletion. */
    authorSub: text("author_sub").references(() => accounts.sub, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("report_notes_by_report").on(table.reportId, table.createdAt, table.id),
    index("report_notes_by_author").on(table.authorSub),
    // Text that a deletion searches for names.
    index("report_notes_by_text").using("gin", sql`${table.text} gin_trgm_ops`),
  ],
);
export type FormSubmissionRow = typeof formSubmissions.$inferSelect;
export type ReportNoteRow = typeof reportNotes.$inferSelect;
