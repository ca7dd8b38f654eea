import { text } from "drizzle-orm/pg-core";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";

/** The event that a row belongs to. Updates and deletions of the event cascade. */
export const eventId = () =>
  text("event_id")
    .notNull()
    .references(() => socialEvents.id, { onUpdate: "cascade", onDelete: "cascade" });

/** The person that a row belongs to. Deletion of the person cascades. */
export const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.userId, { onDelete: "cascade" });
