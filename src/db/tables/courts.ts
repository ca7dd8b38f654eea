import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { accounts } from "#src/db/tables/accounts.ts";
import { instant } from "#src/db/instant.ts";
import { eventId } from "#src/db/tables/owners.ts";
import { users } from "#src/db/tables/users.ts";

/** The court board of an event. Players are ids of `event_attendance`, so the board itself holds no name. */
export const courtBoards = pgTable("court_boards", {
  eventId: eventId().primaryKey(),
  /** Optimistic lock: a phone may only overwrite the version that it has read. */
  version: integer("version").notNull().default(0),
  /** A `Board` of `features/events/courts/schema.ts`. */
  board: jsonb("board").$type<unknown>().notNull(),
  /** The secret of the players' link; null if there is none. */
  followToken: text("follow_token").unique(),
  updatedAt: instant("updated_at").notNull(),
});

/**
 * Maps the players of a board to people, from their first round on, so that a merge moves results along. Deleting a
 * person sets `user_id` to null.
 */
export const courtPlayers = pgTable(
  "court_players",
  {
    eventId: eventId(),
    player: text("player").notNull(),
    /** Null for a walk-in and a former member. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** Their level before the event, used for all of its results. */
    level: doublePrecision("level").notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.player] }), index("court_players_by_user").on(table.userId)],
);

/** Games with a score, a row for each player. Written from the board, with every change of its scores. */
export const courtResults = pgTable(
  "court_results",
  {
    /** With `player`, references `court_players`. */
    eventId: text("event_id").notNull(),
    player: text("player").notNull(),
    /** The game's id on the board. */
    game: text("game").notNull(),
    /** 0 or 1. */
    side: smallint("side").notNull(),
    points: smallint("points").notNull(),
    /** Points of the other side. */
    against: smallint("against").notNull(),
    endedAt: instant("ended_at").notNull(),
    /** How far the result moved the player's level. */
    change: doublePrecision("change").notNull(),
    /** The player's objection to the score, for the hosts. Cleared when the result changes. */
    doubt: text("doubt"),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.player, table.game] }),
    foreignKey({
      columns: [table.eventId, table.player],
      foreignColumns: [courtPlayers.eventId, courtPlayers.player],
      name: "court_results_player",
    })
      .onUpdate("cascade")
      .onDelete("cascade"),
    check("court_results_side", sql`${table.side} in (0, 1)`),
  ],
);

/** Accounts that opted out of the ladder. */
export const ladderAbsences = pgTable("ladder_absences", {
  sub: text("sub")
    .primaryKey()
    .references(() => accounts.sub, { onDelete: "cascade" }),
  since: instant("since").notNull(),
});
