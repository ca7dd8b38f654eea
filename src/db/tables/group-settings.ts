import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** Settings changed in the console. A setting without a row comes from the environment or its default. */
export const groupSettings = pgTable("group_settings", {
  /** A name of `shared/group-settings.ts`, or of a later release's. */
  name: text("name").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  changedAt: instant("changed_at").notNull(),
});
