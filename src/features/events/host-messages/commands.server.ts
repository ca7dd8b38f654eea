import { eq, sql } from "drizzle-orm";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { moment } from "#src/db/instant.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import { hostMessages } from "#src/db/tables/host-messages.ts";
import { hostMessageMails } from "#src/features/events/host-messages/mails.server.ts";
import { NOBODY, SENT_OTHERWISE } from "#src/features/events/host-messages/messages.ts";
import { countGuests, guestsSql, readWriting, whyClosed } from "#src/features/events/host-messages/queries.server.ts";
import { countIn, groupsWords } from "#src/features/events/host-messages/rules.ts";
import type { NewHostMessage, Writing } from "#src/features/events/host-messages/schema.ts";
import type { HostMessageRow } from "#src/features/events/host-messages/view.ts";
import { lockEvent } from "#src/features/events/rsvps/commands/places.server.ts";
import { maySpeak } from "#src/features/profile/queries/mutes.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { addressOf } from "#src/mail/address.server.ts";
import { mailsOwed, newId } from "#src/mail/outbox.server.ts";
import { isTheirEvent, requireEventManager } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Per author across events; each event has its own limit too. Rejected messages do not count. */
const OF_AN_AUTHOR = { name: "host-messages", max: 40, windowSeconds: 3600 };

/** Queues the mails (which may be sent as notifications) and the notices, in two statements for any number of guests. */
async function tell(
  tx: Transaction,
  event: SocialEventRow,
  { id, eventId, authorUserId, groups, createdAt }: HostMessageRow,
): Promise<void> {
  const told = sql`(select user_id from (${guestsSql(event, authorUserId ?? "", createdAt)}) as guests
    where guest_group = any(${sql.param(groups)}::text[])) as told`;
  await tx.execute(sql`insert into notices (id, user_id, kind, event_id, host_message_id, created_at)
    select ${newId(createdAt)}, user_id, 'host_message', ${eventId}, ${id}, ${moment(createdAt)} from ${told}`);
  const data = { messageId: sql`${id}::text`, eventId: sql`${eventId}::text`, userId: sql`told.user_id` };
  const owed = { key: sql`${`${id}:`}::text || told.user_id`, email: addressOf(sql`told.user_id`), data };
  await tx.execute(mailsOwed(hostMessageMails.host_message, { ...owed, from: sql`from ${told}` }, createdAt));
}

/** Whether a message with this id was sent before. Fails if that message was different. */
async function findRepeat(tx: Transaction, author: Person, row: HostMessageRow): Promise<Result<boolean>> {
  const [known] = await tx.select().from(hostMessages).where(eq(hostMessages.id, row.id));
  if (!known) return ok(false);
  const isSame =
    known.authorUserId === author.userId &&
    known.eventId === row.eventId &&
    known.subject === row.subject &&
    known.body === row.body &&
    known.groups.join() === row.groups.join();
  return isSame ? ok(true) : fail("conflict", SENT_OTHERWISE, { reason: "already_sent" });
}

/** Sends a message from the host or an organizer to an event's guests. Idempotent by the message's id. */
export async function writeToGuests(
  app: App,
  person: Person,
  eventId: string,
  given: NewHostMessage,
): Promise<Result<Writing>> {
  const now = app.clock.now();
  const done = await app.db.transaction(async (tx): Promise<Result<void>> => {
    // The lock blocks RSVPs, so the count matches the recipients.
    const event = await lockEvent(tx, person, eventId);
    if (!event.ok) return event;
    const manager = requireEventManager(person, event.value);
    if (!manager.ok) return manager;
    const recipients = countIn(await countGuests(tx, event.value, person.userId, now), given.groups);
    const isHost = isTheirEvent(person, event.value);
    const row = { ...given, eventId, authorUserId: person.userId, isHost, recipients, createdAt: now };
    const repeat = await findRepeat(tx, person, row);
    if (!repeat.ok || repeat.value) return repeat.ok ? ok(undefined) : repeat;
    const speaks = await maySpeak(app, person.userId, tx);
    if (!speaks.ok) return speaks;
    const closed = await whyClosed(tx, event.value, now);
    if (closed) {
      const { words, retryAfterSeconds } = closed;
      return retryAfterSeconds === undefined
        ? fail("conflict", words)
        : fail("rate_limited", words, { retryAfterSeconds });
    }
    if (recipients === 0) return fail("conflict", NOBODY);
    const allowed = await countUse(app, OF_AN_AUTHOR, person.userId, tx);
    if (!allowed.ok) return allowed;
    await tx.insert(hostMessages).values(row);
    await tell(tx, event.value, row);
    const after = { to: groupsWords(given.groups), people: recipients };
    await writeAudit(tx, manager.value, { action: "guests_written", subjectIds: [eventId], after }, now);
    return ok(undefined);
  });
  return done.ok ? readWriting(app, person, eventId) : done;
}
