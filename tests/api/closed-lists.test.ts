import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgArray, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import * as schema from "#src/db/schema.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const closedColumns = Object.values<unknown>(schema).flatMap((table) => {
  if (!is(table, PgTable)) return [];
  return Object.values(getTableColumns(table)).flatMap((column) => {
    const words = is(column, PgArray) ? column.baseColumn.enumValues : column.enumValues;
    return words === undefined ? [] : [{ table: getTableName(table), column: column.name, words: [...words] }];
  });
});

async function openDatabase(): Promise<pg.Client> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.connect();
  return client;
}

test("the database takes no other word than the code's in any column with a closed list", async () => {
  const client = await openDatabase();
  const { rows } = await client.query<{ table: string; column: string; definition: string; isValid: boolean }>(`
    select conrelid::regclass::text as table, attname as column, pg_get_constraintdef(c.oid) as definition,
      convalidated as "isValid"
    from pg_constraint c join pg_attribute on attrelid = conrelid and conkey = array[attnum] where contype = 'c'`);
  const lists = rows.flatMap(({ definition, isValid, ...at }) =>
    // Lists of numbers are ranges.
    /(= ANY|<@).*'/.test(definition)
      ? [{ ...at, isValid, words: [...definition.matchAll(/'([^']*)'/g)].map(([, w]) => w) }]
      : [],
  );
  const order = (a: { table: string; column: string }, b: { table: string; column: string }) =>
    `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`);
  expect(closedColumns.length).toBeGreaterThan(30);
  expect(lists.toSorted(order)).toEqual(closedColumns.map((column) => ({ ...column, isValid: true })).toSorted(order));
  await expect(client.query("insert into users (user_id, status) values ('1', 'maybe')")).rejects.toThrow(
    "users_status",
  );
});

test("an entry of the books corrects one that is there", async () => {
  const client = await openDatabase();
  const add = (id: string, corrects: string) =>
    client.query(
      `insert into payments (id, provider, method, kind, amount_cents, provider_ref, corrects, paid_at, created_at)
       values ($1, 'hand', 'cash', 'correction', -1, $1, $2, now(), now())`,
      [id, corrects],
    );
  await expect(add("1", "nothing")).rejects.toThrow("payments_corrects_payments_id_fk");
});
