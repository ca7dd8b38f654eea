import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { areLastOrganizers, lockOrganizers } from "#src/features/identity/commands/organizers.server.ts";
import { LAST_ORGANIZER_STAYS } from "#src/features/privacy/messages.ts";
import { findHosted } from "#src/features/privacy/queries/hosted-events.server.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { privacyMails } from "#src/features/privacy/mails.server.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { enqueueMails, mailsOwed } from "#src/mail/outbox.server.ts";
import { afterForgetting } from "#src/features/privacy/commands/after-forgetting.server.ts";
import { anyOf } from "#src/features/privacy/commands/person.server.ts";
import { type Forgotten, forgetPerson } from "#src/features/privacy/commands/forget-person.server.ts";
import { findBelongings } from "#src/features/profile/queries/belongings.server.ts";
import type { Proved } from "#src/policy/proof.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/**
 * Deletes the caller: the person, their data and their account in one transaction, then the account at the identity
 * provider and the files. Irreversible. Idempotent: if the provider is down, the data is deleted anyway, and signing in
 * again finds an empty account that can be deleted again.
 */
export async function deleteMyAccount(app: App, { sub }: Proved): Promise<Result<void>> {
  const now = app.clock.now();
  const today = dayInZone(now, app.config.group.timeZone);
  const organizers = await listOrganizerAddresses(app);
  const forgotten = await retrying(app, async (tx): Promise<Forgotten | "last_organizer" | null> => {
    // Serializes concurrent deletions of one account; the second finds nothing left.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`forget:${sub}`}, 0))`);
    const [account] = await tx.select({ sub: accounts.sub }).from(accounts).where(eq(accounts.sub, sub));
    if (!account) return null;
    await lockOrganizers(tx);
    if (await areLastOrganizers(app, tx, [sub])) return "last_organizer";
    const { userIds } = await findBelongings(tx, sub);
    const hosted = await findHosted(tx, userIds, today);
    const done = await forgetPerson(tx, { userIds, subs: [sub] }, { now, countsSince: today, bytesUntil: now });
    const left = organizers.filter((email) => !done.person.emails.includes(email));
    const key = uuidv7(now.getTime());
    const mails = left.map((email) => privacyMails.host_left.owed(`${key}:${email}`, email, { eventIds: hosted }));
    if (hosted.length > 0) {
      await enqueueMails(tx, mails, now);
      const data = { eventIds: sql`${JSON.stringify(hosted)}::jsonb`, userId: sql`c.user_id` };
      const from = sql`from (select distinct user_id from event_co_hosts where event_id = ${anyOf(hosted)}) as c`;
      const coHosts = { key: sql`${`${key}:`}::text || c.user_id`, email: addressOf(sql`c.user_id`), data, from };
      await tx.execute(mailsOwed(privacyMails.co_host_alone, coHosts, now));
    }
    return done;
  });
  if (forgotten === "last_organizer") return fail("conflict", LAST_ORGANIZER_STAYS);
  if (forgotten) await afterForgetting(app, forgotten.person, { isFinal: true });
  else await app.identity.deleteAccount(sub);
  return ok(undefined);
}
