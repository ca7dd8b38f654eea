import type { App } from "#src/context/app.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { LINK_UNKNOWN } from "#src/features/unsubscribe/messages.ts";
import type { UnsubscribeRequest } from "#src/features/unsubscribe/schema.ts";
import { addressOfToken, unsubscribeAddress } from "#src/mail/preferences.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Stops the mails to an address and keeps what was said. Anybody may stop the mails of any address: that harms nobody. */
export async function unsubscribe(app: App, request: UnsubscribeRequest): Promise<void> {
  const { formType, email, ...data } = request;
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    await tx.insert(formSubmissions).values({ id: uuidv7(now.getTime()), formType, email, data, createdAt: now });
    await unsubscribeAddress(tx, email, now);
  });
}

/** The one-click unsubscribe of a mail (RFC 8058). Safe to repeat. */
export async function unsubscribeByToken(app: App, token: string): Promise<Result<void>> {
  const email = await addressOfToken(app.db, token);
  if (email === null) return fail("not_found", LINK_UNKNOWN);
  await app.db.transaction((tx) => unsubscribeAddress(tx, email, app.clock.now()));
  return ok(undefined);
}
