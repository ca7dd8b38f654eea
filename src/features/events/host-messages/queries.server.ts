import { and, desc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { hostMessages } from "#src/db/tables/host-messages.ts";
import { notices } from "#src/db/tables/notices.ts";
import { type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { enoughWords, MOST_A_DAY, NOT_PUBLISHED, TOO_LATE } from "#src/features/events/host-messages/messages.ts";
import type { Received, Writing } from "#src/features/events/host-messages/schema.ts";
import { viewMessage, viewSent, type WrittenMessage } from "#src/features/events/host-messages/view.ts";
import { findEvent, findManagedEvent } from "#src/features/events/queries.server.ts";
import { isOutOfSight } from "#src/features/events/waiting-list/queries/left-out.server.ts";
import { readMuteNotice } from "#src/features/profile/queries/mutes.server.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { hashedAddressOf } from "#src/mail/preferences.server.ts";
import type { Person } from "#src/policy/viewer.ts";
import { ok, type Result } from "#src/shared/result.ts";
import type { GuestGroup } from "#src/shared/states.ts";
import { wallTime } from "#src/shared/zones.server.ts";

const DAY_MS = 86_400_000;
/** Hosts may still write after the event, for thanks and lost items. */
const WRITABLE_FOR_MS = 14 * DAY_MS;
/** More than an event can have, because of the daily limit. */
const MOST_SHOWN = 100;

/**
 * SQL: (user_id, guest_group) of an event's guests, each in one group, without the writer and guests who can no longer see
 * the event.
 */
export const guestsSql = (event: SocialEventRow, writerId: string, now: Date): SQL => sql`
  select user_id, case when bool_or(said = 'going') then 'going' when bool_or(said = 'waiting') then 'waiting'
    else 'maybe' end as guest_group
  from (select user_id, answer as said from event_rsvps where event_id = ${event.id} and answer in ('going', 'maybe')
    union all select user_id, 'waiting' from waiting_list where event_id = ${event.id} and status = 'waiting') as answers
  where user_id <> ${writerId} and not ${isOutOfSight(event, sql`answers.user_id`, now)} group by user_id`;

/**
 * The number of guests in each group whom a message reaches, and how many of them get it by mail. People without an account
 * have no page to read it on.
 */
export async function countGuests(
  db: Pick<Db, "execute">,
  event: SocialEventRow,
  writerId: string,
  now: Date,
): Promise<Writing["groups"]> {
  const { rows } = await db.execute<{ guest_group: GuestGroup; people: number; mailed: number }>(sql`
    with g as (select guests.*, ${addressOf(sql`guests.user_id`)} as email
        from (${guestsSql(event, writerId, now)}) as guests),
      reached as (select guest_group, exists (select from accounts a where a.user_id = g.user_id) as has_page,
          email <> '' and not exists (select from mail_preferences p
            where (p.email = g.email or p.email = ${hashedAddressOf(sql`g.email`)})
              and (p.unsubscribed_at is not null or not p.host_messages)) as is_mailed from g)
    select guest_group, (count(*) filter (where has_page or is_mailed))::int as people,
      (count(*) filter (where is_mailed))::int as mailed
    from reached group by guest_group`);
  const countOf = (group: GuestGroup) => {
    const row = rows.find(({ guest_group: name }) => name === group);
    return { people: row?.people ?? 0, mailed: row?.mailed ?? 0 };
  };
  return { going: countOf("going"), maybe: countOf("maybe"), waiting: countOf("waiting") };
}

/** Selects messages, with the author if that is a co-host. */
function selectMessages(db: Pick<Db, "select">) {
  const isCoHost = and(hostMessages.isHost, sql`${users.userId} is distinct from ${socialEvents.hostUserId}`);
  const { firstName, lastName, nickname } = users;
  return db
    .select({ ...getTableColumns(hostMessages), coHost: { firstName, lastName, nickname } })
    .from(hostMessages)
    .innerJoin(socialEvents, eq(socialEvents.id, hostMessages.eventId))
    .leftJoin(users, and(eq(users.userId, hostMessages.authorUserId), isCoHost));
}

type Closed = { readonly words: string; readonly retryAfterSeconds?: number };

/** Why messages to the event's guests are closed; null while they are open. */
export async function whyClosed(db: Pick<Db, "select">, event: SocialEventRow, now: Date): Promise<Closed | null> {
  if (event.held) return { words: NOT_PUBLISHED };
  if (event.startsAt.getTime() + WRITABLE_FOR_MS <= now.getTime()) return { words: TOO_LATE };
  const recent = await db
    .select({ createdAt: hostMessages.createdAt })
    .from(hostMessages)
    .where(and(eq(hostMessages.eventId, event.id), gt(hostMessages.createdAt, new Date(now.getTime() - DAY_MS))))
    .orderBy(desc(hostMessages.createdAt))
    .limit(MOST_A_DAY);
  const oldest = recent[MOST_A_DAY - 1];
  if (!oldest) return null;
  const againMs = oldest.createdAt.getTime() + DAY_MS;
  // Rounded up to a full minute, because the sentence shows no seconds.
  const again = new Date(Math.ceil(againMs / 60_000) * 60_000);
  const retryAfterSeconds = Math.ceil((againMs - now.getTime()) / 1000);
  return { words: enoughWords(wallTime(again, event.timeZone)), retryAfterSeconds };
}

/** The possible recipients of a message from the host or an organizer, and the earlier messages. */
export async function readWriting(app: App, person: Person, eventId: string): Promise<Result<Writing>> {
  const managed = await findManagedEvent(app, person, eventId);
  if (!managed.ok) return managed;
  const { event } = managed.value;
  const now = app.clock.now();
  const [muteNotice, groups, closed, sent] = await Promise.all([
    readMuteNotice(app, person),
    countGuests(app.db, event, person.userId, now),
    whyClosed(app.db, event, now),
    selectMessages(app.db)
      .where(eq(hostMessages.eventId, eventId))
      .orderBy(desc(hostMessages.createdAt))
      .limit(MOST_SHOWN),
  ]);
  return ok({ title: event.title, groups, closed: muteNotice ?? closed?.words ?? null, sent: sent.map(viewSent) });
}

/** The messages that a person got about an event. */
export async function readReceived(app: App, person: Person, eventId: string): Promise<Result<Received>> {
  const event = await findEvent(app, person, eventId);
  if (!event.ok) return event;
  const isReader = sql`exists (select from ${notices}
    where ${notices.hostMessageId} = ${hostMessages.id} and ${notices.userId} = ${person.userId})`;
  const rows = await selectMessages(app.db)
    .where(and(eq(hostMessages.eventId, eventId), isReader))
    .orderBy(desc(hostMessages.createdAt))
    .limit(MOST_SHOWN);
  return ok({ messages: rows.map(viewMessage) });
}

/** A message, for its mail; undefined once it was deleted. */
export async function readMessage(app: App, id: string): Promise<WrittenMessage | undefined> {
  const [message] = await selectMessages(app.db).where(eq(hostMessages.id, id));
  return message;
}
