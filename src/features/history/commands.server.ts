import { and, arrayOverlaps, eq, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type AuditRow, auditLog } from "#src/db/tables/admin.ts";
import { users } from "#src/db/tables/users.ts";
import { writeAudit, type UndoData } from "#src/audit/audit-log.server.ts";
import { readEmails, tellOwners, untieSince } from "#src/features/people/commands/email-changes.server.ts";
import { undoDecision } from "#src/features/events/changes/commands/decide.server.ts";
import {
  countMembers,
  fillPlaces,
  fitAnswers,
  fitWaits,
  lockPeople,
  recountEvents,
} from "#src/features/events/rsvps/commands/locked-people.server.ts";
import { databaseCode, retrying } from "#src/db/retrying.server.ts";
import { type Change, hasKey, readRows, type Row, undoChange } from "#src/db/row-changes.server.ts";
import { findReturned, mergeReturned } from "#src/features/people/commands/returned.server.ts";
import { undoImport } from "#src/features/people/commands/undo-import.server.ts";
import {
  BASE_IS_GONE,
  emailIsTaken,
  ENTRY_NOT_FOUND,
  NOT_UNDOABLE,
  RETURNED_MERGED,
  returnedQuestion,
  UNDO_DOES_NOT_FIT,
  UNDO_IS_OVER,
} from "#src/features/history/messages.ts";
import { PHOTO_IS_BACK, PHOTO_IS_GONE } from "#src/features/events/takedowns/messages.ts";
import { type Undone, undoneAnswer, withPlaces } from "#src/features/history/rules.ts";
import { isUndoOver } from "#src/audit/undo-term.ts";
import { type PhotoOfEvent, showPhoto } from "#src/features/events/photos/commands/hiding.server.ts";
import { openUndo, unsealBefore } from "#src/features/privacy/commands/undo-record.server.ts";
import { takeBackSettings } from "#src/features/settings/commands.server.ts";
import { refreshSettings } from "#src/features/settings/queries.server.ts";
import { takeBackTagging } from "#src/features/notes/commands.server.ts";
import { requireFreshProof } from "#src/policy/proof.ts";
import { mayUndo } from "#src/policy/roles.ts";
import { followAddresses } from "#src/mail/followed-address.server.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const UNDOABLE: readonly AuditRow["action"][] = [
  "user_deleted",
  "users_merged",
  "users_imported",
  "user_edited",
  "proposal_taken",
  "proposal_dismissed",
  "note_deleted",
];

/** Only edits that changed the email can be undone. */
function isUndoable({ action, after }: AuditRow): boolean {
  return UNDOABLE.includes(action) && (action !== "user_edited" || Object.hasOwn(Object(after), "email"));
}

/** Actions whose undo needs a fresh proof, because they need one themselves. */
const PROVED: readonly AuditRow["action"][] = ["user_deleted", "users_merged", "users_imported", "settings_changed"];

/** Whether an undo needs a fresh proof, like the action it undoes. */
function needsProof({ action, after }: AuditRow): boolean {
  const canSayEmail = action === "user_edited" || action === "proposal_taken";
  return PROVED.includes(action) || (canSayEmail && Object.hasOwn(Object(after), "email"));
}

/** The ids in a column of the changes. */
function namedIn(changes: readonly Change[], tables: readonly string[], column: string): string[] {
  const rows = changes
    .filter(({ table }) => tables.includes(table))
    .flatMap((change) => (change.kind === "removed" ? change.rows : change.keys));
  return [...new Set(rows.flatMap((row) => (typeof row[column] === "string" ? [row[column]] : [])))];
}

/** Records that have since taken an email of the entry's people. */
async function readTakers(tx: Transaction, { emails, holders }: UndoData) {
  if (emails.length === 0) return [];
  const since = await tx
    .select({ userId: users.userId, email: users.email })
    .from(users)
    .where(and(inArray(users.email, [...emails]), notInArray(users.userId, [...holders])));
  const ids = since.map(({ userId }) => userId);
  const back = await cameBack(tx, ids);
  return since.filter(({ userId }) => !back.has(userId));
}

/** The new record of a deleted person who signed in again; null if there is none. */
async function readReturned(tx: Transaction, entry: AuditRow, data: UndoData): Promise<string | null> {
  return entry.action === "user_deleted" ? findReturned(tx, data.changes, await readTakers(tx, data)) : null;
}

/** Returns why an entry can't be undone (anymore); null if it can. */
async function whyNot(
  tx: Transaction,
  entry: AuditRow,
  data: UndoData,
  merged: string | null,
): Promise<Result<never> | null> {
  const [base] = entry.subjectIds;
  if (entry.action === "users_merged" && base !== undefined) {
    const [row] = await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, base));
    if (!row) return fail("conflict", BASE_IS_GONE);
  }
  const taken = (await readTakers(tx, data)).find(({ userId }) => userId !== merged);
  if (!taken) return null;
  const returned = await readReturned(tx, entry, data);
  if (returned !== null) return fail("conflict", returnedQuestion(taken.email), { reason: "signed_in_again" });
  return fail("conflict", emailIsTaken(taken.email));
}

