import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getTableColumns, is, sql } from "drizzle-orm";
import { getTableConfig, PgArray, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/connect.server.ts";
import * as schema from "#src/db/schema.ts";
import { COLUMNS, type ColumnClass } from "#src/features/privacy/queries/columns.server.ts";

export const FIRST = "Zeldaplant";
export const LAST = "Quillplant";
export const NICK = "Zquilplant";
export const EMAIL = "zelda.quillplant@example.com";
export const PHONE = "9045557788";
/** The key of the one picture that the person added. */
export const PIXEL_KEY = `up-${"0".repeat(32)}-1x1-ffffff`;

/** A word that stands nowhere else, so that finding it says where something of the person was left. */
export const word = (what: string) => `plant-${what}`;

const PATTERN = "plant|9045557788|904.?.?555.?7788|9045550188";

/** Where planted words stand: "table.column", of every schema of the database. */
export async function columnsWithPlants(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ schema: string; table: string; column: string }>(sql`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_name <> 'change_log' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`);
  const found: string[] = [];
  for (const { schema: of, table, column } of rows) {
    const { rows: hits } = await db.execute(sql`select from ${sql.identifier(of)}.${sql.identifier(table)} t
      where t.${sql.identifier(column)}::text ~* ${PATTERN} limit 1`);
    if (hits.length > 0) found.push(`${of === "public" ? "" : `${of}.`}${table}.${column}`);
  }
  return found;
}

/** Files under a folder in which planted words stand, also behind quoted-printable. */
export async function filesWithPlants(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of names.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    const text = (await readFile(path, "latin1")).replaceAll("=\r\n", "");
    if (new RegExp(PATTERN, "i").test(`${file.name}\n${text}`)) found.push(path);
  }
  return found;
}

/** "table.column" of every column of these classes, by the names that the database has. */
export function columnsOfClass(...classes: readonly ColumnClass[]): string[] {
  const tables = Object.entries<unknown>(schema).flatMap(([key, table]) =>
    is(table, PgTable) ? [{ key, table }] : [],
  );
  const classesOf: Readonly<Record<string, Readonly<Record<string, ColumnClass>>>> = COLUMNS;
  return tables
    .flatMap(({ key, table }) =>
      Object.entries(getTableColumns(table)).flatMap(([property, column]) => {
        const kind = classesOf[key]?.[property];
        return kind !== undefined && classes.includes(kind) ? [`${getTableConfig(table).name}.${column.name}`] : [];
      }),
    )
    .toSorted();
}

type Column = ReturnType<typeof getTableConfig>["columns"][number];

/** A column, or the elements of an array, of a closed list. */
function isClosed(column: Column): boolean {
  const element = is(column, PgArray) ? column.baseColumn : column;
  return (element.enumValues?.length ?? 0) > 0;
}

/** "table.column" of every column that holds one of a closed list of words. */
export function enumColumns(): string[] {
  return Object.values<unknown>(schema).flatMap((table) =>
    is(table, PgTable)
      ? getTableConfig(table)
          .columns.filter((column) => isClosed(column))
          .map(({ name }) => `${getTableConfig(table).name}.${name}`)
      : [],
  );
}
