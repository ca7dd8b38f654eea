import { type SQL, sql } from "drizzle-orm";
import { hasDemoTown, recognizeDemoTown } from "#seeds/demo-rows.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { fillPlaces, recountEvents } from "#src/features/events/rsvps/commands/locked-people.server.ts";

/** Rows by table. */
type Counts = ReadonlyMap<string, number>;

export type Cleared =
  | { readonly kind: "no_town" }
  /** Nothing was removed: these rows are of real people and hang on the town. */
  | { readonly kind: "needs_confirmation"; readonly real: Counts }
  | { readonly kind: "cleared"; readonly removed: Counts };

/** A foreign key of one column. */
type Reference = { readonly child: string; readonly column: string; readonly parent: string; readonly key: string };

/** What is removed from a table; children come before what they refer to. */
type Step = { readonly table: string; readonly condition: SQL };

/** The keys of the marked rows. */
const ROOTS = [
  ["social_events", "id"],
  ["chats", "id"],
  ["host_ids", "id"],
  ["chat_join_requests", "id"],
  ["accounts", "sub"],
  ["users", "user_id"],
] as const;

/** References that are only forgotten: what a real person made stays when it referred to somebody of the town. */
const KEPT = new Set([
  "accounts.user_id",
  "join_submissions.user_id",
  "chat_join_requests.user_id",
  "uploaded_images.owner_user_id",
]);

/** Columns that name somebody without a foreign key, and whose values they hold. */
const LOOSE: Readonly<Record<string, SQL>> = {
  sub: sql`select id from demo_rows where table_name = 'accounts'`,
  actor_sub: sql`select id from demo_rows where table_name = 'accounts'`,
  user_id: sql`select id from demo_rows where table_name = 'users'`,
  actor_user_id: sql`select id from demo_rows where table_name = 'users'`,
  author_id: sql`select id from demo_rows where table_name = 'users'`,
  email: sql`select email from demo_emails`,
  actor_email: sql`select email from demo_emails`,
};
const PEOPLE = new Set(["users", "accounts"]);

const name = (identifier: string) => sql.identifier(identifier);

async function listReferences(tx: Transaction): Promise<Reference[]> {
  const { rows } = await tx.execute<Reference>(sql`
    select c.relname as child, a.attname as column, p.relname as parent, k.attname as key
    from pg_constraint f
      join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
      join pg_attribute k on k.attrelid = p.oid and k.attnum = f.confkey[1]
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace and array_length(f.conkey, 1) = 1
      and c.oid <> p.oid
    order by 1, 2`);
  return rows;
}

async function listColumns(tx: Transaction): Promise<{ table: string; column: string }[]> {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' order by 1, 2`);
  return rows;
}

/** A table's rows and everything that refers to them. */
function stepsOf(references: readonly Reference[], table: string, condition: SQL): Step[] {
  const children = references.filter(
    ({ parent, child, column }) => parent === table && !KEPT.has(`${child}.${column}`),
  );
  const below = children.flatMap(({ child, column, key }) =>
    stepsOf(references, child, sql`${name(column)} in (select ${name(key)} from ${name(table)} where ${condition})`),
  );
  return [...below, { table, condition }];
}

/** Everything that goes, found in the catalog: a table that a later migration adds needs no line here. */
async function plan(tx: Transaction, references: readonly Reference[]): Promise<Step[]> {
  const columns = await listColumns(tx);
  const steps = (table: string, condition: SQL) => stepsOf(references, table, condition);
  const isTied = new Set(references.map(({ child, column }) => `${child}.${column}`));
  const loose = columns.flatMap(({ table, column }) => {
    const values = PEOPLE.has(table) || isTied.has(`${table}.${column}`) ? undefined : LOOSE[column];
    return values === undefined ? [] : steps(table, sql`${name(column)} in (${values})`);
  });
  // The demonstration provider moves no money, so its rows go no matter who made them.
  const played = columns
    .filter(({ column }) => column === "provider")
    .flatMap(({ table }) => steps(table, sql`provider = 'demonstration'`));
  const log = steps("audit_log", sql`subject_ids && array(select id from demo_rows)`);
  // No foreign key ties a key to its entry, so it goes once the entry is gone.
  const keys = steps("undo_keys", sql`audit_id not in (select id from audit_log)`);
  const subscriptions = steps("demonstration_subscriptions", sql`true`);
  const town = ROOTS.flatMap(([table, key]) =>
    steps(table, sql`${name(key)} in (select id from demo_rows where table_name = ${table})`),
  );
  return [...loose, ...played, ...log, ...subscriptions, ...town, ...keys];
}