/** Whether an earlier undo restored these records, so that they already had their email before this one. */
async function cameBack(tx: Transaction, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const entries = await tx
    .select({ subjectIds: auditLog.subjectIds })
    .from(auditLog)
    .where(and(isNotNull(auditLog.undoneAt), arrayOverlaps(auditLog.subjectIds, [...userIds])));
  return new Set(entries.flatMap(({ subjectIds }) => subjectIds));
}

type Changed = Change & { kind: "changed" };

/** RSVPs to restore: people who stopped going because of the entry and have not responded since. */
async function readEarlier(tx: Transaction, { table, keys, before, after }: Changed): Promise<Row[]> {
  if (before["answer"] !== "going" || after["answer"] === "going") return [];
  const rows: Row[] = [];
  for (const key of keys) {
    const found = await readRows(tx, table, sql`${hasKey(table, key)} and t.answer = ${after["answer"]}`);
    const { answer, guests } = before;
    rows.push(...found.map(() => ({ ...key, answer, ...(guests !== undefined && { guests }) })));
  }
  return rows;
}

/** Splits a change by row where capacity matters, because not every RSVP gets its place back. */
function asFitted(change: Changed, fitted: readonly Row[]): Changed[] {
  if (fitted.length === 0) return [change];
  return change.keys.map((key) => {
    const row = fitted.find((each) => Object.entries(key).every(([column, value]) => each[column] === value));
    return { ...change, keys: [key], before: { ...change.before, ...row } };
  });
}

/** Reverts the changes in reverse order. Returns how many RSVPs found no free place. */
async function undoChanges(tx: Transaction, changes: readonly Change[], now: Date): Promise<number> {
  let withoutPlace = 0;
  for (const change of changes.toReversed()) {
    const isRemoved = change.kind === "removed";
    if (change.table !== "event_rsvps") {
      const isWaiting = isRemoved && change.table === "waiting_list";
      await undoChange(tx, isWaiting ? { ...change, rows: await fitWaits(tx, change.rows) } : change);
      continue;
    }
    const fitted = await fitAnswers(tx, isRemoved ? change.rows : await readEarlier(tx, change), now);
    withoutPlace += fitted.withoutPlace;
    const parts = isRemoved ? [{ ...change, rows: fitted.rows }] : asFitted(change, fitted.rows);
    for (const part of parts) await undoChange(tx, part);
  }
  return withoutPlace;
}

async function noteUndone(tx: Transaction, admin: Admin, entry: AuditRow, now: Date): Promise<void> {
  await tx.update(auditLog).set({ undoneAt: now, undoneBy: admin.email }).where(eq(auditLog.id, entry.id));
  const { before: after, after: before } = entry;
  await writeAudit(tx, admin, { action: "undone", subjectIds: [entry.id, ...entry.subjectIds], before, after }, now);
}

type Undo = (
  tx: Transaction,
  admin: Admin,
  entry: AuditRow,
  asked: { readonly now: Date; readonly merge: boolean },
) => Promise<Result<Undone>>;

const undoLocked: Undo = async (tx, admin, entry, { now, merge }) => {
  const data = (await openUndo(tx, entry)) as UndoData | null;
  if (!isUndoable(entry)) return fail("conflict", NOT_UNDOABLE);
  if (!data || isUndoOver(entry.createdAt, now)) return fail("conflict", UNDO_IS_OVER);
  if (entry.action === "users_imported") {
    await lockPeople(tx, entry.subjectIds);
    const emails = await readEmails(tx, entry.subjectIds);
    const message = await undoImport(tx, entry);
    await noteUndone(tx, admin, entry, now);
    await untieSince(tx, emails, entry.createdAt);
    await tellOwners(tx, emails, { auditId: `${entry.id}:undone`, now });
    return ok({ success: true, message });
  }
  const { changes } = data;
  const returned = merge ? await readReturned(tx, entry, data) : null;
  const people = [...entry.subjectIds, ...(returned === null ? [] : [returned])];
  const locked = await lockPeople(tx, people, {
    eventIds: [
      ...namedIn(changes, ["event_rsvps", "waiting_list"], "event_id"),
      ...namedIn(changes, ["social_events"], "id"),
    ],
    chatIds: namedIn(changes, ["chat_members"], "chat_id"),
  });
  const refused = await whyNot(tx, entry, data, returned);
  if (refused) return refused;
  const emails = await readEmails(tx, entry.subjectIds);
  const withoutPlace = await undoChanges(tx, changes, now);
  await recountEvents(tx, locked.eventIds, now);
  // A place may have become free while the restored people were off the waiting list.
  await fillPlaces(tx, locked.eventIds, now);
  await countMembers(tx, changes, -1);
  // Restored people need no sealed copy of their data.
  const before = entry.action === "user_deleted" ? await unsealBefore(tx, entry) : entry.before;
  await noteUndone(tx, admin, { ...entry, before }, now);
  await untieSince(tx, emails, entry.createdAt);
  // A join form's email may be a stranger's.
  const isUnproved = entry.action === "proposal_taken";
  // Redirects queued mail to the restored addresses.
  await followAddresses(tx, entry.subjectIds);
  await tellOwners(tx, emails, { isUnproved, auditId: `${entry.id}:undone`, now });
  const [restored] = entry.subjectIds;
  if (returned === null || restored === undefined) return ok(undoneAnswer(entry, withoutPlace));
  const placeless = await mergeReturned(tx, admin, { restored, returned, changes }, now);
  return ok({ success: true, message: withPlaces(RETURNED_MERGED, placeless) });
};

