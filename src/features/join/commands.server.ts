import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { contactKeys, lockKeys } from "#src/db/lock-keys.server.ts";
import { executePrepared, prepareOnce } from "#src/db/prepared.server.ts";
import { isOnlyApplicant } from "#src/db/person-columns.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { type Applicant, applicantOf, updateAnswers } from "#src/features/join/applicant.ts";
import type { JoinDraft, JoinRequest, JoinSubmission } from "#src/features/join/schema.ts";
import type { Client } from "#src/http/client.server.ts";
import { countRequest } from "#src/http/rate-limit.server.ts";
import { newId } from "#src/mail/outbox.server.ts";
import { joinMails } from "#src/features/join/mails.server.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { PROPOSAL_REASONS } from "#src/shared/proposals.ts";
import { ok, type Result } from "#src/shared/result.ts";

/** New drafts per network address: many phones at one beach share an address, but a script must hit a limit. */
const NEW_DRAFTS = { name: "join-drafts", max: 60, windowSeconds: 3600 };

/**
 * Stores the draft of a wizard run, or completes the run and creates its person. Idempotent: a run is one row, and a
 * draft that arrives after completion is ignored.
 */
export async function submitJoin(
  app: App,
  request: JoinRequest,
  client: Client,
): Promise<Result<{ success: true; complete: boolean }>> {
  const now = app.clock.now();
  if (!request.complete && !(await hasRun(app, request.submissionId))) {
    const allowed = await countRequest(app, NEW_DRAFTS, client.address);
    if (!allowed.ok) return allowed;
  }
  await app.db.transaction((tx) => (request.complete ? completeRun(tx, request, now) : saveDraft(tx, request, now)));
  return ok({ success: true, complete: request.complete });
}

async function hasRun(app: App, submissionId: string): Promise<boolean> {
  const isIt = eq(joinSubmissions.submissionId, submissionId);
  return (await app.db.select({ id: joinSubmissions.submissionId }).from(joinSubmissions).where(isIt)).length > 0;
}

async function saveDraft(tx: Transaction, draft: JoinDraft, now: Date): Promise<void> {
  const { submissionId, complete: _, ...data } = draft;
  await tx
    .insert(joinSubmissions)
    .values({ submissionId, data, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: joinSubmissions.submissionId,
      set: { data, updatedAt: now },
      setWhere: isNull(joinSubmissions.completedAt),
    });
}

async function completeRun(tx: Transaction, submission: JoinSubmission, now: Date): Promise<void> {
  const { submissionId, complete: _, ...data } = submission;
  const applicant = applicantOf(submission);
  // Statements that do not need each other's results share a round trip. People are locked before submissions, as in a
  // merge, so the run uses an advisory lock instead of its row's.
  const [, earlier, strangers] = await Promise.all([
    lockKeys(tx, [`join:${submissionId}`, ...contactKeys([applicant])]),
    readRun(tx, submissionId),
    lockPeople(tx, "join_lock_strangers", and(sameContact(applicant), hasMadeNobody(submissionId))),
  ]);
  const isRetry = earlier !== undefined && earlier.completedAt !== null && isSameData(earlier.data, data);
  if (isRetry) return;
  const run = { applicant, submissionId, madeUserId: earlier?.madeUserId ?? null };
  const found = await findPerson(tx, run, strangers);
  const userId = found.person?.userId ?? uuidv7(now.getTime());
  const madeUserId = found.person === undefined ? userId : found.isOwn ? run.madeUserId : null;
  // A resubmission without the consent keeps the earlier one.
  const agreement = data.agreedTerms && { termsVersion: data.agreedTerms, termsAgreedAt: now };
  const completed = { data, userId, madeUserId, ...agreement, completedAt: now, updatedAt: now };
  await Promise.all([
    found.person ? updatePerson(tx, found.person, applicant, now) : insertPerson(tx, userId, applicant, now),
    tx
      .insert(joinSubmissions)
      .values({ submissionId, ...completed, createdAt: now })
      .onConflictDoUpdate({ target: joinSubmissions.submissionId, set: completed })
      .prepare(agreement ? "join_complete_agreed" : "join_complete")
      .execute(),
    propose(tx, userId, applicant, now),
    enqueueStrangerMails(tx, { receipt: joinMails.join_received.owed(submissionId, applicant.email, {}) }, now),
  ]);
}

async function readRun(tx: Transaction, submissionId: string) {
  const query = prepareOnce(tx, "join_run", (name) =>
    tx
      .select()
      .from(joinSubmissions)
      .where(eq(joinSubmissions.submissionId, sql.placeholder("submissionId")))
      .prepare(name),
  );
  const [run] = await query.execute({ submissionId });
  return run;
}

/** Compares answers as the database stores them, without undefined values. */
function isSameData(kept: unknown, data: unknown): boolean {
  return isDeepStrictEqual(kept, JSON.parse(JSON.stringify(data)));
}

type Run = {
  readonly applicant: Applicant;
  readonly submissionId: string;
  /** The person that this run created earlier. */
  readonly madeUserId: string | null;
};

type Found = { readonly person?: UserRow | undefined; readonly isOwn: boolean };

