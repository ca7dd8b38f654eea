import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { hasNothing } from "#src/db/person-columns.ts";
import type { AuditRow } from "#src/db/tables/admin.ts";
import { type Change, undoChange } from "#src/db/row-changes.server.ts";
import { importUndoneWords } from "#src/features/people/messages/csv.ts";

type ImportUndo = { readonly created: readonly string[]; readonly filled: readonly Change[] };

/**
 * Takes the new records of an import away again and what it filled in. A record that somebody changed since, or that
 * an answer, an account or anything else but a proposal belongs to by now, stays. Returns what was done, in words.
 */
export async function undoImport(tx: Transaction, entry: AuditRow): Promise<string> {
  const { created, filled } = entry.undo as ImportUndo;
  const { rows: gone } = await tx.execute<{ user_id: string }>(sql`
    delete from users t where t.user_id = any(${sql.param([...created])}::text[])
      and t.updated_at = ${entry.createdAt.toISOString()}::timestamptz and ${hasNothing(sql`t.user_id`, ["join_proposals"])} returning t.user_id`);
  for (const change of filled.toReversed()) await undoChange(tx, change);
  const { rows: left } = await tx.execute(
    sql`select from users where user_id = any(${sql.param([...created])}::text[])`,
  );
  // The other emails of known people come last, each as a record of its own for its proposal.
  const isNew = new Set(created.slice(0, Number(Object(entry.after).create)));
  const people = gone.filter(({ user_id: id }) => isNew.has(id)).length;
  return importUndoneWords({
    gone: people,
    proposals: gone.length - people,
    filled: filled.length,
    stayed: left.length,
  });
}