const undoEventChange: Undo = async (tx, admin, entry, { now }) => {
  if (entry.undo === null || isUndoOver(entry.createdAt, now)) return fail("conflict", UNDO_IS_OVER);
  const message = await undoDecision(tx, admin, entry, now);
  if (!message.ok) return message;
  await noteUndone(tx, admin, entry, now);
  return ok({ success: true, message: message.value });
};

/** Shows a hidden photo again. */
const undoHiding: Undo = async (tx, admin, entry, { now }) => {
  if (isUndoOver(entry.createdAt, now)) return fail("conflict", UNDO_IS_OVER);
  if (entry.undo === null) return fail("conflict", PHOTO_IS_GONE);
  await showPhoto(tx, entry.undo as PhotoOfEvent, now);
  await noteUndone(tx, admin, entry, now);
  return ok({ success: true, message: PHOTO_IS_BACK });
};

type TakeBack = (tx: Transaction, undo: unknown, now: Date) => Promise<Result<void>>;

/** Delegates to the undo of the feature that stores the action's changes. */
const undoKept =
  (takeBack: TakeBack): Undo =>
  async (tx, admin, entry, { now }) => {
    if (entry.undo === null || isUndoOver(entry.createdAt, now)) return fail("conflict", UNDO_IS_OVER);
    const taken = await takeBack(tx, entry.undo, now);
    if (!taken.ok) return taken;
    await noteUndone(tx, admin, entry, now);
    return ok(undoneAnswer(entry, 0));
  };

/** Action → its undo, unless it is a list of changed rows. */
const UNDO_OF: Readonly<Partial<Record<AuditRow["action"], Undo>>> = {
  photo_hidden: undoHiding,
  settings_changed: undoKept(takeBackSettings),
  people_tagged: undoKept(takeBackTagging),
  people_untagged: undoKept(takeBackTagging),
  event_change_published: undoEventChange,
  event_change_refused: undoEventChange,
};

/** Whether the database rejects the old rows: a constraint (class 23) or type (class 22) has changed since. */
function noLongerFits(error: unknown): boolean {
  return /^2[23]/.test(databaseCode(error) ?? "");
}

/**
 * Undoes a deletion, merge, import or hidden photo: restores the records and what was moved or removed with them. Later
 * changes by others stay. `merge` answers the question about a deleted person who signed in again. Idempotent.
 */
export async function undoEntry(
  app: App,
  admin: Admin,
  id: string,
  { merge }: { merge?: "true" | undefined },
): Promise<Result<Undone>> {
  try {
    let isOfSettings = false;
    const undone = await retrying(app, async (tx) => {
      const [entry] = await tx.select().from(auditLog).where(eq(auditLog.id, id)).for("update");
      // Other roles must not learn which entries exist.
      if (!entry || !mayUndo(admin, entry)) return fail("not_found", ENTRY_NOT_FOUND);
      if (entry.undoneAt !== null) return ok(undoneAnswer(entry, 0));
      const now = app.clock.now();
      const allowed = needsProof(entry) ? requireFreshProof(ok(admin), now) : ok(admin);
      if (!allowed.ok) return allowed;
      isOfSettings = entry.action === "settings_changed";
      const undo = UNDO_OF[entry.action] ?? undoLocked;
      return undo(tx, allowed.value, entry, { now, merge: merge === "true" });
    });
    // Applies to this process at once, like a settings change.
    if (undone.ok && isOfSettings) await refreshSettings(app);
    return undone;
  } catch (error) {
    if (noLongerFits(error)) return fail("conflict", UNDO_DOES_NOT_FIT);
    throw error;
  }
}
