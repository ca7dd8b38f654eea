import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { USER_ROLES, USER_SEXES, USER_STATUSES } from "#src/shared/states.ts";

export type FormerNames = readonly {
  readonly firstName: string;
  readonly lastName: string;
  readonly nickname: string;
}[];

/**
 * The people of the group. A person may have two records until an organizer merges them, so neither email nor phone is
 * unique; the commands that write prevent duplicates under a lock.
 */
export const users = pgTable(
  "users",
  {
    /** UUID v7: newest last. */
    userId: text("user_id").primaryKey(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    nickname: text("nickname").notNull().default(""),
    /** Former names, maintained by a trigger, so that a deletion can find them in free text. */
    formerNames: jsonb("former_names").$type<FormerNames>().notNull().default([]),
    /** "Zelda Quill": the name at the time of approval, maintained by a trigger. Empty until then. */
    approvedName: text("approved_name").notNull().default(""),
    /** Lower case. */
    email: text("email").notNull().default(""),
    /** Digits only. */
    phone: text("phone").notNull().default(""),
    zphone2: text("zphone2").notNull().default(""),
    zsex: text("zsex", { enum: USER_SEXES }).notNull().default(""),
    /** In years, as entered. */
    age: smallint("age"),
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
    role: text("role", { enum: USER_ROLES }).notNull().default("user"),
    /** `applied` until an organizer approves the person. */
    status: text("status", { enum: USER_STATUSES }).notNull().default("applied"),
    /**
     * Stored search text: folding names at query time is too slow. `fold_name` (in the migrations) lowercases and
     * removes accents and punctuation.
     */
    searchWords: text("search_words").generatedAlwaysAs(
      sql`' ' || fold_name(first_name || ' ' || last_name || ' ' || nickname || ' ' || email || ' ' || phone)`,
    ),
    dateAdded: instant("date_added").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    oneOf("users_zsex", table.zsex, USER_SEXES),
    oneOf("users_role", table.role, USER_ROLES),
    oneOf("users_status", table.status, USER_STATUSES),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    check("users_phone_digits", sql`${table.phone} ~ '^[0-9]*$'`),
    index("users_by_email")
      .on(table.email)
      .where(sql`${table.email} <> ''`),
    index("users_by_phone")
      .on(table.phone)
      .where(sql`${table.phone} <> ''`),
    index("users_by_zphone2")
      .on(table.zphone2)
      .where(sql`${table.zphone2} <> ''`),
    index("users_by_groupme_user_id")
      .on(table.groupMeUserId)
      .where(sql`${table.groupMeUserId} <> ''`),
    index("users_by_date_added").on(table.dateAdded),
    // Queries must use the same expression.
    index("users_by_whole_name").using(
      "btree",
      sql`fold_name(${table.firstName} || ' ' || ${table.lastName}) text_pattern_ops`,
    ),
    index("users_by_whole_nickname")
      .using("btree", sql`fold_name(${table.nickname}) text_pattern_ops`)
      .where(sql`${table.nickname} <> ''`),
    // Fuzzy name matching: same surname and usually the same initial; or same first name, and a similar start (of the
    // whole name) or end of the surname.
    index("users_by_last_word").on(
      sql`split_part(fold_name(${table.firstName} || ' ' || ${table.lastName}), ' ', -1)`,
      sql`left(fold_name(${table.firstName} || ' ' || ${table.lastName}), 1)`,
    ),
    index("users_by_first_word").on(
      sql`split_part(fold_name(${table.firstName} || ' ' || ${table.lastName}), ' ', 1)`,
      sql`right(fold_name(${table.firstName} || ' ' || ${table.lastName}), 3)`,
    ),
    // `mail_inbox` is in the migrations.
    index("users_by_inbox")
      .on(sql`mail_inbox(${table.email})`)
      .where(sql`${table.email} <> ''`),
    index("users_by_search_words").using("gin", sql`${table.searchWords} gin_trgm_ops`),
    // The user manager's filters and order.
    index("users_by_sex").on(table.zsex, table.userId),
    index("users_without_groupme_user_id")
      .on(table.userId)
      .where(sql`${table.groupMeUserId} = ''`),
  ],
);

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
