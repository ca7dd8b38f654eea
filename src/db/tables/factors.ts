import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";

const owner = () =>
  text("sub")
    .notNull()
    .references(() => accounts.sub, { onDelete: "cascade" });

/** A passkey's public key; the private key never leaves the device. Nothing here is secret. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** WebAuthn's credential id, base64url. */
    id: text("id").primaryKey(),
    sub: owner(),
    /** The owner's name for it. */
    name: text("name").notNull(),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's signature counter; always 0 for synced passkeys. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** Transport hints for the browser: internal, usb, nfc, ble, hybrid. */
    transports: text("transports").array().notNull(),
    /** Synced between its owner's devices. */
    isBackedUp: boolean("is_backed_up").notNull(),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("passkeys_by_sub").on(table.sub, table.createdAt)],
);

/** The secret shared with an authenticator app. An account has at most one confirmed and one waiting for its first code. */
export const totpSecrets = pgTable(
  "totp_secrets",
  {
    id: text("id").primaryKey(),
    sub: owner(),
    /** Encrypted with a key that is not in the database (`ports/secrets`). */
    sealedSecret: text("sealed_secret").notNull(),
    /** Null until the first code proved that the app has the secret. */
    confirmedAt: instant("confirmed_at"),
    /** The newest accepted 30-second step; codes of that step or earlier are rejected. */
    lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("totp_secrets_by_sub").on(table.sub),
    uniqueIndex("totp_secrets_confirmed")
      .on(table.sub)
      .where(sql`${table.confirmedAt} is not null`),
    uniqueIndex("totp_secrets_waiting")
      .on(table.sub)
      .where(sql`${table.confirmedAt} is null`),
  ],
);

/** Recovery codes. Only hashes: 80 random bits each, so no salt or stretching. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    sub: owner(),
    /** SHA-256, base64url. */
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [primaryKey({ columns: [table.sub, table.codeHash] })],
);

export const CHALLENGE_PURPOSES = ["add", "sign_in", "second_factor", "proof"] as const;

/** A pending WebAuthn challenge. The first response deletes it, right or wrong. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** SHA-256 of the challenge, base64url. */
    id: text("id").primaryKey(),
    purpose: text("purpose", { enum: CHALLENGE_PURPOSES }).notNull(),
    /** Null for a sign-in by passkey alone: the response identifies the account. */
    sub: text("sub").references(() => accounts.sub, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("passkey_challenges_by_sub").on(table.sub),
    index("passkey_challenges_by_expiry").on(table.expiresAt),
    oneOf("passkey_challenges_purpose", table.purpose, CHALLENGE_PURPOSES),
  ],
);

export type PasskeyRow = typeof passkeys.$inferSelect;
export type TotpSecretRow = typeof totpSecrets.$inferSelect;
