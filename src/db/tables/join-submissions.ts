import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";

/** One row per run of the join wizard: a draft until `completed_at`, then the final submission. */
export const joinSubmissions = pgTable(
  "join_submissions",
  {
    /** Made by the browser: the idempotency key. */
    submissionId: uuid("submission_id").primaryKey(),
    /** The last submitted data, as `features/join/schema.ts` reads it. */
    data: jsonb("data").notNull(),
    completedAt: instant("completed_at"),
    /** The person that the completed submission created or updated. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** The person it created. No foreign key: a merge must not move it to another person. */
    madeUserId: text("made_user_id"),
    /** The version of the terms they accepted, confirming that they are 18 or older. Null: not asked. */
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
    // Deletions find forms by email with this expression.
    index("join_submissions_by_email").on(sql`lower(trim(${table.data} ->> 'email'))`),
  ],
);
