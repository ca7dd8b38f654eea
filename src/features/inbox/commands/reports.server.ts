import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { chatMessages } from "#src/db/tables/chats.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { inboxMails } from "#src/features/inbox/mails.server.ts";
import { REPORT } from "#src/features/inbox/rules.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";

/** A report's content. The caller has checked that its sender may read the chat message. */
type Reported = {
  readonly about: string;
  readonly message: string;
  /** Empty for an anonymous report. */
  readonly email: string;
  readonly chatId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly eventId?: string | undefined;
};

/** The addresses of the person who wrote the reported message. */
async function readAuthorAddresses(app: App, { chatId, messageId }: Pick<Reported, "chatId" | "messageId">) {
  if (chatId === undefined || messageId === undefined) return new Set<string>();
  const rows = await app.db
    .select({ email: accounts.email })
    .from(chatMessages)
    .innerJoin(accounts, eq(accounts.userId, chatMessages.userId))
    .where(and(eq(chatMessages.chatId, chatId), eq(chatMessages.id, messageId)));
  return new Set(rows.map(({ email }) => email));
}

/**
 * Stores a report and notifies the organizers, except the author of the reported message. Stores a chat message by id,
 * not as a copy, so deleting its author also removes the text from the report.
 */
export async function keepReport(app: App, { email, ...data }: Reported): Promise<void> {
  const now = app.clock.now();
  const id = uuidv7(now.getTime());
  const writers = await readAuthorAddresses(app, data);
  const readers = (await listOrganizerAddresses(app)).filter((address) => !writers.has(address));
  const toReaders = readers.map((reader) =>
    inboxMails.form_forwarded.owed(`${id}:${reader}`, reader, { formType: REPORT, eventId: undefined }),
  );
  const receipt = email === "" ? undefined : inboxMails.form_received.owed(id, email, { isWaiting: false });
  await app.db.transaction(async (tx) => {
    await tx.insert(formSubmissions).values({ id, formType: REPORT, email, data, createdAt: now });
    await enqueueStrangerMails(tx, { receipt, toReaders }, now);
  });
}
