import { randomUUID } from "node:crypto";
import { and, arrayOverlaps, eq, inArray, isNull, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatMembers, chatMessages, chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { joinSubmissions } from "#src/db/tables/join-submissions.ts";
import { mailOutbox, mailPreferences } from "#src/db/tables/mail.ts";
import { users } from "#src/db/tables/users.ts";
import { FORMER_MEMBER } from "#src/features/dashboard/messages.ts";
import { leaveEvents } from "#src/features/events/rsvps/commands/leave-events.server.ts";
import { forgetPayer } from "#src/features/membership/commands/ledger.server.ts";
import { forgetBitcoinCash } from "#src/features/payments/commands/forget.server.ts";
import { type Belongings, findBelongings, isApplicationOf } from "#src/features/users/queries/personal-data.server.ts";
import { requireSignedIn, type Viewer } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** The words stay, so that what others answered keeps its sense; who said them is not told any more. */
async function leaveChats(tx: Transaction, userIds: string[]): Promise<void> {
  // One name for all messages of this person, from which nothing leads back.
  const authorId = `former-${randomUUID()}`;
  await tx
    .update(chatMessages)
    .set({ authorId, userId: null, name: FORMER_MEMBER, avatarUrl: "", clientId: null })
    .where(inArray(chatMessages.userId, userIds));
  const left = await tx
    .delete(chatMembers)
    .where(inArray(chatMembers.userId, userIds))
    .returning({ chatId: chatMembers.chatId });
  for (const chatId of left.map((member) => member.chatId).toSorted())
    await tx
      .update(chats)
      .set({ memberCount: sql`greatest(${chats.memberCount} - 1, 0)` })
      .where(eq(chats.id, chatId));
}

/** What was sent with the address, and what was to be sent to it. Being unsubscribed outlives the account. */
async function deletePost(tx: Transaction, { email }: Belongings): Promise<void> {
  if (email === null) return;
  await tx.delete(formSubmissions).where(eq(formSubmissions.email, email));
  await tx.delete(mailOutbox).where(eq(mailOutbox.email, email));
  await tx.delete(mailPreferences).where(and(eq(mailPreferences.email, email), isNull(mailPreferences.unsubscribedAt)));
}

async function deletePerson(tx: Transaction, app: App, sub: string): Promise<void> {
  // Two deletions at once: the second waits here, and finds nothing left to do.
  const [account] = await tx.select().from(accounts).where(eq(accounts.sub, sub)).for("update");
  if (!account) return;
  const belongings = await findBelongings(tx, sub);
  const userIds = [...belongings.userIds];
  const now = app.clock.now();
  await leaveEvents(tx, userIds, { since: dayInZone(now, app.config.group.timeZone), now });
  await leaveChats(tx, userIds);
  await tx
    .update(socialEvents)
    .set({ host: FORMER_MEMBER, organizerVenmo: "", organizerCashApp: "", updatedAt: now })
    .where(inArray(socialEvents.hostUserId, userIds));
  await tx.delete(joinSubmissions).where(isApplicationOf(belongings));
  await deletePost(tx, belongings);
  await forgetPayer(tx, belongings);
  await forgetBitcoinCash(tx, belongings);
  // What organisers did stays in their log, without what it was done to.
  await tx
    .update(auditLog)
    .set({ before: null, after: null, undo: null })
    .where(arrayOverlaps(auditLog.subjectIds, userIds));
  // Past answers, votes and notices go with the records.
  await tx.delete(users).where(inArray(users.userId, userIds));
  await tx.delete(accounts).where(eq(accounts.sub, sub));
}

/**
 * Deletes who asks: the person, what they gave, and their account, in one transaction; then the account at the
 * identity provider. Safe to repeat. When the provider cannot be reached, the data is gone all the same, and signing in
 * once more finds an empty account that can be deleted again.
 */
export async function deleteMyAccount(app: App, viewer: Viewer): Promise<Result<void>> {
  const signedIn = requireSignedIn(viewer);
  if (!signedIn.ok) return signedIn;
  const { sub } = signedIn.value;
  await app.db.transaction((tx) => deletePerson(tx, app, sub));
  await app.identity.deleteAccount(sub);
  return ok(undefined);
}
