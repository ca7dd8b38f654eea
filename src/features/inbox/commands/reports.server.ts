import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { chatMessages } from "#src/db/tables/chats.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { inboxMails } from "#src/features/inbox/mails.server.ts";
import { REPORT_RECEIVED, REPORTED_MESSAGE_GONE } from "#src/features/inbox/messages.ts";
import { REPORT } from "#src/features/inbox/rules.ts";
import type { Report } from "#src/features/inbox/schema/reports.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Whether the chat message of a report exists; a report need not be about one. */
async function isThere(tx: Transaction, { chatId, messageId }: Pick<Report, "chatId" | "messageId">): Promise<boolean> {
  if (messageId === undefined) return true;
  const [message] = await tx
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(eq(chatMessages.chatId, chatId ?? ""), eq(chatMessages.id, messageId)));
  return message !== undefined;
}

/**
 * Keeps a report and tells the organizers that there is one. A chat message is kept by its id, never as a copy: when its
 * writer is deleted, their words go from the report too.
 */
export async function keepReport(
  app: App,
  { email, ...data }: Report,
): Promise<Result<{ success: true; message: string }>> {
  const now = app.clock.now();
  const id = uuidv7(now.getTime());
  const readers = await listOrganizerAddresses(app);
  const forwarded = readers.map((reader) =>
    inboxMails.form_forwarded.owed(`${id}:${reader}`, reader, { formType: REPORT, eventId: undefined }),
  );
  const receipt = email === "" ? [] : [inboxMails.form_received.owed(id, email, { isWaiting: false })];
  return app.db.transaction(async (tx) => {
    if (!(await isThere(tx, data))) return fail("invalid", REPORTED_MESSAGE_GONE);
    await tx.insert(formSubmissions).values({ id, formType: REPORT, email, data, createdAt: now });
    await enqueueStrangerMails(tx, [...receipt, ...forwarded], now);
    return ok({ success: true, message: REPORT_RECEIVED });
  });
}
