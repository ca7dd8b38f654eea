import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The key pairs that sign id tokens (ES256). The newest signs; all verify, so a new key breaks no session. */
export const identityKeys = pgTable("identity_keys", {
  kid: text("kid").primaryKey(),
  privateJwk: jsonb("private_jwk").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});