/** Which of the rows that would go are of somebody who is not of the town. */
async function countReal(tx: Transaction, steps: readonly Step[], references: readonly Reference[]): Promise<Counts> {
  const counts = new Map<string, number>();
  const byTable = Map.groupBy(steps, ({ table }) => table);
  for (const [table, its] of byTable) {
    const people = references.filter(({ child, parent }) => child === table && PEOPLE.has(parent));
    if (people.length === 0 || PEOPLE.has(table)) continue;
    const isReal = people.map(
      ({ column, parent }) =>
        sql`(${name(column)} is not null and ${name(column)} not in (select id from demo_rows where table_name = ${parent}))`,
    );
    const conditions = sql.join(
      its.map(({ condition }) => sql`(${condition})`),
      sql` or `,
    );
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from ${name(table)} where (${conditions}) and (${sql.join(isReal, sql` or `)})
        ${table === "payments" || table === "memberships" ? sql`and provider <> 'demonstration'` : sql``}`,
    );
    if (rows[0] && rows[0].count > 0) counts.set(table, rows[0].count);
  }
  return counts;
}

/** Events and chats of real people in which somebody of the town takes part. */
async function lockCounted(tx: Transaction): Promise<{ eventIds: string[]; chatIds: string[] }> {
  const town = sql`(select id from demo_rows where table_name = 'users')`;
  const events = await tx.execute<{ id: string }>(sql`
    select id from social_events where id in (select event_id from event_rsvps where user_id in ${town}
      union select event_id from waiting_list where user_id in ${town}) order by id for update`);
  const chats = await tx.execute<{ id: string }>(sql`
    select id from chats where id in (select chat_id from chat_members where user_id in ${town}) order by id for update`);
  return { eventIds: events.rows.map(({ id }) => id), chatIds: chats.rows.map(({ id }) => id) };
}

async function remove(tx: Transaction, steps: readonly Step[], now: Date): Promise<Counts> {
  const { eventIds, chatIds } = await lockCounted(tx);
  // The books are only added to, except for entries for which no money moved.
  await tx.execute(sql`alter table payments disable trigger payments_are_kept`);
  const removed = new Map<string, number>();
  for (const { table, condition } of steps) {
    const { rowCount } = await tx.execute(sql`delete from ${name(table)} where ${condition}`);
    removed.set(table, (removed.get(table) ?? 0) + (rowCount ?? 0));
  }
  await tx.execute(sql`alter table payments enable trigger payments_are_kept`);
  await tx.execute(sql`delete from demo_rows`);
  await recountEvents(tx, eventIds, now);
  await fillPlaces(tx, eventIds, now);
  await tx.execute(sql`
    update chats c set member_count = (select count(*) from chat_members m where m.chat_id = c.id)
    where c.id = any(${sql.param(chatIds)}::text[])`);
  return removed;
}

/**
 * Removes the demo town and what its people did, in one transaction, and leaves what real people made. Removes nothing
 * when something of real people would go with it (their answers to its events, their words in its chats) and `confirmed`
 * does not say that it may.
 */
export async function clearDemoTown(app: App, { confirmed }: { confirmed: boolean }): Promise<Cleared> {
  return app.db.transaction(async (tx): Promise<Cleared> => {
    await recognizeDemoTown(tx, app.config.group.timeZone);
    if (!(await hasDemoTown(tx))) return { kind: "no_town" };
    await tx.execute(sql`
      create temporary table demo_emails on commit drop as
      select email from users where user_id in (select id from demo_rows where table_name = 'users') and email <> ''
      union select email from accounts where sub in (select id from demo_rows where table_name = 'accounts')`);
    const references = await listReferences(tx);
    const steps = await plan(tx, references);
    const real = await countReal(tx, steps, references);
    if (real.size > 0 && !confirmed) return { kind: "needs_confirmation", real };
    return { kind: "cleared", removed: await remove(tx, steps, app.clock.now()) };
  });
}
