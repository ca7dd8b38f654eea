import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** What people sent with the site's smaller forms, as they sent it. */
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
  },
  (table) => [index("form_submissions_by_type").on(table.formType, table.id)],
);
