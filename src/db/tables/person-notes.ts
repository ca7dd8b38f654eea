import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { userId } from "#src/db/tables/owners.ts";

/** What organizers wrote down about a person. Added and deleted, never edited. */
export const personNotes = pgTable(
  "person_notes",
  {
    /** A UUID v7 made by the browser, so that sending a note twice adds one. */
    id: text("id").primaryKey(),
    userId: userId(),
    text: text("text").notNull(),
    /** Null after the author's deletion. */
    authorSub: text("author_sub").references(() => accounts.sub, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("person_notes_by_user").on(table.userId, table.createdAt, table.id),
    index("person_notes_by_author").on(table.authorSub),
    // Text that a deletion searches for names.
    index("person_notes_by_text").using("gin", sql`${table.text} gin_trgm_ops`),
  ],
);
export type PersonNoteRow = typeof personNotes.$inferSelect;

/** The organizers' tags of people. */
export const personTags = pgTable(
  "person_tags",
  {
    userId: userId(),
    /** Lower case. */
    tag: text("tag").notNull(),
    taggedAt: instant("tagged_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tag] }),
    index("person_tags_by_tag").on(table.tag, table.userId),
  ],
);
