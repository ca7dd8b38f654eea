import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";

const owner = () =>
  text("sub")
    .notNull()
    .references(() => accounts.sub, { onDelete: "cascade" });

/** A passkey: the public half of a key pair whose private half never leaves its device. Nothing here is a secret. */
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
    /** Signatures so far by the device's count; always 0 for passkeys that sync between devices. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** Hints for the browser about how to reach it: internal, usb, nfc, ble, hybrid. */
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
    /** The newest 30-second step whose code was accepted: codes of it and of earlier steps are refused. */
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

/** Codes on paper for the day when every device is lost. Only hashes: 80 random bits each, so no salt or stretching. */
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

/** A WebAuthn challenge that a browser still has to answer. The first answer deletes it, right or wrong. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** SHA-256 of the challenge, base64url. */
    id: text("id").primaryKey(),
    purpose: text("purpose", { enum: CHALLENGE_PURPOSES }).notNull(),
    /** Null for a sign-in by passkey alone: the answer tells whose it is. */
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
