import { timestamp } from "drizzle-orm/pg-core";

/** A column that holds a moment, as UTC; a `Date` in the code. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: "date" });
}
