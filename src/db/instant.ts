import { timestamp } from "drizzle-orm/pg-core";

/** A timestamptz column; a `Date` in code. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: "date" });
}
