import { text } from "drizzle-orm/pg-core";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";

/** The event that a row belongs to. Follows a new id, and goes with the event. */
export const eventId = () =>
  text("event_id")
    .notNull()
    .references(() => socialEvents.id, { onUpdate: "cascade", onDelete: "cascade" });

/** The person that a row belongs to. Goes with the person. */
export const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.userId, { onDelete: "cascade" });
