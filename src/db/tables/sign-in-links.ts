import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";

/** A mailed sign-in link. Only hashes are stored: reading this table signs nobody in. */
export const signInLinks = pgTable(
  "sign_in_links",
  {
    /** SHA-256 of the link's secret, base64url. */
    tokenHash: text("token_hash").primaryKey(),
    /** SHA-256 of the requesting browser's cookie. */
    browserHash: text("browser_hash").notNull(),
    /** SHA-256 of the number shown in that browser, for links opened in another one. */
    numberHash: text("number_hash").notNull(),
    /** Lower case; may belong to no account. */
    email: text("email").notNull(),
    wrongTries: integer("wrong_tries").notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sign_in_links_by_email").on(table.email), index("sign_in_links_by_expiry").on(table.expiresAt)],
);

/** A requested change of email, until its code proves it. A new request replaces it. */
export const emailChanges = pgTable(
  "email_changes",
  {
    sub: text("sub")
      .primaryKey()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    /** Lower case. */
    email: text("email").notNull(),
    codeHash: text("code_hash").notNull(),
    wrongTries: integer("wrong_tries").notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("email_changes_by_expiry").on(table.expiresAt)],
);

/** Links to accounts at the OpenID Connect provider. */
export const openIdAccounts = pgTable(
  "openid_accounts",
  {
    issuer: text("issuer").notNull(),
    /** The provider's permanent subject id. */
    subject: text("subject").notNull(),
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex("openid_accounts_by_sub").on(table.sub, table.issuer),
  ],
);
