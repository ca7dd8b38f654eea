import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** SQL condition: a column holds an email of this person, of the record or of their account. */
export function hasEmailOf(column: PgColumn, userId: string): SQL {
  return sql`${column} = any(array(
    select u.email from users u where u.user_id = ${userId} and u.email <> ''
    union select a.email from accounts a where a.user_id = ${userId}))`;
}
