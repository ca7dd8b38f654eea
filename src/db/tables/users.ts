import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * The people of the group. The same person may stand here twice until an admin merges the records, so neither
 * e-mail nor phone is unique; what may not double is decided by the commands that write, under a lock.
 */
export const users = pgTable(
  "users",
  {
    /** UUID v7: newest last. */
    userId: text("user_id").primaryKey(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    nickname: text("nickname").notNull().default(""),
    /** Lower case. */
    email: text("email").notNull().default(""),
    /** Digits only. */
    phone: text("phone").notNull().default(""),
    zphone2: text("zphone2").notNull().default(""),
    zsex: text("zsex", { enum: ["male", "female", ""] })
      .notNull()
      .default(""),
    shirtsize: text("shirtsize").notNull().default(""),
    groupMeUserId: text("groupme_user_id").notNull().default(""),
    referredBy: text("referred_by").notNull().default(""),
    reInterestedInEvents: text("re_interested_in_events")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** socialEventIds. */
    selectedEvents: text("selected_events")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    zmessage: text("zmessage").notNull().default(""),
    socials: text("socials").notNull().default(""),
    role: text("role", { enum: ["user", "member", "admin"] })
      .notNull()
      .default("user"),
    /** An applicant becomes approved by an admin. */
    status: text("status", { enum: ["applied", "approved"] })
      .notNull()
      .default("applied"),
    dateAdded: instant("date_added").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    check("users_phone_digits", sql`${table.phone} ~ '^[0-9]*$'`),
    index("users_by_email")
      .on(table.email)
      .where(sql`${table.email} <> ''`),
    index("users_by_phone")
      .on(table.phone)
      .where(sql`${table.phone} <> ''`),
  ],
);

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
