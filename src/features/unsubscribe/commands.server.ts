import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { formSubmissions } from "#src/db/tables/form-submissions.ts";
import { unsubscribeMails } from "#src/features/unsubscribe/mails.server.ts";
import { INBOX_BUSY, LINK_UNKNOWN } from "#src/features/unsubscribe/messages.ts";
import type { UnsubscribeRequest } from "#src/features/unsubscribe/schema.ts";
import { addressOfToken, unsubscribeAddress } from "#src/mail/preferences.server.ts";
import { BUSY_SECONDS, enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { signedInOf, type Viewer } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/**
 * Stores the request. Mails to the viewer's own verified address stop at once. Anyone can type any other address, so
 * its owner is mailed a link that stops them. Returns whether they have stopped.
 */
export async function unsubscribe(app: App, viewer: Viewer, request: UnsubscribeRequest): Promise<Result<boolean>> {
  const { formType, email, ...data } = request;
  const now = app.clock.now();
  const id = uuidv7(now.getTime());
  return app.db.transaction(async (tx) => {
    await tx.insert(formSubmissions).values({ id, formType, email, data, createdAt: now });
    const isOwner = await isOwnAddress(tx, viewer, email);
    const receipt = unsubscribeMails.unsubscribe_asked.owed(id, email, {});
    if (isOwner) await unsubscribeAddress(tx, email, now);
    else if (!(await enqueueStrangerMails(tx, { receipt }, now)))
      return fail("rate_limited", INBOX_BUSY, { retryAfterSeconds: BUSY_SECONDS });
    return ok(isOwner);
  });
}

async function isOwnAddress(tx: Transaction, viewer: Viewer, email: string): Promise<boolean> {
  const signedIn = signedInOf(viewer);
  if (!signedIn) return false;
  const isOwn = and(eq(accounts.sub, signedIn.sub), eq(accounts.email, email), accounts.emailVerified);
  return (await tx.select({ sub: accounts.sub }).from(accounts).where(isOwn)).length > 0;
}

/** The one-click unsubscribe of a mail (RFC 8058). Safe to repeat. */
export async function unsubscribeByToken(app: App, token: string): Promise<Result<void>> {
  const email = await addressOfToken(app.db, token);
  if (email === null) return fail("not_found", LINK_UNKNOWN);
  await app.db.transaction((tx) => unsubscribeAddress(tx, email, app.clock.now()));
  return ok(undefined);
}
