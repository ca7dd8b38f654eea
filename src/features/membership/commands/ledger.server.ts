import { and, arrayContains, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import {
  type MembershipRow,
  memberships,
  type NewPayment,
  type PaymentRow,
  payments,
} from "#src/db/tables/payments.ts";
import { users } from "#src/db/tables/users.ts";
import { membershipMails } from "#src/features/membership/mails.server.ts";
import { readAddress } from "#src/mail/address.server.ts";
import type { OwedMail } from "#src/mail/kinds.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { memberUntil } from "#src/policy/membership.ts";
import { uuidv7 } from "#src/shared/ids.ts";

/** A payment's payer, and how they were identified. */
export type Match = { readonly userId: string | null; readonly matchedBy: MembershipRow["matchedBy"] };
export const NOBODY: Match = { userId: null, matchedBy: "nothing" };

/** The record a reference points to now: it may have been merged during the payment. */
async function findReferred(tx: Transaction, reference: string): Promise<string | null> {
  let userId = reference;
  while (userId !== "") {
    const [person] = await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId));
    if (person) return person.userId;
    const [merge] = await tx
      .select({ base: sql<string>`${auditLog.subjectIds}[1]` })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.action, "users_merged"),
          isNull(auditLog.undoneAt),
          arrayContains(auditLog.subjectIds, [userId]),
          sql`${auditLog.subjectIds}[1] <> ${userId}`,
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(1);
    userId = merge?.base ?? "";
  }
  return null;
}

/** Finds the payer by checkout reference, then by verified email; null if neither matches. */
export async function findPayer(tx: Transaction, payer: { reference: string; email: string }): Promise<Match> {
  const userId = await findReferred(tx, payer.reference);
  if (userId !== null) return { userId, matchedBy: "reference" };
  if (payer.email === "") return NOBODY;
  const [account] = await tx
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.email, payer.email), accounts.emailVerified));
  return account && account.userId !== null ? { userId: account.userId, matchedBy: "email" } : NOBODY;
}

/** Enqueues a mail to the person, or to the paying address while the person is unknown. */
export async function oweMail(
  tx: Transaction,
  mailTo: (email: string) => OwedMail,
  to: { userId: string | null; payerEmail: string },
  now: Date,
): Promise<void> {
  const email = to.userId === null ? to.payerEmail : await readAddress(tx, to.userId);
  await enqueueMails(tx, [mailTo(email)], now);
}

/** Adds a ledger entry once per reference, and enqueues its mail. Null if it exists. */
export async function recordPayment(
  tx: Transaction,
  payment: Omit<NewPayment, "id" | "createdAt">,
  now: Date,
): Promise<PaymentRow | null> {
  const [made] = await tx
    .insert(payments)
    .values({ ...payment, id: uuidv7(now.getTime()), createdAt: now })
    .onConflictDoNothing({ target: [payments.provider, payments.providerRef] })
    .returning();
  if (!made) return null;
  const { id: paymentId, kind } = made;
  const mail = kind === "payment" ? membershipMails.payment_receipt : membershipMails.payment_returned;
  await oweMail(tx, (email) => mail.owed(paymentId, email, { paymentId }), made, now);
  return made;
}

/** Stores a membership's facts and their effects, and notifies the person when it ends. */
export async function saveMembership(tx: Transaction, row: MembershipRow, now: Date): Promise<void> {
  const until = memberUntil(row);
  const isOver = until !== null && until <= now;
  const closedAt = isOver ? (row.closedAt ?? now) : null;
  await tx
    .update(memberships)
    .set({ ...row, memberUntil: until, closedAt, updatedAt: now })
    .where(eq(memberships.id, row.id));
  if (!isOver || row.closedAt !== null) return;
  const key = `${row.id}:${until.toISOString()}`;
  const mailTo = (email: string) => membershipMails.membership_ended.owed(key, email, { membershipId: row.id });
  await oweMail(tx, mailTo, row, now);
}

/** Assigns a membership to a person, together with its payments and those of the same card. */
export async function giveMembership(tx: Transaction, row: MembershipRow, match: Match): Promise<void> {
  await tx.update(memberships).set(match).where(eq(memberships.id, row.id));
  const sameCard =
    row.customerId === ""
      ? undefined
      : and(eq(payments.provider, row.provider), eq(payments.customerId, row.customerId), isNull(payments.userId));
  await tx
    .update(payments)
    .set(match)
    .where(or(eq(payments.membershipId, row.id), sameCard));
}

/** A paid or recorded period. It starts no later than it ends. */
export async function addPeriod(
  tx: Transaction,
  period: Match &
    Pick<MembershipRow, "provider" | "method" | "providerId" | "payerEmail"> & { from: Date; until: Date },
  now: Date,
): Promise<string> {
  const { from, until, ...rest } = period;
  const id = uuidv7(now.getTime());
  const facts = { isRecurring: false, periodStart: from, periodEnd: until, paidUntil: until };
  await tx.insert(memberships).values({ ...rest, ...facts, id, memberUntil: until, createdAt: now, updatedAt: now });
  return id;
}

/** A person's memberships, locked, so that two periods bought at once are consecutive. */
export async function lockMembershipsOf(tx: Transaction, userId: string): Promise<MembershipRow[]> {
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for("update");
  return tx.select().from(memberships).where(eq(memberships.userId, userId)).limit(1000).for("update");
}
