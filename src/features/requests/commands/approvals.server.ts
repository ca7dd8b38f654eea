import { asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatJoinRequests, type ChatJoinRequestRow } from "#src/db/tables/admin.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { type Actor, writeAudit } from "#src/audit/audit-log.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { alreadyDecided, REQUEST_NOT_FOUND } from "#src/features/people/messages.ts";
import {
  approvedWords,
  declinedWords,
  ONE_DECISION_EACH,
  ONE_RECORD_EACH,
  recordGone,
  SELECT_USERS_TO_APPROVE,
} from "#src/features/requests/messages.ts";
import { USER_NOT_FOUND } from "#src/features/profile/messages.ts";
import type { Approval, Decided, Decision } from "#src/features/requests/schema/requests.ts";
import { viewRequest } from "#src/features/requests/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { beginningOf } from "#src/shared/beginning.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { lockRequests, whyNotApproved } from "#src/features/people/commands/chat-requests.server.ts";

async function lockUsers(tx: Transaction, userIds: readonly string[]): Promise<Map<string, UserRow>> {
  const rows = await tx
    .select()
    .from(users)
    .where(inArray(users.userId, [...userIds]))
    .orderBy(asc(users.userId))
    .for("update");
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Approves an open request with this record, and ties the record to the requester's chat account. */
async function approve(
  tx: Transaction,
  admin: Actor,
  { request, user, now }: { request: ChatJoinRequestRow; user: UserRow; now: Date },
): Promise<void> {
  if (request.decidedAt !== null) return;
  const { userId } = user;
  const change = { status: "approved", groupMeUserId: request.providerUserId } as const;
  await tx.update(chatJoinRequests).set({ decidedAt: now, decision: "approved", userId }).where(isRequest(request.id));
  await tx
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.userId, userId));
  const before = { status: user.status, groupMeUserId: user.groupMeUserId };
  const deed = { action: "request_approved", subjectIds: [request.id, userId] } as const;
  await writeAudit(tx, admin, { ...deed, before, after: { ...change, request: viewRequest(request) } }, now);
}

const isRequest = (id: string) => eq(chatJoinRequests.id, id);

/** Rejects two records for one person, or two people for one record. */
function pairsFault(approvals: readonly Approval[]): Result<never> | null {
  const records = new Map<string, string>();
  const people = new Map<string, string>();
  for (const { groupmeUserId, chosenUserId } of approvals) {
    if ((records.get(groupmeUserId) ?? chosenUserId) !== chosenUserId) return fail("invalid", ONE_DECISION_EACH);
    if ((people.get(chosenUserId) ?? groupmeUserId) !== groupmeUserId) return fail("invalid", ONE_RECORD_EACH);
    records.set(groupmeUserId, chosenUserId);
    people.set(chosenUserId, groupmeUserId);
  }
  return null;
}

/** Runs last in the transaction, under the locks of requests and records: its failure rolls back all approvals. */
type LastWord = (tx: Transaction, now: Date) => Promise<Result<void>>;

/** Approves several people in one transaction, each with the chosen record. Idempotent. */
export async function approveRequests(
  app: App,
  admin: Actor,
  approvals: readonly Approval[],
  lastWord: LastWord = async () => ok(undefined),
): Promise<Result<{ message: string; approved: number }>> {
  if (approvals.length === 0) return fail("invalid", SELECT_USERS_TO_APPROVE);
  const fault = pairsFault(approvals);
  if (fault) return fault;
  const once = [...new Map(approvals.map((approval) => [approval.groupmeUserId, approval])).values()];
  return retrying(app, async (tx) => {
    const now = app.clock.now();
    const requests = await lockRequests(tx, once);
    const records = await lockUsers(
      tx,
      once.map(({ chosenUserId }) => chosenUserId),
    );
    // Checks everything before writing anything.
    for (const [index, { chosenUserId }] of once.entries()) {
      const refused = whyNotApproved(requests[index], chosenUserId);
      if (refused) return refused;
      if (!records.has(chosenUserId)) return fail("not_found", recordGone(requests[index]?.nickname ?? ""));
    }
    const allowed = await lastWord(tx, now);
    if (!allowed.ok) return allowed;
    for (const [index, { chosenUserId }] of once.entries()) {
      const [request, user] = [requests[index], records.get(chosenUserId)];
      if (request && user) await approve(tx, admin, { request, user, now });
    }
    return ok({ message: approvedWords(requests.map((request) => request?.nickname ?? "")), approved: once.length });
  });
}

