import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** What organizers set in the console. What is not here is as the environment says, or its default. */
export const groupSettings = pgTable("group_settings", {
  /** A name of `shared/group-settings.ts`; a later release may know more. */
  name: text("name").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  changedAt: instant("changed_at").notNull(),
});
