import { and, eq, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "#src/db/schema.ts";
import { users } from "#src/db/tables/users.ts";

export type PersonColumn = {
  readonly table: string;
  readonly column: string;
  /** ON DELETE action when the person is deleted. */
  readonly onDelete: string;
};

function personColumnsOf(table: PgTable): PersonColumn[] {
  const { name, foreignKeys } = getTableConfig(table);
  return foreignKeys
    .map((key) => ({ ...key.reference(), onDelete: key.onDelete ?? "no action" }))
    .filter(({ foreignTable }) => getTableConfig(foreignTable).name === "users")
    .flatMap(({ columns, onDelete }) => columns.map((column) => ({ table: name, column: column.name, onDelete })));
}

/**
 * Every column that references people, by table name. Read from the table definitions, so new tables are covered.
 * Leaves out `person_facts`: every person has a row there, and triggers maintain it.
 */
export const PERSON_COLUMNS: readonly PersonColumn[] = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .filter((table) => table !== schema.personFacts)
  .flatMap(personColumnsOf)
  .toSorted((a, b) => a.table.localeCompare(b.table) || a.column.localeCompare(b.column));

/** SQL condition: nothing references a person, except the named tables. */
export function hasNothing(userId: SQL, except: readonly string[] = []): SQL {
  const references = PERSON_COLUMNS.filter(({ table }) => !except.includes(table));
  return sql.join(
    references.map(
      ({ table, column }) =>
        sql`not exists (select from ${sql.identifier(table)} b where b.${sql.identifier(column)} = ${userId})`,
    ),
    sql` and `,
  );
}

/** SQL condition: a person is only an applicant: not approved, in no chat, and referenced by join forms only. */
export function isOnlyApplicant(): SQL | undefined {
  return and(
    eq(users.status, "applied"),
    eq(users.groupMeUserId, ""),
    hasNothing(sql`${users.userId}`, ["join_submissions", "join_proposals"]),
  );
}
