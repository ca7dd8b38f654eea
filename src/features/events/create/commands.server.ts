import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, or, TransactionRollbackError } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { type NewSocialEvent, type SocialEventRow, socialEvents } from "#src/db/tables/events.ts";
import { hostIds } from "#src/db/tables/host-ids.ts";
import { createMails } from "#src/features/events/create/mails.server.ts";
import { DATE_PAST, EVENT_INCOMPLETE, idsTaken, TIME_PAST } from "#src/features/events/create/messages.ts";
import { MOMENT_PASSED } from "#src/features/events/decision/messages.ts";
import { TURNS_TOO_SOON } from "#src/features/events/draw/messages.ts";
import { hasTimeForDraw, newDraw } from "#src/features/events/draw/rules.ts";
import { NO_HOST_ID, splitPassword } from "#src/features/events/create/rules/password.ts";
import { idOnDay, weeklyDays } from "#src/features/events/create/rules/series.ts";
import type { CreatedEvent, NewEvent } from "#src/features/events/create/schema.ts";
import { CHAT_UNKNOWN } from "#src/features/events/form/messages.ts";
import { isMembersOnly } from "#src/features/events/form/schema.ts";
import { insertPoll } from "#src/features/events/polls/commands.server.ts";
import { takeCover } from "#src/features/events/uploads/commands/upload.server.ts";
import { plainOf } from "#src/features/events/rules/plain-fields.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { listOrganizerAddresses } from "#src/features/identity/queries.server.ts";
import { maySpeak } from "#src/features/profile/queries/mutes.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { canSeeEvent, publishesAtOnce } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { chatGroupOf } from "#src/shared/chat-groups.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone, instantOf } from "#src/shared/zones.server.ts";

// Per person, across devices. Also prevents guessing of Host IDs.
const NEW_EVENTS = { name: "new-events", max: 20, windowSeconds: 3600 };

/** The stored form of a Host ID. */
export function hashHostId(hostId: string): string {
  return createHash("sha256").update(hostId).digest("base64url");
}

/** Whether the Host ID is valid for this person. If none is given, one issued to them counts. */
async function isHostIdOf(tx: Transaction, { userId }: Person, hostId: string): Promise<boolean> {
  const isOwn = eq(hostIds.userId, userId);
  const isGiven = and(eq(hostIds.hostIdHash, hashHostId(hostId)), or(isNull(hostIds.userId), isOwn));
  const [found] = await tx
    .select({ id: hostIds.id })
    .from(hostIds)
    .where(and(["", NO_HOST_ID].includes(hostId) ? isOwn : isGiven, isNull(hostIds.revokedAt)))
    .limit(1);
  return found !== undefined;
}

/** An event with a minimum is on hold until its decision time. */
function holdOf({ minimum, decideMinutesBefore }: NewEvent, startsAt: Date): Partial<NewSocialEvent> {
  if (minimum === undefined) return {};
  const decidesAt = new Date(startsAt.getTime() - decideMinutesBefore * 60_000);
  return { decision: "hold", holdReason: "minimum", decisionDefault: "runs", minimumGoing: minimum, decidesAt };
}

function rowOf(given: NewEvent & { readonly chat: string }, timeZone: string, now: Date): NewSocialEvent {
  const isHidden = isMembersOnly(given.location);
  const { host1, host2, chat, groupMeChatUrl, imgKey } = given;
  const { privateLocation, shortLocation, pollText, pollPrivateLocation } = given;
  const startsAt = instantOf(given.date, given.time, timeZone);
  return {
    id: given.socialEventId,
    ...plainOf(given),
    day: given.date,
    startTime: given.time,
    lengthMinutes: given.length,
    timeZone,
    startsAt,
    ...holdOf(given, startsAt),
    ...(given.takesTurns === true && newDraw(startsAt, now)),
    location: isHidden ? privateLocation : given.location,
    membersOnlyLocation: isHidden,
    privateLocation,
    shortLocation,
    generalPublic: given.generalpublic,
    costCents: given.cost,
    capacity: given.spacesLeft === "" ? null : given.spacesLeft,
    guestsPerPerson: given.guestsPerPerson,
    host1,
    host2,
    chat,
    groupMeChatUrl,
    groupMeImg: given.groupmeImg,
    imgKey,
    pollText,
    pollPrivateLocation,
  };
}

/** Field errors if it is too late for the event, its draw or its decision; null otherwise. */
function tooLateFields(given: NewEvent, timeZone: string, now: Date): Readonly<Record<string, string>> | null {
  const { date, time, length, takesTurns } = given;
  const startsAt = instantOf(date, time, timeZone);
  // An event that has begun can still be joined.
  if (startsAt.getTime() + length * 60_000 <= now.getTime())
    return date < dayInZone(now, timeZone) ? { date: DATE_PAST } : { time: TIME_PAST };
  if (takesTurns === true && !hasTimeForDraw(startsAt, now)) return { time: TURNS_TOO_SOON };
  const { decidesAt } = holdOf(given, startsAt);
  return decidesAt && decidesAt <= now ? { decideMinutesBefore: MOMENT_PASSED } : null;
}

