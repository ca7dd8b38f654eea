import { sql } from "drizzle-orm";
import { boolean, date, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";

/**
 * Facts about each person from other tables, one row per person, for filtering and sorting the list of people. Written
 * only by triggers (in the migrations).
 */
export const personFacts = pgTable(
  "person_facts",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.userId, { onDelete: "cascade", onUpdate: "cascade" }),
    /** The end of the last paid or granted period; infinity for a member by group; null if never a member. */
    paidUntil: instant("paid_until"),
    /** When the membership ends, grace included; infinity for a member by group. */
    memberUntil: instant("member_until"),
    /** The day of the last event that they attended. */
    lastAttended: date("last_attended", { mode: "string" }),
    /** The inbox that announcements would go to has unsubscribed. */
    isUnsubscribed: boolean("is_unsubscribed").notNull().default(false),
    /**
     * The verified address for announcements: the first confirmed sign-in email, else the email of an approved person.
     * Null if there is none: a stranger may have typed any other address.
     */
    mailTo: text("mail_to"),
    /** The interests, in lower case. */
    interests: text("interests")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The name that the console shows, else the nickname, else the email, folded for sorting. */
    sortName: text("sort_name").notNull().default(""),
  },
  (table) => [
    // A sort lists people with a value first, then the others by id. Covers all facts, so that filters need only the index.
    index("person_facts_by_paid")
      .on(table.paidUntil, table.userId, table.memberUntil, table.lastAttended, table.isUnsubscribed)
      .where(sql`${table.paidUntil} is not null`),
    index("person_facts_never_paid")
      .on(table.userId)
      .where(sql`${table.paidUntil} is null`),
    index("person_facts_by_attended")
      .on(table.lastAttended, table.userId, table.paidUntil, table.memberUntil, table.isUnsubscribed)
      .where(sql`${table.lastAttended} is not null`),
    index("person_facts_never_attended")
      .on(table.userId)
      .where(sql`${table.lastAttended} is null`),
    index("person_facts_by_name").on(
      sql`${table.sortName} collate "C"`,
      table.userId,
      table.paidUntil,
      table.memberUntil,
      table.lastAttended,
      table.isUnsubscribed,
    ),
    // Counts the audiences of current and lapsed members with index-only scans.
    index("person_facts_by_member_until")
      .on(table.memberUntil, table.mailTo, table.isUnsubscribed)
      .where(sql`${table.memberUntil} is not null`),
    index("person_facts_by_interest").using("gin", table.interests),
    index("person_facts_unsubscribed")
      .on(table.userId)
      .where(sql`${table.isUnsubscribed}`),
  ],
);
