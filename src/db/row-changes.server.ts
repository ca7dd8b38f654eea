import { is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#src/db/connect.server.ts";
import * as schema from "#src/db/schema.ts";

// Records a deletion or merge as row changes and undoes it by reversing them from last to first. Works on tables and
// columns rather than features, so future tables that reference people are covered.

/** A row, or some of its columns, as `to_jsonb` writes it. */
export type Row = Readonly<Record<string, unknown>>;

export type Change =
  | { readonly kind: "removed"; readonly table: string; readonly rows: readonly Row[] }
  | {
      readonly kind: "changed";
      readonly table: string;
      /** Primary keys of the rows after the change. */
      readonly keys: readonly Row[];
      /** The changed columns, the same in every row. */
      readonly before: Row;
      readonly after: Row;
    };

type Reference = {
  readonly columns: readonly string[];
  readonly table: string;
  readonly foreign: readonly string[];
  /** ON DELETE action when the parent is deleted. */
  readonly onDelete: string;
};
type TableFacts = {
  readonly columns: readonly string[];
  /** Generated columns, which an insert must not set. */
  readonly generated: readonly string[];
  readonly key: readonly string[];
  readonly references: readonly Reference[];
};

function factsOf(table: PgTable): TableFacts {
  const { columns, primaryKeys, foreignKeys } = getTableConfig(table);
  const single = columns.filter((column) => column.primary);
  return {
    columns: columns.filter((column) => column.generated === undefined).map((column) => column.name),
    generated: columns.filter((column) => column.generated !== undefined).map((column) => column.name),
    key: (single.length > 0 ? single : primaryKeys.flatMap((key) => key.columns)).map((column) => column.name),
    references: foreignKeys.map((key) => {
      const { columns: own, foreignColumns, foreignTable } = key.reference();
      return {
        columns: own.map((column) => column.name),
        table: getTableConfig(foreignTable).name,
        foreign: foreignColumns.map((column) => column.name),
        onDelete: key.onDelete ?? "no action",
      };
    }),
  };
}

const TABLES: ReadonlyMap<string, TableFacts> = new Map(
  Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map((table) => [getTableConfig(table).name, factsOf(table)]),
);

const name = (identifier: string) => sql.identifier(identifier);
const list = (parts: readonly SQL[], between = sql`, `) => sql.join([...parts], between);

function facts(table: string): TableFacts {
  const found = TABLES.get(table);
  if (!found) throw new Error(`There is no table ${table}.`);
  return found;
}

function keyOf(table: string): SQL {
  return sql`jsonb_build_object(${list(facts(table).key.map((column) => sql`${column}::text, t.${name(column)}`))})`;
}

/** Tables that cascade with an account. */
export const TABLES_OF_ACCOUNTS: readonly string[] = [...TABLES]
  .filter(([, { references }]) =>
    references.some(({ table, onDelete }) => table === "accounts" && onDelete === "cascade"),
  )
  .map(([table]) => table);

/** Deletes rows (`t` in the condition) and records them. */
export async function removeRows(tx: Transaction, table: string, where: SQL): Promise<Change> {
  const { rows } = await tx.execute<{ row: Row }>(
    sql`delete from ${name(table)} t where ${where} returning to_jsonb(t) as row`,
  );
  return { kind: "removed", table, rows: rows.map(({ row }) => row) };
}

function assignments(columns: Row, from: SQL): SQL {
  return list(Object.keys(columns).map((column) => sql`${name(column)} = ${from}.${name(column)}`));
}

/** Sets columns of rows (`t` in the condition) to constant values; `before` is their common value now. */
export async function changeRows(
  tx: Transaction,
  table: string,
  { before, after, where }: { before: Row; after: Row; where: SQL },
): Promise<Change> {
  const { rows } = await tx.execute<{ key: Row }>(sql`
    update ${name(table)} t set ${assignments(after, sql`v`)}
    from jsonb_populate_record(null::${name(table)}, ${JSON.stringify(after)}::jsonb) v
    where ${where} returning ${keyOf(table)} as key`);
  return { kind: "changed", table, keys: rows.map(({ key }) => key), before, after };
}

/**
 * Sets columns of rows (`t` in the condition and in the new values) to values that may differ per row. Skips unchanged
 * rows. Returns one change per distinct pair of old and new values.
 */
export async function rewriteRows(
  tx: Transaction,
  table: string,
  { set, where }: { set: Readonly<Record<string, SQL>>; where: SQL },
): Promise<Change[]> {
  const columns = Object.keys(set);
  const values = (of: string) =>
    sql`jsonb_build_object(${list(columns.map((column) => sql`${column}::text, ${name(of)}.${name(column)}`))})`;
  const { rows } = await tx.execute<{ key: Row; before: Row; after: Row }>(sql`
    update ${name(table)} t set ${list(Object.entries(set).map(([column, value]) => sql`${name(column)} = ${value}`))}
    from ${name(table)} o
    where ${list(
      facts(table).key.map((column) => sql`o.${name(column)} = t.${name(column)}`),
      sql` and `,
    )} and ${where} and (${list(
      Object.entries(set).map(([column, value]) => sql`t.${name(column)} is distinct from ${value}`),
      sql` or `,
    )})
    returning ${keyOf(table)} as key, ${values("o")} as before, ${values("t")} as after`);
  const groups = new Map<string, { before: Row; after: Row; keys: Row[] }>();
  for (const { key, before, after } of rows) {
    const group = groups.get(JSON.stringify([before, after]));
    if (group) group.keys.push(key);
    else groups.set(JSON.stringify([before, after]), { before, after, keys: [key] });
  }
  return [...groups.values()].map((group) => ({ kind: "changed", table, ...group }));
}

/** Selects whole rows (`t` in the condition) and their keys. */
export async function readRows(tx: Transaction, table: string, where: SQL): Promise<{ row: Row; key: Row }[]> {
  const { rows } = await tx.execute<{ row: Row; key: Row }>(
    sql`select to_jsonb(t) - ${sql.param([...facts(table).generated])}::text[] as row, ${keyOf(table)} as key from ${name(table)} t where ${where} order by 2`,
  );
  return rows;
}

/** SQL condition: `t` has this primary key. */
export function hasKey(table: string, key: Row): SQL {
  return list(
    facts(table).key.map(
      (column) =>
        sql`t.${name(column)} = (jsonb_populate_record(null::${name(table)}, ${JSON.stringify(key)}::jsonb)).${name(column)}`,
    ),
    sql` and `,
  );
}

/** The table's current columns that a stored row has: newer ones get their default, removed ones are skipped. */
function knownColumns(table: string, kept: Row): string[] {
  return facts(table).columns.filter((column) => Object.hasOwn(kept, column));
}

/** Only the columns that differ. */
function difference(before: Row, after: Row): { before: Row; after: Row } {
  const columns = Object.keys(after).filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  const only = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]));
  return { before: only(before), after: only(after) };
}

