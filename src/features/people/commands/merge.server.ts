import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { logPersonChange } from "#src/db/change-log.server.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { auditLog, chatJoinRequests, type ChatJoinRequestRow } from "#src/db/tables/admin.ts";
import { type FormerNames, type UserRow, users } from "#src/db/tables/users.ts";
import { findBlocked } from "#src/features/blocks/queries.server.ts";
import { haveRole } from "#src/features/identity/commands/role-holders.server.ts";
import { lockRequests, whyNotApproved } from "#src/features/people/commands/chat-requests.server.ts";
import { writeAudit, keepForUndo } from "#src/audit/audit-log.server.ts";
import { readEmails, tellOwners } from "#src/features/people/commands/email-changes.server.ts";
import { moveBelongings } from "#src/features/people/commands/belongings.server.ts";
import {
  countMembers,
  fillPlaces,
  lockPeople,
  recountEvents,
} from "#src/features/events/rsvps/commands/locked-people.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { type Change, changeRows, noting, removeRows } from "#src/db/row-changes.server.ts";
import {
  AT_LEAST_TWO,
  MERGE_NEEDS_RECORDS,
  MERGE_OF_BLOCKED,
  mergedWords,
  RECORD_GONE,
} from "#src/features/people/messages.ts";
import { conflictsOf, mergeRecords } from "#src/features/people/rules.ts";
import type { Merged, MergePreview, MergeRequest } from "#src/features/people/schema/merge.ts";
import type { UserFields } from "#src/features/people/schema/users.ts";
import { viewUser } from "#src/features/people/view.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fullName } from "#src/shared/full-name.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Plan = {
  readonly base: string;
  /** In the order in which they fill empty fields. */
  readonly others: readonly string[];
  readonly fields: Partial<UserFields>;
  readonly approval: MergeRequest["approval"];
};

function planOf({ sourceUserId, targetUserId, base, others, fields = {}, approval }: MergeRequest): Result<Plan> {
  const target = base ?? targetUserId;
  const sources = others ?? (sourceUserId === undefined ? undefined : [sourceUserId]);
  if (target === undefined || sources === undefined) return fail("invalid", MERGE_NEEDS_RECORDS);
  const distinct = [...new Set(sources)].filter((id) => id !== target);
  if (distinct.length === 0) return fail("invalid", AT_LEAST_TWO);
  return ok({ base: target, others: distinct, fields, approval });
}

/** A plan's records, base first; null if one no longer exists. */
function recordsOf({ base, others }: Plan, records: ReadonlyMap<string, UserRow>): [UserRow, ...UserRow[]] | null {
  const rows = [base, ...others].map((id) => records.get(id));
  const [first, ...rest] = rows.filter((row) => row !== undefined);
  return first && rest.length === others.length ? [first, ...rest] : null;
}

/** The merged record's fields. Approved wins over every other status and choice. */
function mergedFields({ fields }: Plan, rows: readonly [UserRow, ...UserRow[]], approvedAs: string | undefined) {
  const merged = mergeRecords(rows[0], rows.slice(1), fields);
  return approvedAs === undefined ? merged : { ...merged, status: "approved" as const, groupMeUserId: approvedAs };
}

/** Previews a merge without writing. */
export async function previewMerge(app: App, _admin: Admin, request: MergeRequest): Promise<Result<MergePreview>> {
  const plan = planOf(request);
  if (!plan.ok) return plan;
  const { base, others, approval } = plan.value;
  const found = await app.db
    .select()
    .from(users)
    .where(inArray(users.userId, [base, ...others]));
  const rows = recordsOf(plan.value, new Map(found.map((row) => [row.userId, row])));
  if (!rows) return fail("not_found", RECORD_GONE, { reason: "person_gone" });
  const merged = viewUser({ ...rows[0], ...mergedFields(plan.value, rows, approval?.groupmeUserId) });
  return ok({ merged, conflicts: conflictsOf(rows) });
}

