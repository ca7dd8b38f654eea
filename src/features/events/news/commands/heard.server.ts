import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";

/** The hold state as a string. Guests are not told again of an equal one. */
export function holdState(event: SocialEventRow): string {
  const { decision, holdReason, decidesAt, decisionDefault, minimumGoing } = event;
  if (decision !== "hold") return "on";
  return JSON.stringify([holdReason, decidesAt?.toISOString(), decisionDefault, minimumGoing]);
}

/** The hold state that a person knows of. */
export type Heard = { readonly userId: string; readonly heard: string | null };

/**
 * Withdraws unsent mails about earlier decisions, with their unread notices, and returns what each of those people
 * knows. A notification, a mail being sent or a read notice has informed them; anything else has not.
 */
export async function withdrawUnsent(tx: Transaction, eventId: string, people: SQL, now: Date): Promise<Heard[]> {
  const { rows } = await tx.execute<Heard>(sql`with
    withdrawn as (
      update mail_outbox set status = 'skipped', done_at = ${moment(now)}
      where status = 'waiting' and kind = 'event_changed' and data ->> 'eventId' = ${eventId}
        and data -> 'news' = '["decision"]'::jsonb and data ->> 'userId' in (select user_id from (${people}) as people)
      returning data ->> 'userId' as user_id, data -> 'state' as state, created_at, pushed_at is not null or attempts > 0 as is_told),
    noticed as (
      select w.*, n.id, n.read_at from withdrawn w left join notices n on n.user_id = w.user_id
        and n.event_id = ${eventId} and n.kind = 'event_changed' and n.created_at = w.created_at),
    gone as (delete from notices where id in (select id from noticed where read_at is null))
    select distinct on (user_id) user_id as "userId",
      case when is_told or read_at is not null then state ->> 'is' else state ->> 'was' end as heard
    from noticed order by user_id, created_at desc`);
  return rows;
}
