import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { type Applicant, applicantOf, mergeApplicant } from "#src/features/join/applicant.ts";
import type { JoinRequest } from "#src/features/join/schema.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { normalizeEmail } from "#src/shared/contact.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { ok, type Result } from "#src/shared/result.ts";

const DRAFT_LIFE_DAYS = 30;

/**
 * Keeps what a run of the wizard has so far, and at its end makes or updates one person. Safe to repeat: one run is
 * one row, and once completed it stays as it was completed, whatever comes late.
 */
export async function submitJoin(
  app: App,
  request: JoinRequest,
): Promise<Result<{ success: true; complete: boolean }>> {
  const { submissionId, complete, ...data } = request;
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    // The row is locked from here to the end of the transaction, so the same run submitted twice at once is one.
    const [open] = await tx
      .insert(joinSubmissions)
      .values({ submissionId, data, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: joinSubmissions.submissionId,
        set: { data, updatedAt: now },
        setWhere: isNull(joinSubmissions.completedAt),
      })
      .returning({ submissionId: joinSubmissions.submissionId });
    if (!open || !request.complete) return;
    const userId = await saveApplicant(tx, applicantOf(request), now);
    await tx
      .update(joinSubmissions)
      .set({ completedAt: now, userId })
      .where(eq(joinSubmissions.submissionId, submissionId));
    const { email, firstName } = request;
    const mail = { kind: "join_received", key: `join_received:${submissionId}`, email: normalizeEmail(email) };
    await enqueueMails(tx, [{ ...mail, data: { firstName } }], now);
  });
  return ok({ success: true, complete });
}

/** Whoever makes people with one e-mail or phone at the same moment waits for each other here. */
export async function lockContacts(
  tx: Transaction,
  people: readonly { readonly email: string; readonly phone: string }[],
): Promise<void> {
  const keys = people.flatMap(({ email, phone }) => [
    ...(email === "" ? [] : [`email:${email}`]),
    ...(phone === "" ? [] : [`phone:${phone}`]),
  ]);
  // In the order of the numbers, so that two who share both can never hold one each.
  await tx.execute(
    sql`select pg_advisory_xact_lock(k) from (
      select distinct hashtextextended(key, 0) as k from unnest(${sql.param(keys)}::text[]) as key order by 1
    ) as locks`,
  );
}

/** Whom an applicant is: the person of that e-mail, else of that phone; the oldest record when there are several. */
async function findPerson(tx: Transaction, { email, phone }: Applicant): Promise<UserRow | undefined> {
  const [found] = await tx
    .select()
    .from(users)
    .where(or(eq(users.email, email), eq(users.phone, phone)))
    .orderBy(sql`${users.email} = ${email} desc`, asc(users.userId))
    .limit(1)
    .for("update");
  return found;
}

async function saveApplicant(tx: Transaction, applicant: Applicant, now: Date): Promise<string> {
  await lockContacts(tx, [applicant]);
  const person = await findPerson(tx, applicant);
  if (person) {
    await tx
      .update(users)
      .set({ ...mergeApplicant(person, applicant), updatedAt: now })
      .where(eq(users.userId, person.userId));
    return person.userId;
  }
  const userId = uuidv7(now.getTime());
  await tx.insert(users).values({ userId, ...applicant, dateAdded: now, createdAt: now, updatedAt: now });
  return userId;
}

/** Forgets drafts that nobody finished. Returns how many. */
export async function deleteStaleDrafts(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - DRAFT_LIFE_DAYS * 86_400_000);
  const { rowCount } = await app.db
    .delete(joinSubmissions)
    .where(and(isNull(joinSubmissions.completedAt), lt(joinSubmissions.updatedAt, before)));
  return rowCount ?? 0;
}