/** The response to the same merge sent earlier, which makes merging idempotent. */
async function findEarlier(tx: Transaction, { base, others }: Plan): Promise<Result<Merged>> {
  const ids = [base, ...others];
  const [entry] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, "users_merged"),
        isNull(auditLog.undoneAt),
        sql`${auditLog.subjectIds} @> ${sql.param(ids)}::text[] and ${auditLog.subjectIds}[1] = ${base}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  const [row] = entry ? await tx.select().from(users).where(eq(users.userId, base)) : [];
  if (!entry || !row) return fail("not_found", RECORD_GONE, { reason: "person_gone" });
  return ok({ success: true, message: mergedWords(ids.length), mergedUser: viewUser(row), auditId: entry.id });
}

function giveApproval(tx: Transaction, request: ChatJoinRequestRow, userId: string, now: Date): Promise<Change> {
  const where = eq(chatJoinRequests.id, request.id);
  return noting(tx, "chat_join_requests", sql`t.id = ${request.id}`, () =>
    tx.update(chatJoinRequests).set({ decidedAt: now, decision: "approved", userId }).where(where),
  );
}

type Work = {
  readonly plan: Plan;
  readonly rows: readonly [UserRow, ...UserRow[]];
  readonly request: ChatJoinRequestRow | null;
  readonly now: Date;
};

/**
 * Leaves a merge's people one account: the base's, else the oldest verified one. The others remain sign-ins without a
 * person, because the database allows one account per person.
 */
async function untieAccounts(tx: Transaction, { base, others }: Plan): Promise<Change[]> {
  const { rows } = await tx.execute<{ sub: string; user_id: string }>(sql`
    select sub, user_id from accounts where user_id = any(${sql.param([base, ...others])}::text[])
    order by user_id = ${base} desc, email_verified desc, created_at, sub offset 1 for update`);
  const changes: Change[] = [];
  for (const { sub, user_id: userId } of rows) {
    const [before, after] = [{ user_id: userId }, { user_id: null }];
    changes.push(await changeRows(tx, "accounts", { before, after, where: sql`t.sub = ${sub}` }));
  }
  return changes;
}

/** Every name of the merged people: a later erasure must find all of them. */
function namesOf(rows: readonly UserRow[]): FormerNames {
  return rows.flatMap(({ firstName, lastName, nickname, formerNames }) => [
    ...formerNames,
    { firstName, lastName, nickname },
  ]);
}

/** All writes of a merge, as changes that can be undone. */
async function writeMerge(tx: Transaction, { plan, rows, request, now }: Work): Promise<Change[]> {
  const { base, others } = plan;
  const ids = sql`${sql.param([base, ...others])}::text[]`;
  const changes = [
    ...(await untieAccounts(tx, plan)),
    // Whether these people are one is now decided.
    await removeRows(tx, "join_proposals", sql`t.user_id = any(${ids}) and t.known_user_id = any(${ids})`),
  ];
  // In id order, so that merging the same people twice gives the same result.
  for (const other of others.toSorted()) changes.push(...(await moveBelongings(tx, other, base, now)));
  const merged = mergedFields(plan, rows, request?.providerUserId);
  const isApproved = merged.status === "approved";
  const fields = {
    ...merged,
    formerNames: namesOf(rows),
    ...(isApproved && { approvedName: fullName({ ...rows[0], ...merged }) }),
  };
  changes.push(
    await noting(tx, "users", sql`t.user_id = ${base}`, () =>
      tx
        .update(users)
        .set({ ...fields, updatedAt: now })
        .where(eq(users.userId, base)),
    ),
  );
  if (request && request.decidedAt === null) changes.push(await giveApproval(tx, request, base, now));
  changes.push(await removeRows(tx, "users", sql`t.user_id = any(${sql.param([...others])}::text[])`));
  return changes;
}

/** {@link mergeUsers} within a transaction. */
export async function mergeLocked(tx: Transaction, admin: Admin, plan: Plan, now: Date): Promise<Result<Merged>> {
  const ids = [plan.base, ...plan.others];
  // Locked before the people, in the lock order of approvals.
  const [request = null] = plan.approval ? await lockRequests(tx, [plan.approval]) : [];
  const locked = await lockPeople(tx, ids);
  const rows = recordsOf(plan, locked.records);
  if (!rows) return findEarlier(tx, plan);
  const refused = plan.approval ? whyNotApproved(request ?? undefined, plan.base) : null;
  if (refused) return refused;
  const emails = await readEmails(tx, ids);
  const changes = await writeMerge(tx, { plan, rows, request, now });
  // Another record may have brought a block.
  await logPersonChange(tx, plan.base);
  await recountEvents(tx, locked.eventIds, now);
  await fillPlaces(tx, locked.eventIds, now);
  await countMembers(tx, changes, 1);
  const [row] = await tx.select().from(users).where(eq(users.userId, plan.base));
  if (!row) return fail("not_found", RECORD_GONE, { reason: "person_gone" });
  const mergedUser = viewUser(row);
  const [base, ...others] = rows.map(viewUser);
  const after = { ...mergedUser, ...(plan.approval && { approval: plan.approval }) };
  const deed = { action: "users_merged", subjectIds: ids, before: { base, others }, after } as const;
  const auditId = await writeAudit(tx, admin, { ...deed, undo: await keepForUndo(tx, changes, rows) }, now);
  await tellOwners(tx, emails, { successor: plan.base, auditId, now });
  return ok({ success: true, message: mergedWords(ids.length), mergedUser, auditId });
}

/**
 * Merges several records of one person: their belongings move to the base, the others are deleted, and the person is
 * approved if requested. One transaction. Idempotent, and can be undone from the audit log.
 */
export async function mergeUsers(app: App, admin: Proved<Admin>, request: MergeRequest): Promise<Result<Merged>> {
  const plan = planOf(request);
  if (!plan.ok) return plan;
  const ids = [plan.value.base, ...plan.value.others];
  return retrying(app, async (tx) => {
    const now = app.clock.now();
    const isSomeoneBlocked = (await findBlocked(tx, ids, now)).size > 0;
    if (isSomeoneBlocked && (await haveRole(app, tx, ids))) return fail("conflict", MERGE_OF_BLOCKED);
    return mergeLocked(tx, admin, plan.value, now);
  });
}
