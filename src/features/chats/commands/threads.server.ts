import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { chats } from "#src/db/tables/chats.ts";
import { SENDS, readAuthor } from "#src/features/chats/commands.server.ts";
import { takePicture } from "#src/features/chat-pictures/commands.server.ts";
import { tellMentioned } from "#src/features/chats/commands/mentions.server.ts";
import { THREAD_CLOSED, THREAD_NAME } from "#src/features/chats/messages.ts";
import { maySpeak } from "#src/features/profile/queries/mutes.server.ts";
import { openThread } from "#src/features/chats/queries/threads.server.ts";
import { threadIdOf } from "#src/features/chats/rules.ts";
import type { MessageView } from "#src/features/chats/schema.ts";
import type { WriteInThread } from "#src/features/chats/schema/threads.ts";
import { viewWritten } from "#src/features/chats/queries/messages.server.ts";
import { findAnswered } from "#src/features/chats/queries/replies.server.ts";
import { EVENT_NOT_FOUND } from "#src/features/events/messages.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import type { Person } from "#src/policy/viewer.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Makes the chat of an event's thread, unless there is one. */
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

/** Writes in the thread of an event. The first message makes it. Safe to repeat, as messages of chats are. */
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
  const speaks = await maySpeak(app, reader.userId);
  if (!speaks.ok) return speaks;
  const allowed = await countUse(app, SENDS, reader.userId);
  if (!allowed.ok) return allowed;
  const { text, clientId, replyTo } = message;
  const answered = await findAnswered(app, chatId, replyTo);
  if (!answered.ok) return answered;
  const picture = await takePicture(app, true, message);
  if (!picture.ok) return picture;
  if (lastSeq === 0) await makeThread(app.db, eventId, app.clock.now());
  const author = await readAuthor(app, reader);
  const posted = await app.threads.post({
    chatId,
    text,
    clientId,
    author,
    replyTo: replyTo ?? undefined,
    picture: picture.value,
  });
  if (!posted.ok) return fail("not_found", EVENT_NOT_FOUND);
  await tellMentioned(app, { message: posted.message, eventId, answered: answered.value, author });
  return ok(await viewWritten(app, posted.message));
}
