import type pg from "pg";
import { MIGRATIONS_SCHEMA } from "#src/db/migrations.server.ts";

/** A table as COPY names it. */
export type CopiedTable = {
  /** Quoted; tables of the site's own schema are unqualified, so that the schema's name may differ elsewhere. */
  readonly name: string;
  /** Quoted, separated by commas; without generated columns. */
  readonly columns: string;
};

/** A sequence's position. */
export type SequenceState = { readonly name: string; readonly value: string; readonly isCalled: boolean };

/** The contents of a saved database, besides its rows. */
export type SchemaFacts = {
  /** SHA-256 of each migration's text, oldest first. */
  readonly migrations: readonly string[];
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly SequenceState[];
};

const NAME = `case when n.nspname = '${MIGRATIONS_SCHEMA}' then 'drizzle.' else '' end || quote_ident(c.relname)`;
const OURS = `n.nspname in (current_schema(), '${MIGRATIONS_SCHEMA}')`;
const NOT_OF_AN_EXTENSION =
  "not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')";

/** Every table of the site, in a stable order. */
export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select ${NAME} as name, (
      select string_agg(quote_ident(attname), ', ' order by attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${OURS} and ${NOT_OF_AN_EXTENSION}
    order by n.nspname = '${MIGRATIONS_SCHEMA}', c.relname`);
  return rows;
}

export async function listSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(`
    select ${NAME} as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${OURS} and ${NOT_OF_AN_EXTENSION} order by 1`);
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<Omit<SequenceState, "name">>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    for (const state of found) states.push({ name, ...state });
  }
  return states;
}

/** Whether the database contains any objects other than those of extensions. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and ${NOT_OF_AN_EXTENSION} limit 1`);
  return rowCount === 0;
}
