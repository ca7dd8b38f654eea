import type { App } from "#src/context/app.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { supportMails } from "#src/features/support/mails.server.ts";
import type { SupportRequest } from "#src/features/support/schema.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";

/** Keeps a message for the organizers, tells them that it is there, and sends its sender a receipt. */
export async function receiveSupport(app: App, request: SupportRequest): Promise<void> {
  const { formType, email, ...data } = request;
  const now = app.clock.now();
  const id = uuidv7(now.getTime());
  const organizers = await listOrganizerAddresses(app);
  const toAdmins = organizers.map((admin) => supportMails.support_received.owed(`${id}:${admin}`, admin, {}));
  const receipt = supportMails.support_receipt.owed(id, email, {});
  await app.db.transaction(async (tx) => {
    await tx.insert(formSubmissions).values({ id, formType, email, data, createdAt: now });
    await enqueueStrangerMails(tx, [...toAdmins, receipt], now);
  });
}
