import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { eventId, userId } from "#src/db/tables/owners.ts";
import { users } from "#src/db/tables/users.ts";
import { PRESENCES } from "#src/shared/states.ts";

/** Who came to an event: one row per person or walk-in that was ever marked at the door. */
export const eventAttendance = pgTable(
  "event_attendance",
  {
    eventId: eventId(),
    /** For a walk-in, the id that the phone made; otherwise made by the server. */
    id: text("id").notNull(),
    /** Null for a walk-in. */
    userId: text("user_id").references(() => users.userId, { onDelete: "cascade" }),
    /** A walk-in's name; empty for a person, whose name is in `users`. */
    name: text("name").notNull().default(""),
    presence: text("presence", { enum: PRESENCES }).notNull(),
    /** How many people they brought along. */
    guests: smallint("guests").notNull().default(0),
    /** Self check-in with the QR code. */
    isSelf: boolean("is_self").notNull().default(false),
    markedAt: instant("marked_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.id] }),
    oneOf("event_attendance_presence", table.presence, PRESENCES),
    uniqueIndex("event_attendance_once").on(table.eventId, table.userId),
    index("event_attendance_by_user").on(table.userId),
    // Text that a deletion searches for names.
    index("event_attendance_by_name").using("gin", sql`${table.name} gin_trgm_ops`),
  ],
);

/** Ids of applied marks, made by the phones, so that a resent mark changes nothing. */
export const attendanceMarks = pgTable(
  "attendance_marks",
  { eventId: eventId(), id: text("id").notNull(), markedAt: instant("marked_at").notNull() },
  (table) => [primaryKey({ columns: [table.eventId, table.id] })],
);

/** The greeters of an event, who mark attendance. Named by its host or an organizer. */
export const eventGreeters = pgTable(
  "event_greeters",
  {
    eventId: eventId(),
    userId: userId(),
    namedAt: instant("named_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.userId] }), index("event_greeters_by_user").on(table.userId)],
);

/** The co-hosts of an event, named by its host or an organizer. */
export const eventCoHosts = pgTable(
  "event_co_hosts",
  {
    eventId: eventId(),
    userId: userId(),
    namedAt: instant("named_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.userId] }), index("event_co_hosts_by_user").on(table.userId)],
);

export type AttendanceRow = typeof eventAttendance.$inferSelect;
