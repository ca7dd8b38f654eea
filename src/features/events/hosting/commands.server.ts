import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { isBlockedNow } from "#src/db/groups-now.ts";
import { moment } from "#src/db/instant.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { hostingMails } from "#src/features/events/hosting/mails.server.ts";
import { newsEnds } from "#src/features/events/hosting/rules/news-ends.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed } from "#src/mail/outbox.server.ts";
import { NOT_NAMEABLE } from "#src/features/events/hosting/messages.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Fails if a blocked person is named a helper of an event. The error does not reveal why. */
export async function requireNameable(tx: Transaction, userId: string, now: Date): Promise<Result<void>> {
  const { rows } = await tx.execute<{ blocked: boolean }>(
    sql`select ${isBlockedNow(sql`${userId}`, moment(now))} as blocked`,
  );
  return rows[0]?.blocked ? fail("conflict", NOT_NAMEABLE) : ok(undefined);
}

/**
 * SQL: queues the mail to the host about new guests, given as rows of `guests` with a `user_id`. One mail for each span
 * of hours, due at its end.
 */
export function hostTold(event: Pick<SocialEventRow, "id" | "hostUserId" | "timeZone">, guests: SQL, now: Date): SQL {
  const ends = newsEnds(now, event.timeZone);
  const key = sql`${`${event.id}:${event.hostUserId}:${ends.toISOString()}`}::text`;
  const data = { eventId: sql`${event.id}::text`, userId: sql`u.user_id`, since: sql`${now.toISOString()}::text` };
  const from = sql`from users u where u.user_id = ${event.hostUserId}
    and exists (select from (${guests}) as g where g.user_id <> u.user_id)`;
  const mails = { key, email: addressOf(sql`u.user_id`), data, from, dueAt: moment(ends) };
  return mailsOwed(hostingMails.new_guests, mails, now);
}
