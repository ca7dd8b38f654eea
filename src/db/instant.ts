import { type SQL, sql } from "drizzle-orm";
import { timestamp } from "drizzle-orm/pg-core";

/** A timestamptz column; a `Date` in code. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: "date" });
}

/** A timestamptz parameter for hand-written SQL. */
export function moment(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
