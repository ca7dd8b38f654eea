import type { App } from "#src/context/app.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { keepForm } from "#src/features/inbox/commands/keep.server.ts";
import { supportMails } from "#src/features/support/mails.server.ts";
import type { SupportRequest } from "#src/features/support/schema.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";

/** Stores a message, notifies the organizers, and sends a receipt. */
export async function receiveSupport(app: App, request: SupportRequest): Promise<void> {
  const { formType, email, ...data } = request;
  const now = app.clock.now();
  const organizers = await listOrganizerAddresses(app);
  await app.db.transaction(async (tx) => {
    const id = await keepForm(tx, { formType, email, data }, now);
    if (id === null) return;
    const toReaders = organizers.map((admin) => supportMails.support_received.owed(`${id}:${admin}`, admin, {}));
    const receipt = supportMails.support_receipt.owed(id, email, {});
    await enqueueStrangerMails(tx, { receipt, toReaders }, now);
  });
}