/** Updates one row and records the difference. */
export async function noting(
  tx: Transaction,
  table: string,
  where: SQL,
  write: () => Promise<unknown>,
): Promise<Change> {
  const [before] = await readRows(tx, table, where);
  await write();
  const [after] = await readRows(tx, table, where);
  const keys = after ? [after.key] : [];
  return { kind: "changed", table, keys, ...difference(before?.row ?? {}, after?.row ?? {}) };
}

/** Restores deleted rows, except those whose parent is gone or whose unique key is taken. */
async function restoreRows(tx: Transaction, table: string, rows: readonly [Row, ...Row[]]): Promise<void> {
  const columns = knownColumns(table, rows[0]);
  const kept = facts(table).references.filter((reference) => reference.columns.every((each) => columns.includes(each)));
  const parents = kept.map(
    (reference) =>
      sql`(${list(
        reference.columns.map((column) => sql`r.${name(column)} is null`),
        sql` or `,
      )} or exists (select from ${name(reference.table)} p where ${list(
        reference.columns.map((column, index) => sql`p.${name(reference.foreign[index] ?? "")} = r.${name(column)}`),
        sql` and `,
      )}))`,
  );
  await tx.execute(sql`
    insert into ${name(table)} (${list(columns.map((column) => sql`${name(column)}`))})
    select ${list(columns.map((column) => sql`r.${name(column)}`))}
    from jsonb_populate_recordset(null::${name(table)}, ${JSON.stringify(rows)}::jsonb) r
    where ${list([sql`true`, ...parents], sql` and `)}
    on conflict do nothing`);
}

/** Restores earlier column values, except those changed since. */
async function revertRows(
  tx: Transaction,
  { table, keys, before, after }: Change & { kind: "changed" },
): Promise<void> {
  const columns = knownColumns(table, after);
  if (columns.length === 0 || !facts(table).key.every((column) => keys.every((key) => Object.hasOwn(key, column))))
    return;
  const reverted = columns.map(
    (column) => sql`${name(column)} = case when t.${name(column)} is not distinct from a.${name(column)}
      then b.${name(column)} else t.${name(column)} end`,
  );
  await tx.execute(sql`
    update ${name(table)} t set ${list(reverted)}
    from jsonb_populate_recordset(null::${name(table)}, ${JSON.stringify(keys)}::jsonb) k,
      jsonb_populate_record(null::${name(table)}, ${JSON.stringify(before)}::jsonb) b,
      jsonb_populate_record(null::${name(table)}, ${JSON.stringify(after)}::jsonb) a
    where ${list(
      facts(table).key.map((column) => sql`t.${name(column)} = k.${name(column)}`),
      sql` and `,
    )}`);
}

/** Undoes one change. Later changes stay; a table removed by an upgrade is skipped. */
export async function undoChange(tx: Transaction, change: Change): Promise<void> {
  if (!TABLES.has(change.table)) return;
  if (change.kind === "removed") {
    const [first, ...rest] = change.rows;
    if (first) await restoreRows(tx, change.table, [first, ...rest]);
  } else if (change.keys.length > 0) await revertRows(tx, change);
}

/** Whether a change had any effect; others need not be stored. */
export function isReal(change: Change): boolean {
  return change.kind === "removed" ? change.rows.length > 0 : change.keys.length > 0;
}
