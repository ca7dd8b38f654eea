import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { hasNothing } from "#src/db/person-columns.ts";
import type { AuditRow } from "#src/db/tables/admin.ts";
import { type Change, undoChange } from "#src/db/row-changes.server.ts";
import { importUndoneWords } from "#src/features/people/messages/csv.ts";

type ImportUndo = { readonly created: readonly string[]; readonly filled: readonly Change[] };

/**
 * Removes an import's new records and the values it filled in. Keeps records that changed since, or that an RSVP, an
 * account or anything but a proposal refers to. Returns a message.
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
  // Other emails of known people come last, each as a separate record for its proposal.
  const isNew = new Set(created.slice(0, Number(Object(entry.after).create)));
  const people = gone.filter(({ user_id: id }) => isNew.has(id)).length;
  return importUndoneWords({
    gone: people,
    proposals: gone.length - people,
    filled: filled.length,
    stayed: left.length,
  });
}