/** Expands a series into one event per week, each with its own day and id. */
function occurrencesOf(given: NewEvent): NewEvent[] {
  return weeklyDays(given.date, given.weeks).map((date) => ({
    ...given,
    date,
    socialEventId: idOnDay(given.socialEventId, date),
  }));
}

/**
 * Inserts the events whose id is free; returns the others. The unique index decides between two concurrent creations.
 */
async function insertFree(tx: Transaction, rows: readonly NewSocialEvent[]) {
  const made = await tx
    .insert(socialEvents)
    .values([...rows])
    .onConflictDoNothing({ target: socialEvents.id })
    .returning();
  const ids = new Set(made.map(({ id }) => id));
  return { made, left: rows.filter(({ id }) => !ids.has(id)) };
}

/** Which of these ids belong to events that the creator may know about. */
async function knownIds(tx: Transaction, maker: Person, ids: readonly string[]): Promise<string[]> {
  const { id, generalPublic, held, hostUserId } = socialEvents;
  const found = await tx
    .select({ id, generalPublic, held, hostUserId })
    .from(socialEvents)
    .where(inArray(id, [...ids]));
  return found.filter((event) => canSeeEvent(maker, event)).map((event) => event.id);
}

type Inserted = { readonly made: readonly SocialEventRow[]; readonly taken: readonly string[] };

/**
 * Inserts all rows, or returns the taken ids; the caller must then roll back. If the creator may not see the event that
 * has an id, the new event gets a numbered id instead, because an error would reveal that it exists.
 */
async function insertAll(tx: Transaction, maker: Person, rows: readonly NewSocialEvent[]): Promise<Inserted> {
  const { made, left } = await insertFree(tx, rows);
  const taken =
    left.length === 0
      ? []
      : await knownIds(
          tx,
          maker,
          left.map(({ id }) => id),
        );
  if (taken.length > 0) return { made, taken };
  let open = left.map((row) => ({ row, wished: row.id }));
  for (let number = 2; open.length > 0; number += 1) {
    const renamed = open.map(({ row, wished }) => ({ ...row, id: `${wished}-${number}` }));
    const next = await insertFree(tx, renamed);
    made.push(...next.made);
    open = open.filter((_, index) => next.left.includes(renamed[index] as NewSocialEvent));
  }
  return { made: made.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime()), taken };
}

/**
 * Creates an event, or one for each week of a series: published at once, or held for review. Never overwrites an event;
 * a series is created whole or not at all.
 */
export async function createEvent(app: App, maker: Person, given: NewEvent): Promise<Result<CreatedEvent>> {
  const now = app.clock.now();
  const zone = app.config.group.timeZone;
  const chat = chatGroupOf(app.config.group.chatGroups, given.chat ?? "");
  const unknownChat = given.chat === undefined || given.chat === chat ? null : { chat: CHAT_UNKNOWN };
  const refusedFields = unknownChat ?? tooLateFields(given, zone, now);
  if (refusedFields) return fail("invalid", EVENT_INCOMPLETE, { fields: refusedFields });
  // Muted people may create events, but not ask others a question.
  const speaks = given.eventPoll ? await maySpeak(app, maker.userId) : ok(undefined);
  if (!speaks.ok) return speaks;
  const allowed = await countUse(app, NEW_EVENTS, maker.sub);
  if (!allowed.ok) return allowed;
  const { hostId, others } = splitPassword(given.password);
  const occurrences = occurrencesOf(given);
  const organizers = await listOrganizerAddresses(app);
  let refused: readonly string[] = [];
  try {
    return await app.db.transaction(async (tx) => {
      const held = !publishesAtOnce(maker, await isHostIdOf(tx, maker, hostId));
      const cover = await takeCover(tx, given.imgKey, now);
      if (!cover.ok) return { ...cover, failure: { ...cover.failure, message: EVENT_INCOMPLETE } };
      const common = {
        hostUserId: maker.userId,
        held,
        seriesId: occurrences.length > 1 ? uuidv7(now.getTime()) : null,
        // Without the Host ID, even a mistyped one.
        password: others,
        createdAt: now,
        updatedAt: now,
      };
      const rows = occurrences.map((each) => ({ ...rowOf({ ...each, chat }, zone, now), ...common }));
      const { made, taken } = await insertAll(tx, maker, rows);
      refused = taken;
      const [first] = made;
      if (!first || taken.length > 0) return tx.rollback();
      if (held) {
        const owed = organizers.map((email) =>
          createMails.event_waits.owed(`${first.id}:${email}`, email, { eventId: first.id, count: made.length }),
        );
        await enqueueMails(tx, owed, now);
      }
      if (given.eventPoll) for (const { id } of made) await insertPoll(tx, id, given.eventPoll, now);
      return ok({ dbVal: viewEvent(first, maker), held, occurrences: made.map(({ id }) => id) });
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
    const sentence = idsTaken(refused);
    return fail("conflict", sentence, { fields: { socialEventId: sentence } });
  }
}
