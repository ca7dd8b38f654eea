import { and, eq } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { keepForm } from "#src/features/inbox/commands/keep.server.ts";
import { unsubscribeMails } from "#src/features/unsubscribe/mails.server.ts";
import { LINK_UNKNOWN } from "#src/features/unsubscribe/messages.ts";
import type { UnsubscribeAnswer, UnsubscribeRequest } from "#src/features/unsubscribe/schema.ts";
import { addressOfToken, unsubscribeAddress } from "#src/mail/preferences.server.ts";
import { enqueueStrangerMails } from "#src/mail/strangers.server.ts";
import { signedInOf, type Viewer } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

type Outcome = Pick<UnsubscribeAnswer, "stopped" | "mailed">;

/**
 * Stores the request, once if it is repeated within minutes. Mails to the viewer's own verified address stop at once.
 * Anyone can type any other address, so its owner is mailed a link that stops them, unless the inbox is busy.
 */
export async function unsubscribe(app: App, viewer: Viewer, request: UnsubscribeRequest): Promise<Outcome> {
  const { formType, email, ...data } = request;
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    await keepForm(tx, { formType, email, data }, now);
    if (await isOwnAddress(tx, viewer, email)) {
      await unsubscribeAddress(tx, email, now);
      return { stopped: true, mailed: false };
    }
    const receipt = unsubscribeMails.unsubscribe_asked.owed(uuidv7(now.getTime()), email, {});
    return { stopped: false, mailed: await enqueueStrangerMails(tx, { receipt }, now) };
  });
}

async function isOwnAddress(tx: Transaction, viewer: Viewer, email: string): Promise<boolean> {
  const signedIn = signedInOf(viewer);
  if (!signedIn) return false;
  const isOwn = and(eq(accounts.sub, signedIn.sub), eq(accounts.email, email), accounts.emailVerified);
  return (await tx.select({ sub: accounts.sub }).from(accounts).where(isOwn)).length > 0;
}

/** The one-click unsubscribe of a mail (RFC 8058). Idempotent. */
export async function unsubscribeByToken(app: App, token: string): Promise<Result<void>> {
  const email = await addressOfToken(app.db, token);
  if (email === null) return fail("not_found", LINK_UNKNOWN);
  await app.db.transaction((tx) => unsubscribeAddress(tx, email, app.clock.now()));
  return ok(undefined);
}
