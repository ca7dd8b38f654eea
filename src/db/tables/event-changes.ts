import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { eventId } from "#src/db/tables/owners.ts";
import { users } from "#src/db/tables/users.ts";
import { CHANGE_SCOPES } from "#src/shared/states.ts";

/** Changes of published events that wait for an organizer, at most one per event. Not visible to guests. */
export const eventChanges = pgTable(
  "event_changes",
  {
    eventId: eventId().primaryKey(),
    /** The host who proposed it. */
    userId: text("user_id")
      .notNull()
      .references(() => users.userId, { onDelete: "cascade", onUpdate: "cascade" }),
    /** Setting → proposed value. */
    change: jsonb("change").$type<Readonly<Record<string, unknown>>>().notNull(),
    /** `following`: also the later events of the series. */
    scope: text("scope", { enum: CHANGE_SCOPES }).notNull(),
    /** Version of this wording: an organizer decides about the version they read. UUID v7. */
    version: text("version").notNull(),
    proposedAt: instant("proposed_at").notNull(),
    /** When an organizer refused it, and why. Editing it submits it again. */
    refusedAt: instant("refused_at"),
    refusalReason: text("refusal_reason").notNull().default(""),
  },
  (table) => [
    oneOf("event_changes_scope", table.scope, CHANGE_SCOPES),
    index("event_changes_waiting")
      .on(table.proposedAt, table.eventId)
      .where(sql`${table.refusedAt} is null`),
    index("event_changes_by_user").on(table.userId),
    // Uploads that a proposed change needs.
    index("event_changes_by_cover").on(sql`(${table.change} ->> 'imgKey')`),
  ],
);
export type EventChangeRow = typeof eventChanges.$inferSelect;
