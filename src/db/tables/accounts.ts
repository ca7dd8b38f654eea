import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { eachOneOf, oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { GRANTED_ROLES } from "#src/shared/roles.ts";
import { PROOFS } from "#src/shared/security.ts";

/**
 * Sign-ups of any identity provider. Gates read groups and person from here on each call, so that changes and deletions
 * apply at once, not when a token expires.
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
    /** The person proven by the account's verified email. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** The version of the terms they accepted, confirming that they are 18 or older. Null: not asked. */
    termsVersion: text("terms_version"),
    termsAgreedAt: instant("terms_agreed_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    check("accounts_email_lower", sql`${table.email} = lower(${table.email})`),
    uniqueIndex("accounts_by_email").on(table.email),
    index("accounts_by_inbox").on(sql`mail_inbox(${table.email})`),
    // A person has at most one account.
    uniqueIndex("accounts_one_per_person")
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
  ],
);

/** Roles granted in the console besides the organizer's, which is the group Admins. */
export const accountRoles = pgTable(
  "account_roles",
  {
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    role: text("role", { enum: GRANTED_ROLES }).notNull(),
    grantedAt: instant("granted_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sub, table.role] }), oneOf("account_roles_role", table.role, GRANTED_ROLES)],
);

/** Secrets of the built-in user pool, one row per account. Other providers store their own. */
export const credentials = pgTable("credentials", {
  sub: text("sub")
    .primaryKey()
    .references(() => accounts.sub, { onDelete: "cascade" }),
  /** scrypt hash with its parameters and salt. */
  passwordHash: text("password_hash").notNull(),
  /** An administrator requires a password change. */
  mustChangePassword: boolean("must_change_password").notNull().default(false),
});

/**
 * A signed-in browser. Its id tokens carry the row's id (claim `sid`) and end with it. Only hashes of its refresh
 * credential are stored, so reading this table grants no access.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id")
      .primaryKey()
      .default(sql`gen_random_uuid()::text`),
    /** SHA-256 of the current refresh credential, base64url. */
    tokenHash: text("token_hash").notNull().unique(),
    /** SHA-256 of the half shared by every credential of this session. Null in rows of an earlier release. */
    familyHash: text("family_hash").unique(),
    /** Derives the next credential from the current one; the same for two tabs that refresh at once. */
    rotationKey: text("rotation_key").notNull().default(""),
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    /** An external pool's refresh token, encrypted with the browser's secret. */
    poolToken: text("pool_token"),
    /** Lease of the request that is renewing that token; other requests do not wait for it. */
    poolAskedAt: instant("pool_asked_at"),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at").notNull(),
    /** Absolute expiry; never extended. */
    expiresAt: instant("expires_at").notNull(),
    /** When the person last proved their identity: at sign-in or freshly since. */
    provedAt: instant("proved_at").notNull().defaultNow(),
    /** The proofs given in this session. */
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

/** Refresh credentials replaced moments ago: a second tab may still send one. */
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

/** A sign-in that passed the first factor and still needs the second. */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    /** SHA-256 of the ticket that the browser sends back, base64url. */
    tokenHash: text("token_hash").primaryKey(),
    sub: text("sub")
      .notNull()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    provedWith: text("proved_with", { enum: PROOFS }).array().notNull(),
    /** As in a session, encrypted with the ticket. */
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

/** A mailed code. A sign-up waits here with its password hash until the code proves the address. */
export const identityCodes = pgTable(
  "identity_codes",
  {
    id: text("id").primaryKey(),
    purpose: text("purpose", { enum: CODE_PURPOSES }).notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    codeHash: text("code_hash").notNull(),
    /** For a sign-up: the password hash. */
    passwordHash: text("password_hash"),
    /** For a reset: the requester's rate limit key. Guesses from elsewhere do not count against the code. */
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

/** Accounts deleted here that may still exist in an external pool. */
export const poolDeletions = pgTable("pool_deletions", {
  sub: text("sub").primaryKey(),
  requestedAt: instant("requested_at").notNull(),
});
