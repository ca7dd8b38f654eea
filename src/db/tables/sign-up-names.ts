import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** Names and consent of a sign-up, until its account is tied to a person. Deleted then; unconfirmed, after a day. */
export const signUpNames = pgTable(
  "sign_up_names",
  {
    /** The sign-up's id at the user pool. */
    signUpId: text("sign_up_id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    /** The version of the terms they accepted, confirming that they are 18 or older. Null: not asked. */
    termsVersion: text("terms_version"),
    termsAgreedAt: instant("terms_agreed_at"),
    /** Null until the mailed code proves the address; until then anyone may have typed it. */
    confirmedAt: instant("confirmed_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("sign_up_names_by_email").on(table.email), index("sign_up_names_by_age").on(table.createdAt)],
);
