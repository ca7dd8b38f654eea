import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** The key pairs that sign id tokens (ES256). The newest that is not retired signs. */
export const identityKeys = pgTable("identity_keys", {
  kid: text("kid").primaryKey(),
  privateJwk: jsonb("private_jwk").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
  /** Of a retired key: when it stops verifying and is deleted. */
  verifiesUntil: instant("verifies_until"),
});
