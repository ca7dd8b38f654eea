import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

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
  ],
);
