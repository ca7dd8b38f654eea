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
  /** Counts the writes: a phone may write only on the version that it has read. */
  version: integer("version").notNull().default(0),
  /** A `Board` of `features/events/courts/schema.ts`. */
  board: jsonb("board").$type<unknown>().notNull(),
  /** The secret of the link by which players follow; null without one. */
  followToken: text("follow_token").unique(),
  updatedAt: instant("updated_at").notNull(),
});

/**
 * Whom a player on a board is, from their first round on, so that results stay with the person through a merge. A deletion
 * leaves the row without the person.
 */
export const courtPlayers = pgTable(
  "court_players",
  {
    eventId: eventId(),
    player: text("player").notNull(),
    /** Null for a walk-in and a former member. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** Their level before the event, which all of its results are counted with. */
    level: doublePrecision("level").notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.player] }), index("court_players_by_user").on(table.userId)],
);

/** Games with a score, a row for each player. Written from the board, with every change of its scores. */
export const courtResults = pgTable(
  "court_results",
  {
    /** Follows `court_players`. */
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
    /** What is wrong with the score in the words of its player, for the hosts. It goes when the result changes. */
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

/** Accounts that stay off the ladder. */
export const ladderAbsences = pgTable("ladder_absences", {
  sub: text("sub")
    .primaryKey()
    .references(() => accounts.sub, { onDelete: "cascade" }),
  since: instant("since").notNull(),
});
