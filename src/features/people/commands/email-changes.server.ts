import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { users } from "#src/db/tables/users.ts";
import { EMAIL_OF_AN_ACCOUNT, userSavedBeside } from "#src/features/people/messages.ts";
import { endEverything } from "#src/features/identity/commands/sessions.server.ts";
import { peopleMails } from "#src/features/people/mails.server.ts";
import { followAddresses } from "#src/mail/followed-address.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** People's contact addresses before an organizer's write: their email, and their account's verified one. */
export type EmailsBefore = readonly {
  readonly userId: string;
  readonly email: string;
  readonly accountEmail: string | null;
}[];

/** Reads people's emails. Call it before a write and {@link tellOwners} after it. */
export async function readEmails(tx: Transaction, userIds: readonly string[]): Promise<EmailsBefore> {
  const { rows } = await tx.execute<EmailsBefore[number]>(sql`
    select u.user_id as "userId", u.email, a.email as "accountEmail"
    from users u left join accounts a on a.user_id = u.user_id and a.email_verified
    where u.user_id = any(${sql.param([...userIds])}::text[])`);
  return rows;
}

/**
 * Whether an organizer may give a person this email: not when someone else signs in with it. Succeeds with a remark when
 * the record of somebody without an account has it too. Call it under `lockContacts`, or with the records that have the
 * email locked.
 */
export async function checkEmail(tx: Transaction, userId: string, email: string): Promise<Result<string | null>> {
  const [account] = await tx.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.email, email));
  const [other] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName, sub: accounts.sub })
    .from(users)
    .leftJoin(accounts, eq(accounts.userId, users.userId))
    .where(and(eq(users.email, email), ne(users.userId, userId)))
    .orderBy(asc(accounts.sub), asc(users.userId))
    .limit(1);
  // An account that nobody signed in to yet belongs to the record with its email.
  const isAnothers = account ? account.userId !== userId && (account.userId !== null || other !== undefined) : false;
  if (isAnothers || (other && other.sub !== null)) return fail("conflict", EMAIL_OF_AN_ACCOUNT);
  return ok(other ? userSavedBeside(`${other.firstName} ${other.lastName}`.trim() || "Another record") : null);
}

type Telling = {
  /** In a merge: the person that the others were merged into. */
  readonly successor?: string;
  /** Earlier emails may be unverified; then only verified account emails are notified. */
  readonly isUnproved?: boolean;
  /** The audit log entry's id; one mail per address and entry. */
  readonly auditId: string;
  readonly now: Date;
};

/**
 * Notifies everyone whose email an organizer changed, at the old email and at their account's, so they can object.
 * Deleted people are not notified. Redirects queued mails to the new address.
 */
export async function tellOwners(
  tx: Transaction,
  before: EmailsBefore,
  { successor, isUnproved = false, auditId, now }: Telling,
): Promise<void> {
  const ids = [...before.map(({ userId }) => userId), ...(successor === undefined ? [] : [successor])];
  const after = new Map((await readEmails(tx, ids)).map(({ userId, email }) => [userId, email]));
  const moved = before.filter(({ userId, email }) => after.has(userId) && after.get(userId) !== email);
  await followAddresses(tx, [...moved.map(({ userId }) => userId), ...(successor === undefined ? [] : [successor])]);
  const emails = before.flatMap(({ userId, email, accountEmail }) => {
    const current = after.get(userId) ?? after.get(successor ?? "");
    if (current === undefined || current === email) return [];
    return [isUnproved ? "" : email, accountEmail ?? ""].filter((address) => address !== current);
  });
  const mails = [...new Set(emails)].map((email) =>
    peopleMails.email_changed_by_organizer.owed(`${auditId}:${email}`, email, {}),
  );
  await enqueueMails(tx, mails, now);
}

/**
 * After an undo restored people's earlier emails: unlinks accounts created with the later one since the write, and
 * signs them out. Otherwise a wrong email would have handed the person over permanently.
 */
export async function untieSince(tx: Transaction, before: EmailsBefore, since: Date): Promise<void> {
  const now = await readEmails(
    tx,
    before.map(({ userId }) => userId),
  );
  const emailNow = new Map(now.map(({ userId, email }) => [userId, email]));
  const changed = before.filter(({ userId, email }) => email !== "" && emailNow.get(userId) !== email);
  for (const { userId, email } of changed) {
    const { rows } = await tx.execute<{ sub: string }>(sql`
      update accounts set user_id = null
      where user_id = ${userId} and email = ${email} and created_at >= ${since.toISOString()}::timestamptz
      returning sub`);
    for (const { sub: theirs } of rows) await endEverything(tx, theirs);
  }
}
