import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";

/** One row a run of the join wizard: a draft until `completed_at`, then for ever what the person sent. */
export const joinSubmissions = pgTable(
  "join_submissions",
  {
    /** Made by the browser, so that a retry is the same submission. */
    submissionId: uuid("submission_id").primaryKey(),
    /** What was sent last, as `features/join/schema.ts` reads it. */
    data: jsonb("data").notNull(),
    completedAt: instant("completed_at"),
    /** The person that the completed submission made or updated. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** The person that it made. Not a reference: a merge must not carry it over to another person. */
    madeUserId: text("made_user_id"),
    /** Of the terms that they ticked, saying that they are 18 or older. Null: not asked. */
    termsVersion: text("terms_version"),
    termsAgreedAt: instant("terms_agreed_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("join_submissions_drafts")
      .on(table.updatedAt)
      .where(sql`${table.completedAt} is null`),
    index("join_submissions_by_user").on(table.userId),
    // A deletion looks for forms by their address, in these words.
    index("join_submissions_by_email").on(sql`lower(trim(${table.data} ->> 'email'))`),
  ],
);
