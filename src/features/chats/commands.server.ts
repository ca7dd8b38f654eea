import { and, eq, isNull, max, ne } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db, Transaction } from "#src/db/connect.server.ts";
import { chats } from "#src/db/tables/chats.ts";
import { users } from "#src/db/tables/users.ts";
import {
  CHAT_NOT_FOUND,
  MESSAGE_NOT_SENT,
  NAMELESS,
  ORGANIZERS_WRITE,
  READ_ONLY_CHAT,
  REMOVED_FROM_CHAT,
  tooLongFor,
} from "#src/features/chats/messages.ts";
import { tellMentioned } from "#src/features/chats/commands/mentions.server.ts";
import { takePicture } from "#src/features/chat-pictures/commands.server.ts";
import { isRemovedFrom } from "#src/features/chats/queries/limits.server.ts";
import { maySpeak } from "#src/features/profile/queries/mutes.server.ts";
import { isThread } from "#src/features/chats/rules.ts";
import { type MessageView, type SendMessage, sendMessageSchema } from "#src/features/chats/schema.ts";
import { viewWritten } from "#src/features/chats/queries/messages.server.ts";
import { findAnswered } from "#src/features/chats/queries/replies.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import { validate } from "#src/http/read.server.ts";
import { canReadAnnouncements, canWriteIn, type ChatWriter } from "#src/policy/chats.ts";
import type { ChatAuthor } from "#src/ports/chat-provider/port.ts";
import { imageOfChat } from "#src/shared/chat-groups.ts";
import { ANNOUNCEMENTS } from "#src/shared/choices.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { slug } from "#src/shared/slug.ts";

/** Per person, across browsers. */
export const SENDS = { name: "send-message", max: 30, windowSeconds: 60 };

async function readAuthor(app: App, { userId }: Pick<ChatWriter, "userId">): Promise<ChatAuthor> {
  const [person] = await app.db
    .select({ firstName: users.firstName, lastName: users.lastName, nickname: users.nickname })
    .from(users)
    .where(eq(users.userId, userId));
  const name = `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim() || NAMELESS;
  return { userId, name, nickname: person?.nickname ?? "" };
}

/** The chat to post in. */
type Chat = {
  readonly chatId: string;
  /** The event, for a thread. */
  readonly eventId: string | null;
  readonly provider: App["threads"];
  readonly takesPictures: boolean;
  /** The message if the chat is gone. */
  readonly missing: string;
};

/**
 * Posts a person's message, unless they are muted or over the rate limit, and notifies mentioned and replied-to people.
 * `prepare` runs after the checks, before the message is stored.
 */
export async function say(
  app: App,
  writer: Pick<ChatWriter, "userId">,
  { chatId, eventId, provider, takesPictures, missing }: Chat,
  message: Omit<SendMessage, "chatId">,
  prepare?: () => Promise<void>,
): Promise<Result<MessageView>> {
  const speaks = await maySpeak(app, writer.userId);
  if (!speaks.ok) return speaks;
  const allowed = await countUse(app, SENDS, writer.userId);
  if (!allowed.ok) return allowed;
  const { text, clientId, replyTo } = message;
  const answered = await findAnswered(app, chatId, replyTo);
  if (!answered.ok) return answered;
  const picture = await takePicture(app, takesPictures, message);
  if (!picture.ok) return picture;
  await prepare?.();
  const author = await readAuthor(app, writer);
  const said = { chatId, text, clientId, author, replyTo: replyTo ?? undefined, picture: picture.value };
  const posted = await provider.post(said);
  if (posted.ok) {
    await tellMentioned(app, { message: posted.message, eventId, answered: answered.value, author });
    return ok(await viewWritten(app, posted.message));
  }
  if (posted.fault === "unknown_chat") return fail("not_found", missing);
  if (posted.fault === "removed") return fail("forbidden", REMOVED_FROM_CHAT);
  if (posted.fault === "too_long") {
    const words = tooLongFor(posted.max);
    return fail("invalid", words, { fields: { text: words } });
  }
  return fail("forbidden", READ_ONLY_CHAT);
}

/**
 * Posts a message in the writer's name. Idempotent per author and chat by `clientId`: a repeat returns the first
 * message.
 */
export async function sendMessage(app: App, writer: ChatWriter, request: SendMessage): Promise<Result<MessageView>> {
  const message = validate(sendMessageSchema, request, MESSAGE_NOT_SENT);
  if (!message.ok) {
    // Only the text is visible in the form, so its error becomes the summary.
    const { fields = {} } = message.failure;
    return fail("invalid", fields["text"] ?? message.failure.message, { fields });
  }
  const { chatId } = message.value;
  const isHidden = isThread(chatId) || (chatId === ANNOUNCEMENTS && !canReadAnnouncements(writer));
  if (isHidden) return fail("not_found", CHAT_NOT_FOUND);
  if (await isRemovedFrom(app, writer.userId, chatId)) return fail("not_found", CHAT_NOT_FOUND);
  if (!canWriteIn(writer, chatId)) return fail("forbidden", ORGANIZERS_WRITE);
  const isOwn = app.chatProvider.name === "local";
  const chat = { chatId, eventId: null, provider: app.chatProvider, takesPictures: isOwn, missing: CHAT_NOT_FOUND };
  return say(app, writer, chat, message.value);
}

/** A chat for each of these groups of events, behind the others. One that is there stays as it is. */
export async function makeGroupChats(db: Db | Transaction, groups: readonly string[], now: Date): Promise<void> {
  const [last] = await db.select({ position: max(chats.position) }).from(chats);
  const made = groups.map((name, index) => ({
    id: slug(name),
    name,
    position: (last?.position ?? -1) + 1 + index,
    imageUrl: imageOfChat(name),
    createdAt: now,
    updatedAt: now,
  }));
  if (made.length > 0) await db.insert(chats).values(made).onConflictDoNothing();
}

/**
 * Creates the chats that /subscribe promises: the announcements, and on the first start one per kind of event.
 * Providers bring their own. Idempotent, also with concurrent starts.
 */
export async function makeFirstChats(app: App): Promise<void> {
  if (app.chatProvider.name !== "local") return;
  const [known] = await app.db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.provider, "local"), ne(chats.id, ANNOUNCEMENTS), isNull(chats.eventId)))
    .limit(1);
  const now = app.clock.now();
  const announcements = {
    id: ANNOUNCEMENTS,
    name: "Announcements",
    description: "News from the organizers, for members.",
    // The announcements come first, also before chats that already exist.
    position: -1,
    imageUrl: "chat-other-events",
    createdAt: now,
    updatedAt: now,
  };
  await app.db.insert(chats).values(announcements).onConflictDoNothing();
  await makeGroupChats(app.db, known ? [] : app.config.group.chatGroups, now);
}
