import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { eventId } from "#src/db/tables/owners.ts";

/** The court board of an event. Players are ids of `event_attendance`, so the board itself holds no name. */
export const courtBoards = pgTable("court_boards", {
  eventId: eventId().primaryKey(),
  /** Counts the writes: a phone may write only on the version that it has read. */
  version: integer("version").notNull().default(0),
  /** A `Board` of `features/events/courts/schema.ts`. */
  board: jsonb("board").$type<unknown>().notNull(),
  /** The secret of the link by which players follow; null without one. */
  followToken: text("follow_token").unique(),
  updatedAt: instant("updated_at").notNull(),
});
