import { index, pgTable, text } from "drizzle-orm/pg-core";
import { accounts, sessions } from "#src/db/tables/accounts.ts";
import { eachOneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { PUSH_KINDS } from "#src/shared/states.ts";

/** The key pair that identifies this site to push services (VAPID, RFC 8292). The oldest row is used. */
export const pushKeys = pgTable("push_keys", {
  publicKey: text("public_key").primaryKey(),
  privateKey: text("private_key").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Browsers that get notifications, as long as they are signed in. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: text("id").primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** The push service's URL for this browser. */
    endpoint: text("endpoint").notNull().unique(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("push_subscriptions_by_session").on(table.sessionId)],
);

/** Notifications that an account turned off. Without a row everything is sent. */
export const pushPreferences = pgTable(
  "push_preferences",
  {
    sub: text("sub")
      .primaryKey()
      .references(() => accounts.sub, { onDelete: "cascade" }),
    mutedKinds: text("muted_kinds", { enum: PUSH_KINDS }).array().notNull(),
    /** Chats of events: Volleyball, Dance… */
    mutedActivities: text("muted_activities").array().notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [eachOneOf("push_preferences_kinds", table.mutedKinds, PUSH_KINDS)],
);
