import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { chats } from "#src/db/tables/chats.ts";
import { say } from "#src/features/chats/commands.server.ts";
import { THREAD_CLOSED, THREAD_NAME } from "#src/features/chats/messages.ts";
import { openThread } from "#src/features/chats/queries/threads.server.ts";
import { threadIdOf } from "#src/features/chats/rules.ts";
import type { MessageView } from "#src/features/chats/schema.ts";
import type { WriteInThread } from "#src/features/chats/schema/threads.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, type Result } from "#src/shared/result.ts";

/** Creates the chat of an event's thread if missing. */
export async function makeThread(db: Pick<Db, "insert">, eventId: string, now: Date): Promise<void> {
  await db
    .insert(chats)
    .values({
      id: threadIdOf(eventId),
      eventId,
      provider: "local",
      name: THREAD_NAME,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
}

/** Writes in an event's thread; the first message creates it. Idempotent like messages in chats. */
export async function writeInThread(
  app: App,
  person: Person,
  eventId: string,
  message: WriteInThread,
): Promise<Result<MessageView>> {
  const thread = await openThread(app, person, eventId);
  if (!thread.ok) return thread;
  const { reader, chatId, lastSeq, isClosed } = thread.value;
  if (isClosed) return fail("conflict", THREAD_CLOSED);
  const chat = { chatId, eventId, provider: app.threads, takesPictures: true, missing: EVENT_NOT_FOUND };
  return say(app, reader, chat, message, async () => {
    if (lastSeq === 0) await makeThread(app.db, eventId, app.clock.now());
  });
}