/** Creates a record from the chat's data about an unknown person. */
async function createFromRequest(
  tx: Transaction,
  request: ChatJoinRequestRow,
  now: Date,
): Promise<UserRow | undefined> {
  const [firstName = "", ...rest] = beginningOf(request.nickname.trim(), 100).split(/\s+/);
  const { nickname, phone, email } = request;
  const userId = uuidv7(now.getTime());
  const names = { firstName, lastName: rest.join(" "), nickname: beginningOf(nickname, 100) };
  const [made] = await tx
    .insert(users)
    .values({ userId, ...names, phone, email, dateAdded: now, createdAt: now, updatedAt: now })
    .returning();
  return made;
}

type Choice = { readonly request: ChatJoinRequestRow; readonly decision: Decision; readonly now: Date };

async function approveOne(tx: Transaction, admin: Admin, { request, decision, now }: Choice): Promise<Result<Decided>> {
  const done = (userId: string | null) =>
    ok<Decided>({ success: true, message: approvedWords([request.nickname]), approved: 1, userId });
  const { chosenUserId, create = false } = decision;
  if (chosenUserId === undefined && !create) return fail("invalid", SELECT_USERS_TO_APPROVE);
  if (chosenUserId === undefined && request.decision === "approved") return done(request.userId);
  const refused = whyNotApproved(request, chosenUserId ?? "");
  if (refused) return refused;
  const user =
    chosenUserId === undefined
      ? await createFromRequest(tx, request, now)
      : (await lockUsers(tx, [chosenUserId])).get(chosenUserId);
  if (!user) return fail("not_found", USER_NOT_FOUND);
  await approve(tx, admin, { request, user, now });
  return done(user.userId);
}

async function declineOne(
  tx: Transaction,
  admin: Admin,
  request: ChatJoinRequestRow,
  now: Date,
): Promise<Result<Decided>> {
  if (request.decision === "approved") return fail("conflict", alreadyDecided(request.nickname));
  if (request.decision === null) {
    await tx.update(chatJoinRequests).set({ decidedAt: now, decision: "declined" }).where(isRequest(request.id));
    const before = { nickname: request.nickname };
    await writeAudit(tx, admin, { action: "request_declined", subjectIds: [request.id], before }, now);
  }
  return ok({ success: true, message: declinedWords(request.nickname), approved: 0, userId: null });
}

/** Decides one request, by our id or the provider's. Idempotent. */
export async function decideRequest(
  app: App,
  admin: Admin,
  { id, action, decision }: { id: string; action: string; decision: Decision },
): Promise<Result<Decided>> {
  if (!["approve", "decline"].includes(action)) return fail("not_found", REQUEST_NOT_FOUND);
  return retrying(app, async (tx) => {
    const now = app.clock.now();
    const [request] = await tx
      .select()
      .from(chatJoinRequests)
      .where(or(isRequest(id), eq(chatJoinRequests.providerId, id)))
      .orderBy(desc(isNull(chatJoinRequests.decidedAt)), sql`${chatJoinRequests.decidedAt} desc`)
      .limit(1)
      .for("update");
    if (!request) return fail("not_found", REQUEST_NOT_FOUND);
    return action === "approve"
      ? approveOne(tx, admin, { request, decision, now })
      : declineOne(tx, admin, request, now);
  });
}
