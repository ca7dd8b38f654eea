import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";

/**
 * Who has signed up, whichever identity provider knows them. Gates read groups and link from here at each call, so
 * that a change of them, or a deletion, counts at once and not when a token runs out.
 */
export const accounts = pgTable(
  "accounts",
  {
    /** The identity provider's id of the account. */
    sub: text("sub").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    emailVerified: boolean("email_verified").notNull().default(false),
    groups: text("groups")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The person of the database that a verified e-mail proved them to be. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** Id tokens issued before this moment are refused: set when every session is ended. */
    tokensValidFrom: instant("tokens_valid_from").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check("accounts_email_lower", sql`${table.email} = lower(${table.email})`),
    uniqueIndex("accounts_by_email").on(table.email),
    index("accounts_by_user").on(table.userId),
  ],
);

/** The built-in user pool's secrets: one row an account. Another provider keeps its own. */
export const credentials = pgTable("credentials", {
  sub: text("sub")
    .primaryKey()
    .references(() => accounts.sub, { onDelete: "cascade" }),
  /** scrypt, with its parameters and salt in the text. */
  passwordHash: text("password_hash").notNull(),
  /** An administrator wants another password before anything else. */
  mustChangePassword: boolean("must_change_password").notNull().default(false),
});

/**
 * A browser that is signed in. Only the hash of its refresh token is kept: who reads this table can use none of it.
 */
export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the refresh token, base64url. */
    tokenHash: text("token_hash").primaryKey(),
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    /** Of a pool elsewhere: its own refresh token, sealed with the browser's. */
    poolToken: text("pool_token"),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sessions_by_sub").on(table.sub), index("sessions_by_expiry").on(table.expiresAt)],
);

export const CODE_PURPOSES = ["sign_up", "reset_password"] as const;

/** A code on its way by mail. A sign-up waits here with its password: only who reads the mail makes it an account. */
export const identityCodes = pgTable(
  "identity_codes",
  {
    id: text("id").primaryKey(),
    purpose: text("purpose", { enum: CODE_PURPOSES }).notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    codeHash: text("code_hash").notNull(),
    /** Of a sign-up: what becomes the password when the code is given. */
    passwordHash: text("password_hash"),
    wrongTries: integer("wrong_tries").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("identity_codes_by_email").on(table.email, table.purpose),
    index("identity_codes_by_expiry").on(table.expiresAt),
  ],
);

/** Accounts that were deleted here and may still be in a pool elsewhere: they are nobody's. */
export const poolDeletions = pgTable("pool_deletions", {
  sub: text("sub").primaryKey(),
  requestedAt: instant("requested_at").notNull(),
});
