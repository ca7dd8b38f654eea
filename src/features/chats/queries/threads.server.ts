import { and, eq, inArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatLimits, chats } from "#src/db/tables/chats.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { listMessages } from "#src/features/chats/queries.server.ts";
import { requireNotRemoved } from "#src/features/chats/queries/limits.server.ts";
import { readMuteNotice } from "#src/features/profile/queries/mutes.server.ts";
import { isThreadClosed, MESSAGES_A_PAGE, threadIdOf } from "#src/features/chats/rules.ts";
import type { Thread } from "#src/features/chats/schema/threads.ts";
import { endOf } from "#src/features/events/calendar/rules.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { getEvent } from "#src/features/events/queries.server.ts";
import { canModerate } from "#src/policy/chats.ts";
import { canManageEvent, requireThreadReader, type ThreadReader } from "#src/policy/events.ts";
import { personOf, type Viewer } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

export type OpenThread = {
  readonly reader: ThreadReader;
  readonly chatId: string;
  /** 0 also if nobody has written. */
  readonly lastSeq: number;
  readonly messageCount: number;
  readonly isClosed: boolean;
};

/** An event's thread, for a viewer who may read it. The first message creates its chat. */
export async function openThread(app: App, viewer: Viewer, eventId: string): Promise<Result<OpenThread>> {
  const seen = await getEvent(app, viewer, eventId);
  if (!seen.ok) return seen;
  const userId = personOf(viewer)?.userId ?? "";
  const [row] = await app.db
    .select({
      event: socialEvents,
      isGoing: sql<boolean>`exists (select from ${eventRsvps} where ${eventRsvps.eventId} = ${socialEvents.id}
        and ${eventRsvps.userId} = ${userId} and ${eventRsvps.answer} = 'going')`,
      lastSeq: chats.lastSeq,
      messageCount: chats.messageCount,
    })
    .from(socialEvents)
    .leftJoin(chats, eq(chats.eventId, socialEvents.id))
    .where(eq(socialEvents.id, eventId));
  if (!row) return fail("not_found", EVENT_NOT_FOUND);
  const reader = requireThreadReader(viewer, row.event, row.isGoing);
  if (!reader.ok) return reader;
  const stays = await requireNotRemoved(app, userId, threadIdOf(eventId));
  if (!stays.ok) return stays;
  return ok({
    reader: reader.value,
    chatId: threadIdOf(eventId),
    lastSeq: row.lastSeq ?? 0,
    messageCount: row.messageCount ?? 0,
    isClosed: isThreadClosed(endOf(seen.value), app.clock.now()),
  });
}

/** The newest messages of an event's thread, or those before the position `before`. */
export async function getThread(
  app: App,
  viewer: Viewer,
  eventId: string,
  before: number | undefined,
): Promise<Result<Thread>> {
  const thread = await openThread(app, viewer, eventId);
  if (!thread.ok) return thread;
  const { reader, chatId, messageCount, isClosed } = thread.value;
  const [lists, muteNotice] = await Promise.all([
    listMessages(app, reader, [chatId], { limit: MESSAGES_A_PAGE, before }),
    isClosed ? null : readMuteNotice(app, reader),
  ]);
  const messages = lists.get(chatId) ?? [];
  const canWrite = !isClosed && !reader.isBlocked;
  const common = { meId: reader.userId, messageCount, canWrite, canModerate: canModerate(viewer) };
  return ok({ id: chatId, ...common, muteNotice, messages });
}

/** The viewers who may still read an event's thread: some may have given up their place. */
export async function stillInThread<V extends Viewer>(
  app: App,
  eventId: string,
  viewers: readonly V[],
): Promise<ReadonlySet<V>> {
  const [event] = await app.db.select().from(socialEvents).where(eq(socialEvents.id, eventId));
  if (!event) return new Set();
  const guests = viewers.filter((viewer) => !canManageEvent(viewer, event));
  const ids = guests.flatMap((viewer) => personOf(viewer)?.userId ?? []);
  const isTheirs = and(eq(eventRsvps.eventId, eventId), eq(eventRsvps.answer, "going"));
  const rows = await app.db
    .select({ userId: eventRsvps.userId })
    .from(eventRsvps)
    .where(and(isTheirs, inArray(eventRsvps.userId, ids)));
  const going = new Set(rows.map(({ userId }) => userId));
  const limits = await app.db
    .select({ userId: chatLimits.userId })
    .from(chatLimits)
    .where(eq(chatLimits.chatId, threadIdOf(eventId)));
  const removed = new Set(limits.map(({ userId }) => userId));
  return new Set(
    viewers.filter((viewer) => {
      const userId = personOf(viewer)?.userId ?? "";
      return !removed.has(userId) && requireThreadReader(viewer, event, going.has(userId)).ok;
    }),
  );
}
