import { sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { holdState, withdrawUnsent } from "#src/features/events/news/commands/heard.server.ts";
import { newsMails } from "#src/features/events/news/mails.server.ts";
import type { EventNews } from "#src/features/events/rules.ts";
import { mailsOwed, newId } from "#src/mail/outbox.server.ts";

/** An event before and after a change, and what to tell its guests. */
export type Changed = {
  readonly before: SocialEventRow;
  readonly after: SocialEventRow;
  readonly news: readonly EventNews[];
};

/** The person who makes a change, whom it does not notify as a host; null for automatic changes. */
export type By = string | null;

/**
 * Notifies everyone who is going, maybe or waiting, and the other hosts: one notice per event, and one mail per person
 * for all events. One statement each, regardless of the number of people. A decision reverted before people heard of it
 * sends nothing.
 */
export async function tellPeople(tx: Transaction, changes: readonly Changed[], by: By, now: Date): Promise<void> {
  const isCanceling = ({ before, after }: Changed) => after.status === "cancelled" && before.status !== "cancelled";
  const rest = changes.filter((change) => !isCanceling(change));
  await tell(tx, "event_cancelled", changes.filter(isCanceling), by, now);
  await tell(tx, "event_changed", rest, by, now);
}

type Kind = "event_cancelled" | "event_changed";

/** The change if it is only a decision, which concerns one event. */
function onlyDecision(changes: readonly Changed[]): Changed | undefined {
  const [change] = changes;
  const isOnly = changes.length === 1 && change?.news.every((news) => news === "decision");
  return isOnly ? change : undefined;
}

async function tell(tx: Transaction, kind: Kind, changes: readonly Changed[], by: By, now: Date): Promise<void> {
  if (changes.length === 0) return;
  const told = changes.map(({ before, after, news }, at) => ({
    event_id: after.id,
    at,
    sequence: after.sequence,
    news,
    before: { day: before.day, startTime: before.startTime, lengthMinutes: before.lengthMinutes },
    was: holdState(before),
    is: holdState(after),
  }));
  const everyone = sql`select c.*, p.user_id, p.is_guest
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as c(event_id text, at int, sequence int, news jsonb, before jsonb, was text, "is" text)
    cross join lateral (
      select user_id, bool_or(is_guest) as is_guest from (
        select user_id, true as is_guest from event_rsvps where event_id = c.event_id and answer in ('going', 'maybe')
        union all select user_id, true from waiting_list where event_id = c.event_id and status = 'waiting'
        union all select user_id, false from event_co_hosts where event_id = c.event_id
        union all select host_user_id, false from social_events where id = c.event_id and host_user_id is not null) as each
      group by user_id) as p`;
  const decided = onlyDecision(changes);
  const heard = decided ? await withdrawUnsent(tx, decided.after.id, everyone, now) : [];
  const people = sql`select e.event_id, e.at, e.sequence, e.news, e.before, e.user_id,
      jsonb_build_object('was', coalesce(h.heard, e.was), 'is', e."is") as state
    from (${everyone}) as e
    left join jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) as h("userId" text, heard text) on h."userId" = e.user_id
    -- Not if reverted to what they know, nor for a host's own decision.
    where h.heard is distinct from e."is" and (e.is_guest or e.user_id is distinct from ${by}::text)`;
  await tx.execute(sql`insert into notices (id, user_id, kind, event_id, created_at)
    select ${newId(now)}, user_id, ${kind}, event_id, ${now.toISOString()}::timestamptz from (${people}) as people`);
  const from = sql`from (
    select distinct on (user_id) *, to_jsonb((array_agg(event_id) over everything)[2:]) as also from (${people}) as people
    window everything as (partition by user_id order by at rows between unbounded preceding and unbounded following)
    order by user_id, at) as told`;
  const key = sql`event_id || ':' || user_id || ':' || sequence`;
  const about = { eventId: sql`event_id`, userId: sql`user_id` };
  const data = { ...about, news: sql`news`, before: sql`before`, also: sql`also`, state: sql`state` };
  await tx.execute(mailsOwed(newsMails[kind], { key, email: addressOf(sql`told.user_id`), data, from }, now));
}
