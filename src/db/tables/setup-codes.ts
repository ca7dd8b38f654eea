import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#src/db/instant.ts";

/** The code of the first-run page. The row exists from a production start without an organizer until one is made. */
export const setupCodes = pgTable("setup_codes", {
  /** SHA-256, hexadecimal. The code itself is only in the terminal. */
  codeHash: text("code_hash").primaryKey(),
  madeAt: instant("made_at").notNull(),
});
