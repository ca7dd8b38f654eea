import { randomBytes } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { auditLog, undoKeys } from "#src/db/tables/admin.ts";
import { seal, unseal } from "#src/shared/sealed.server.ts";

// The data of an organizer's deletion is stored for 30 days for an undo, encrypted with its own key in a separate
// table: no query reads or finds it by accident, and deleting one small row destroys it.

type Sealed = { readonly sealedBefore: string; readonly sealedUndo: string };
const isSealed = (undo: unknown): undo is Sealed => typeof undo === "object" && undo !== null && "sealedUndo" in undo;

/** Encrypts the deleted data, and the person's name for the log, into the entry with this id. */
export async function sealUndo(
  tx: Transaction,
  auditId: string,
  { before, undo }: { before: unknown; undo: unknown },
  now: Date,
): Promise<void> {
  const key = randomBytes(32).toString("base64url");
  const sealed: Sealed = {
    sealedBefore: seal(JSON.stringify(before), key),
    sealedUndo: seal(JSON.stringify(undo), key),
  };
  await tx.insert(undoKeys).values({ auditId, key, createdAt: now });
  await tx.update(auditLog).set({ undo: sealed }).where(eq(auditLog.id, auditId));
}

/** Decrypts an entry's undo data if it is sealed; null once its key is destroyed. */
export async function openUndo(tx: Transaction, { id, undo }: { id: string; undo: unknown }): Promise<unknown> {
  if (!isSealed(undo)) return undo;
  const [row] = await tx.select().from(undoKeys).where(eq(undoKeys.auditId, id));
  return row ? JSON.parse(unseal(undo.sealedUndo, row.key)) : null;
}

/** The people that deletion entries are about, by entry id, while the deletions can be undone. */
export async function openBefore(
  db: Pick<Db, "select">,
  entries: readonly { readonly id: string; readonly undo: unknown }[],
): Promise<ReadonlyMap<string, unknown>> {
  const sealed = entries.filter(({ undo }) => isSealed(undo));
  if (sealed.length === 0) return new Map();
  const keys = await db
    .select()
    .from(undoKeys)
    .where(
      inArray(
        undoKeys.auditId,
        sealed.map(({ id }) => id),
      ),
    );
  const keyOf = new Map(keys.map(({ auditId, key }) => [auditId, key]));
  return new Map(
    sealed.flatMap(({ id, undo }) => {
      const key = keyOf.get(id);
      return key !== undefined && isSealed(undo) ? [[id, JSON.parse(unseal(undo.sealedBefore, key))] as const] : [];
    }),
  );
}

/** Unseals the entry of a restored person: deletes the sealed rows and names the person in the log again. */
export async function unsealBefore(
  tx: Transaction,
  entry: { readonly id: string; readonly before: unknown; readonly undo: unknown },
): Promise<unknown> {
  const before = (await openBefore(tx, [entry])).get(entry.id) ?? entry.before;
  await tx.delete(undoKeys).where(eq(undoKeys.auditId, entry.id));
  await tx.update(auditLog).set({ before, undo: null }).where(eq(auditLog.id, entry.id));
  return before;
}
