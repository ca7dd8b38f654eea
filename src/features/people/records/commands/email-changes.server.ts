import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";

/** Where people can be reached before an organizer's write: their email, and their account's verified one. */
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

type Telling = {
  /** Of a merge: the person that the others became. */
  readonly successor?: string;
  /** The audit log's entry: one mail each for it. */
  readonly auditId: string;
  readonly now: Date;
};

/**
 * Tells everybody whose email an organizer changed, at the old one and at their account's: if it was not right, they
 * can say so. People who were deleted are not told.
 */
export async function tellOwners(
  tx: Transaction,
  before: EmailsBefore,
  { successor, auditId, now }: Telling,
): Promise<void> {
  const ids = [...before.map(({ userId }) => userId), ...(successor === undefined ? [] : [successor])];
  const after = new Map((await readEmails(tx, ids)).map(({ userId, email }) => [userId, email]));
  const emails = before.flatMap(({ userId, email, accountEmail }) => {
    const current = after.get(userId) ?? after.get(successor ?? "");
    if (current === undefined || current === email) return [];
    return [email, accountEmail ?? ""].filter((address) => address !== current);
  });
  const mails = [...new Set(emails)].map((email) => ({
    kind: "email_changed_by_organizer",
    key: `email_changed_by_organizer:${auditId}:${email}`,
    email,
    data: {},
  }));
  await enqueueMails(tx, mails, now);
}
