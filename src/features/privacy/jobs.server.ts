import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type { App } from "#src/context/app.ts";
import * as schema from "#src/db/schema.ts";
import { RETENTION } from "#src/features/privacy/rules.ts";

const BATCH = 1000;
/** Bounds one run; the rest follows the next day. */
const MOST_BATCHES = 100;

type Rule = NonNullable<(typeof RETENTION)[keyof typeof RETENTION]["ends"]>[number];

/** Applies one retention rule, in batches that hold no lock for long. Returns the number of rows. */
async function carryOut(app: App, table: string, { column, days, where, clear }: Rule): Promise<number> {
  const name = sql.identifier(table);
  const ended = sql`select ctid from ${name} t
    where t.${sql.identifier(column)} < ${app.clock.now().toISOString()}::timestamptz - interval '1 day' * ${days}::int
      ${where === undefined ? sql`` : sql`and (${sql.raw(where)})`}
    limit ${BATCH} for update skip locked`;
  const cleared = sql.join(
    (clear ?? []).map((each) => sql`${sql.identifier(each)} = null`),
    sql`, `,
  );
  const statement = clear
    ? sql`update ${name} set ${cleared} where ctid = any(array(${ended}))`
    : sql`delete from ${name} where ctid = any(array(${ended}))`;
  let count = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { rowCount } = await app.db.execute(statement);
    count += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) break;
  }
  return count;
}

/** Applies the retention rules of every table. Safe to run at any time. Returns the number of rows. */
export async function keepRetention(app: App): Promise<number> {
  let count = 0;
  const rules: Readonly<Record<string, (typeof RETENTION)[keyof typeof RETENTION]>> = RETENTION;
  for (const [key, table] of Object.entries<unknown>(schema))
    if (is(table, PgTable))
      for (const rule of rules[key]?.ends ?? []) count += await carryOut(app, getTableName(table), rule);
  return count;
}
