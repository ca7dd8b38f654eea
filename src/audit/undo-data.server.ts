import { inArray } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { type Change, isReal } from "#src/db/row-changes.server.ts";

/** What an audit entry stores for its undo. */
export type UndoData = {
  readonly changes: readonly Change[];
  /** The emails and phones of the records before the change. */
  readonly emails: readonly string[];
  /** Other records that shared them then: they do not block the undo. */
  readonly holders: readonly string[];
};

export async function keepForUndo(
  tx: Transaction,
  changes: readonly Change[],
  rows: readonly UserRow[],
): Promise<UndoData> {
  const emails = [...new Set(rows.map((row) => row.email))].filter((email) => email !== "");
  const others =
    emails.length === 0
      ? []
      : await tx.select({ userId: users.userId }).from(users).where(inArray(users.email, emails));
  const holders = new Set([...rows.map((row) => row.userId), ...others.map(({ userId }) => userId)]);
  return { changes: changes.filter(isReal), emails, holders: [...holders] };
}
