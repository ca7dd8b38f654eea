import { and, eq, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { isOnlyApplicant } from "#src/db/person-columns.ts";
import { type JoinProposalRow, joinProposals } from "#src/db/tables/join-proposals.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { writeAudit, keepForUndo } from "#src/audit/audit-log.server.ts";
import { checkEmail, readEmails, tellOwners } from "#src/features/people/commands/email-changes.server.ts";
import { lockPeople } from "#src/features/events/rsvps/commands/locked-people.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { type Change, changeRows, noting, removeRows } from "#src/db/row-changes.server.ts";
import {
  PROPOSAL_CHANGED,
  PROPOSAL_DECIDED,
  PROPOSAL_DISMISSED,
  PROPOSAL_NEEDS_FIELDS,
  PROPOSAL_NOT_FOUND,
  takenOverWords,
} from "#src/features/requests/messages/proposals.ts";
import { markOf } from "#src/features/requests/queries/proposals.server.ts";
import { saidFields, takenOver } from "#src/features/requests/rules.ts";
import type { ProposalDecided, TakeOver } from "#src/features/requests/schema/proposals.ts";
import { viewFields, viewName } from "#src/features/requests/view/proposals.ts";
import { requireFreshProof } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import type { JoinFormField } from "#src/shared/proposals.ts";

type Open = { readonly proposal: JoinProposalRow; readonly known: UserRow; readonly said: UserRow };

/** Locks an open proposal with its two people. */
async function lockProposal(tx: Transaction, id: string): Promise<Result<Open>> {
  const find = () => tx.select().from(joinProposals).where(eq(joinProposals.id, id));
  const [seen] = await find();
  if (!seen) return fail("not_found", PROPOSAL_NOT_FOUND);
  // Locks people before what refers to them, as a merge does.
  const { records } = await lockPeople(tx, [seen.knownUserId, seen.userId]);
  const [proposal] = await find().for("update");
  const [known, said] = [records.get(seen.knownUserId), records.get(seen.userId)];
  if (!proposal || !known || !said) return fail("not_found", PROPOSAL_NOT_FOUND);
  return proposal.decidedAt === null ? ok({ proposal, known, said }) : fail("conflict", PROPOSAL_DECIDED);
}

function decide(tx: Transaction, { id }: JoinProposalRow, decision: "taken" | "dismissed", now: Date): Promise<Change> {
  return changeRows(tx, "join_proposals", {
    before: { decided_at: null, decision: null },
    after: { decided_at: now.toISOString(), decision },
    where: sql`t.id = ${id}`,
  });
}

/**
 * Removes the form's person and moves their submissions to the known person. Null if they are more than an applicant by
 * now.
 */
async function removeSaid(tx: Transaction, { known, said }: Open): Promise<Change[] | null> {
  const [applicant] = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.userId, said.userId), isOnlyApplicant()));
  if (!applicant) return null;
  const { userId } = said;
  const [before, after] = [{ user_id: userId }, { user_id: known.userId }];
  const isTheirs: SQL = sql`t.user_id = ${userId}`;
  return [
    await changeRows(tx, "join_submissions", { before, after, where: isTheirs }),
    await removeRows(tx, "join_proposals", sql`${userId} in (t.user_id, t.known_user_id)`),
    await removeRows(tx, "users", isTheirs),
  ];
}

type Work = { readonly open: Open; readonly fields: readonly JoinFormField[]; readonly now: Date };

async function write(tx: Transaction, admin: Admin, { open, fields, now }: Work): Promise<ProposalDecided> {
  const { proposal, known, said } = open;
  const { userId } = known;
  const values = Object.fromEntries(fields.map((field) => [field, takenOver(known, said, field)]));
  const emails = await readEmails(tx, [userId]);
  const changes = [
    await noting(tx, "users", sql`t.user_id = ${userId}`, () =>
      tx
        .update(users)
        .set({ ...values, updatedAt: now })
        .where(eq(users.userId, userId)),
    ),
  ];
  const removed = await removeSaid(tx, open);
  changes.push(...(removed ?? [await decide(tx, proposal, "taken", now)]));
  const name = viewName(known);
  const auditId = await writeAudit(
    tx,
    admin,
    {
      action: "proposal_taken",
      subjectIds: [userId, said.userId],
      before: { name, ...viewFields(known, fields) },
      after: { name, ...viewFields({ ...known, ...values }, fields) },
      undo: await keepForUndo(tx, changes, [known, said]),
    },
    now,
  );
  await tellOwners(tx, emails, { auditId, now });
  const isApproved = known.status === "approved";
  const message = takenOverWords({ name, fields: fields.length, stays: removed === null, isApproved });
  return { success: true, message, auditId };
}

/**
 * Applies the chosen fields of a join form to a known person: all but the email by default. Removes the form's person,
 * unless more than join forms refers to them: applying a form never hands an account to anyone. The email needs a fresh
 * proof.
 */
export async function takeOverProposal(
  app: App,
  admin: Admin,
  { id, mark, fields }: TakeOver & { id: string },
): Promise<Result<ProposalDecided>> {
  return retrying(app, async (tx) => {
    const open = await lockProposal(tx, id);
    if (!open.ok) return open;
    const { known, said } = open.value;
    if (markOf(known, said) !== mark) return fail("conflict", PROPOSAL_CHANGED);
    const offered = saidFields(known, said);
    const chosen = offered.filter((field) => (fields ? fields.includes(field) : field !== "email"));
    if (chosen.length === 0) return fail("invalid", PROPOSAL_NEEDS_FIELDS);
    const now = app.clock.now();
    if (chosen.includes("email")) {
      const proven = requireFreshProof(ok(admin), now);
      if (!proven.ok) return proven;
      const free = await checkEmail(tx, known.userId, said.email);
      if (!free.ok) return free;
    }
    return ok(await write(tx, admin, { open: open.value, fields: chosen, now }));
  });
}

/** Dismisses the form: both people stay as they are. */
export async function dismissProposal(app: App, admin: Admin, id: string): Promise<Result<ProposalDecided>> {
  return retrying(app, async (tx) => {
    const open = await lockProposal(tx, id);
    if (!open.ok) return open;
    const { proposal, known, said } = open.value;
    const now = app.clock.now();
    const changes = [await decide(tx, proposal, "dismissed", now)];
    const fields = saidFields(known, said);
    const auditId = await writeAudit(
      tx,
      admin,
      {
        action: "proposal_dismissed",
        subjectIds: [known.userId, said.userId],
        before: { name: viewName(known), ...viewFields(said, fields) },
        undo: await keepForUndo(tx, changes, []),
      },
      now,
    );
    return ok({ success: true, message: PROPOSAL_DISMISSED, auditId });
  });
}
