import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { eachOneOf, oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { PROOFS } from "#src/shared/security.ts";

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
    /** The person that a verified email proved the account's owner to be. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** Of the terms that they ticked, saying that they are 18 or older. Null: not asked. */
    termsVersion: text("terms_version"),
    termsAgreedAt: instant("terms_agreed_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check("accounts_email_lower", sql`${table.email} = lower(${table.email})`),
    uniqueIndex("accounts_by_email").on(table.email),
    // A person has at most one account.
    uniqueIndex("accounts_one_per_person")
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
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
 * A browser that is signed in. Its id tokens name the row (claim `sid`) and end with it. Only hashes of its refresh
 * credential are stored, so reading this table gives no access.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id")
      .primaryKey()
      .default(sql`gen_random_uuid()::text`),
    /** SHA-256 of the refresh credential that is good now, base64url. */
    tokenHash: text("token_hash").notNull().unique(),
    /** SHA-256 of the half that every credential of this session shares. Null in rows that an earlier release made. */
    familyHash: text("family_hash").unique(),
    /** Makes the next credential out of the present one, the same for two tabs that ask at once. */
    rotationKey: text("rotation_key").notNull().default(""),
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    /** Of a pool elsewhere: its own refresh token, sealed with the browser's. */
    poolToken: text("pool_token"),
    /** While one request renews that token at the pool: others go on without asking. */
    poolAskedAt: instant("pool_asked_at"),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at").notNull(),
    /** Never moved: a session ends at the latest then. */
    expiresAt: instant("expires_at").notNull(),
    /** When the person last proved who they are: at sign-in, or freshly since. */
    provedAt: instant("proved_at").notNull().defaultNow(),
    /** What they have proved in this session. */
    provedWith: text("proved_with", { enum: PROOFS })
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** "Chrome on Android"; empty when the browser does not say. */
    device: text("device").notNull().default(""),
    /** The network of the last use, never the whole address: /24 of IPv4, /48 of IPv6. */
    network: text("network").notNull().default(""),
  },
  (table) => [
    eachOneOf("sessions_proofs", table.provedWith, PROOFS),
    index("sessions_by_sub").on(table.sub),
    index("sessions_by_expiry").on(table.expiresAt),
  ],
);

/** Refresh credentials that were replaced a moment ago: a second tab may still be asking with one. */
export const sessionRotations = pgTable(
  "session_rotations",
  {
    tokenHash: text("token_hash").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    replacedAt: instant("replaced_at").notNull(),
  },
  (table) => [index("session_rotations_by_session").on(table.sessionId)],
);

/** A sign-in whose first proof was right and that still owes a second factor. */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    /** SHA-256 of the secret in the browser's cookie, base64url. */
    tokenHash: text("token_hash").primaryKey(),
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    provedWith: text("proved_with", { enum: PROOFS }).array().notNull(),
    /** As in a session, sealed with the cookie's secret. */
    poolToken: text("pool_token"),
    wrongTries: integer("wrong_tries").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    eachOneOf("sign_in_challenges_proofs", table.provedWith, PROOFS),
    index("sign_in_challenges_by_sub").on(table.sub),
    index("sign_in_challenges_by_expiry").on(table.expiresAt),
  ],
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
    /** Of a reset: the address that asked, as limits count it. Guesses from elsewhere do not touch the code. */
    askedFrom: text("asked_from").notNull().default(""),
    wrongTries: integer("wrong_tries").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    oneOf("identity_codes_purpose", table.purpose, CODE_PURPOSES),
    index("identity_codes_by_email").on(table.email, table.purpose),
    index("identity_codes_by_expiry").on(table.expiresAt),
  ],
);

/** Accounts that were deleted here and may still be in a pool elsewhere: they are nobody's. */
export const poolDeletions = pgTable("pool_deletions", {
  sub: text("sub").primaryKey(),
  requestedAt: instant("requested_at").notNull(),
});