/**
 * The person whom this form may change because nothing else refers to them yet: this run's own, or an earlier
 * applicant. `strangers`: the ids locked if the run has created nobody.
 */
async function findPerson(tx: Transaction, run: Run, strangers: readonly string[]): Promise<Found> {
  if (run.madeUserId === null) return { person: await onlyApplicant(tx, strangers), isOwn: false };
  const own = await lockOwnPerson(tx, run.madeUserId, run.submissionId);
  if (own) return { person: own, isOwn: true };
  const others = await lockPeople(tx, "join_lock_others", sameContact(run.applicant));
  return { person: await onlyApplicant(tx, others), isOwn: false };
}

async function updatePerson(tx: Transaction, person: UserRow, applicant: Applicant, now: Date): Promise<void> {
  const answers = updateAnswers(person, applicant);
  await tx
    .update(users)
    .set({ ...answers, updatedAt: now })
    .where(eq(users.userId, person.userId));
  await withdraw(tx, person.userId, applicant);
}

async function insertPerson(tx: Transaction, userId: string, applicant: Applicant, now: Date): Promise<void> {
  const person = { userId, ...applicant, dateAdded: now, createdAt: now, updatedAt: now };
  await tx.insert(users).values(person).prepare("join_insert_person").execute();
}

function sameContact({ email, phone }: Applicant): SQL | undefined {
  return and(eq(users.email, email), eq(users.phone, phone));
}

/**
 * Locking the run's own person and others must follow the order of a merge, so others are locked later in that case.
 */
function hasMadeNobody(submissionId: string): SQL {
  return sql`not exists (select from join_submissions j where j.submission_id = ${submissionId} and j.made_user_id is not null)`;
}

/** The person created by this run, unless another run added to them. */
async function lockOwnPerson(tx: Transaction, madeUserId: string, submissionId: string): Promise<UserRow | undefined> {
  const isAlone = sql`not exists (select from join_submissions j where j.user_id = ${users.userId} and j.submission_id <> ${submissionId})`;
  return onlyApplicant(tx, await lockPeople(tx, "join_lock_own", and(eq(users.userId, madeUserId), isAlone)));
}

/** The most matching people that are examined. */
const MOST_CANDIDATES = 20;

/** Locks people and returns their ids, the oldest first. */
async function lockPeople(tx: Transaction, name: string, fits: SQL | undefined): Promise<string[]> {
  const locked = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(fits)
    .orderBy(asc(users.userId))
    .limit(MOST_CANDIDATES)
    .for("update")
    .prepare(name)
    .execute();
  return locked.map(({ userId }) => userId);
}

/**
 * The oldest of these locked people who is still only an applicant: not approved, in no chat, and referred to only by join
 * forms. Anyone can type anyone's address, so a form may change nobody else.
 */
async function onlyApplicant(tx: Transaction, locked: readonly string[]): Promise<UserRow | undefined> {
  if (locked.length === 0) return undefined;
  // Checked under the lock: an account or an RSVP may have been in flight until then, and none can follow.
  const [person] = await tx
    .select()
    .from(users)
    .where(and(inArray(users.userId, [...locked]), isOnlyApplicant()))
    .orderBy(asc(users.userId))
    .limit(1);
  return person;
}

/** The most people that one form is proposed to match. */
const MOST_PROPOSALS = 5;

/** Tells organizers who else an applicant may be: people with the same email or phone, approved ones first. */
export async function propose(
  tx: Transaction,
  userId: string,
  { email, phone }: Pick<Applicant, "email" | "phone">,
  now: Date,
): Promise<void> {
  const reason = (name: (typeof PROPOSAL_REASONS)[number], holds: SQL) =>
    sql`case when ${holds} then ${name}::text end`;
  const same = {
    email: sql`(u.email = ${email} and u.email <> '')`,
    phone: sql`(u.phone = ${phone} and u.phone <> '')`,
    second_phone: sql`(u.zphone2 = ${phone} and u.zphone2 <> '')`,
  };
  const reasons = PROPOSAL_REASONS.map((name) => reason(name, same[name]));
  const statement = sql`
    insert into join_proposals (id, user_id, known_user_id, reasons, created_at)
    select ${newId(now)}, ${userId}, u.user_id, array_remove(array[${sql.join(reasons, sql`, `)}], null), ${now.toISOString()}::timestamptz
    from users u where u.user_id <> ${userId} and (${sql.join(Object.values(same), sql` or `)})
    order by u.status = 'approved' desc, u.user_id limit ${MOST_PROPOSALS}
    on conflict (user_id, known_user_id) do update set reasons = excluded.reasons where join_proposals.decided_at is null`;
  await executePrepared(tx, "join_propose", statement);
}

/** Withdraws open proposals whose reason is gone because the applicant corrected their email or phone. */
async function withdraw(tx: Transaction, userId: string, { email, phone }: Applicant): Promise<void> {
  const isSame = sql`${email} = u.email or ${phone} in (u.phone, u.zphone2)`;
  await tx
    .delete(joinProposals)
    .where(
      and(
        eq(joinProposals.userId, userId),
        isNull(joinProposals.decidedAt),
        sql`not exists (select from users u where u.user_id = ${joinProposals.knownUserId} and (${isSame}))`,
      ),
    );
}
