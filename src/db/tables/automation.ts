import { boolean, date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { AUTOMATIONS } from "#src/shared/automation.ts";

/** Automations that were ever turned on. */
export const automations = pgTable(
  "automations",
  {
    kind: text("kind", { enum: AUTOMATIONS }).primaryKey(),
    isOn: boolean("is_on").notNull(),
    /** Percent, weeks or days, by kind. */
    amount: integer("amount"),
    /** When it was last turned on. Earlier occasions send no mail. */
    onSince: instant("on_since").notNull(),
    /** The day of the last digest. */
    ranOn: date("ran_on", { mode: "string" }),
  },
  (table) => [oneOf("automations_kind", table.kind, AUTOMATIONS)],
);
export type AutomationRow = typeof automations.$inferSelect;

/** Log of everything that automations did. */
export const automationLog = pgTable(
  "automation_log",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    kind: text("kind", { enum: AUTOMATIONS }).notNull(),
    /** Idempotency key of the occasion. Kind and key also make up the mail's key. */
    key: text("key").notNull(),
    /** Null for a mail to an organizer without a person. */
    userId: text("user_id").references(() => users.userId, { onDelete: "cascade", onUpdate: "cascade" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    oneOf("automation_log_kind", table.kind, AUTOMATIONS),
    uniqueIndex("automation_log_once").on(table.kind, table.key),
    index("automation_log_by_user").on(table.userId),
    index("automation_log_by_age").on(table.createdAt),
  ],
);
