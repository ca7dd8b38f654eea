import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { chatMembers, chatMessages, type ChatRow, chats } from "#src/db/tables/chats.ts";
import { CHAT_NOT_FOUND } from "#src/features/chats/messages.ts";
import { isNotRemoved } from "#src/features/chats/queries/limits.server.ts";
import type { ChatMemberView, ChatView, MessageView } from "#src/features/chats/schema.ts";
import { readNames, viewMessages } from "#src/features/chats/queries/messages.server.ts";
import { viewChat, viewMember } from "#src/features/chats/view.ts";
import { canModerate, canReadAnnouncements, canWriteIn, type ChatReader } from "#src/policy/chats.ts";
import type { ThreadReader } from "#src/policy/events.ts";
import { ANNOUNCEMENTS } from "#src/shared/choices.ts";
import { isCleanText } from "#src/shared/fields.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** A group has a handful of chats; this only bounds the list. */
const MAX_CHATS = 100;

/** Chats of another provider are kept, in case the group switches back, but not shown. */
const isShown = (app: App, reader: ChatReader) =>
  and(
    eq(chats.provider, app.chatProvider.name),
    isNull(chats.eventId),
    canReadAnnouncements(reader) ? undefined : ne(chats.id, ANNOUNCEMENTS),
    isNotRemoved(reader.userId),
  );

function viewsOf(app: App, reader: ChatReader, rows: readonly ChatRow[]): ChatView[] {
  const now = app.clock.now();
  const mayModerate = canModerate(reader);
  return rows.map((row) => viewChat(row, { now, canWrite: canWriteIn(reader, row.id), canModerate: mayModerate }));
}

/** Every chat that a reader may see, by newest message, then in the group's order. */
export async function listChats(app: App, reader: ChatReader): Promise<ChatView[]> {
  const rows = await app.db
    .select()
    .from(chats)
    .where(isShown(app, reader))
    .orderBy(
      sql`case when ${chats.lastSeq} > 0 then ${chats.updatedAt} end desc nulls last`,
      asc(chats.position),
      asc(chats.id),
    )
    .limit(MAX_CHATS);
  return viewsOf(app, reader, rows);
}

/** Returns one chat; empty if it does not exist. */
export async function getChat(app: App, reader: ChatReader, id: string): Promise<ChatView[]> {
  // Ids that the database cannot store do not exist.
  const rows = isCleanText(id)
    ? await app.db
        .select()
        .from(chats)
        .where(and(eq(chats.id, id), isShown(app, reader)))
    : [];
  return viewsOf(app, reader, rows);
}

/** Groups views by the chat of their rows. */
function byChat<R extends { readonly chatId: string }, V>(rows: readonly R[], views: readonly V[]): Map<string, V[]> {
  const lists = new Map<string, V[]>();
  for (const [index, { chatId }] of rows.entries()) {
    const list = lists.get(chatId) ?? [];
    lists.set(chatId, list);
    list.push(...views.slice(index, index + 1));
  }
  return lists;
}

/** A page of each chat's members; `after` is the last member's id of the previous page. */
export async function listMembers(
  app: App,
  _reader: ChatReader,
  chatIds: readonly string[],
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Map<string, ChatMemberView[]>> {
  if (after !== undefined && !isCleanText(after)) return new Map();
  const page = app.db
    .select()
    .from(chatMembers)
    .where(and(eq(chatMembers.chatId, chats.id), after === undefined ? undefined : gt(chatMembers.memberId, after)))
    .orderBy(asc(chatMembers.memberId))
    .limit(limit)
    .as("page");
  const rows = await app.db
    .select(page._.selectedFields)
    .from(chats)
    .crossJoinLateral(page)
    .where(inArray(chats.id, [...chatIds]))
    .orderBy(asc(page.memberId));
  const calledToday = await readNames(app, rows);
  const views = rows.map((row) => viewMember(row, calledToday(row)));
  return byChat(rows, views);
}

/** A page of each chat's messages, oldest first: the newest, or those before the position `before`. */
export async function listMessages(
  app: App,
  reader: ChatReader | ThreadReader,
  chatIds: readonly string[],
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Map<string, MessageView[]>> {
  const page = app.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.chatId, chats.id), before === undefined ? undefined : lt(chatMessages.seq, before)))
    .orderBy(desc(chatMessages.seq))
    .limit(limit)
    .as("page");
  const rows = await app.db
    .select(page._.selectedFields)
    .from(chats)
    .crossJoinLateral(page)
    .where(inArray(chats.id, [...chatIds]))
    .orderBy(asc(page.seq));
  return byChat(rows, await viewMessages(app, rows, reader.userId));
}

/** The position of a chat's newest message. */
export async function getLastSeq(app: App, reader: ChatReader, id: string): Promise<Result<number>> {
  const rows = isCleanText(id)
    ? await app.db
        .select({ lastSeq: chats.lastSeq })
        .from(chats)
        .where(and(eq(chats.id, id), isShown(app, reader)))
    : [];
  return rows[0] ? ok(rows[0].lastSeq) : fail("not_found", CHAT_NOT_FOUND);
}

/**
 * The first messages after a position, for readers admitted by {@link getLastSeq}; `readerId` is null if many readers
 * share the result.
 */
export async function listMessagesAfter(
  app: App,
  readerId: string | null,
  { chatId, seq, limit }: { chatId: string; seq: number; limit: number },
): Promise<MessageView[]> {
  const rows = await app.db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.chatId, chatId), gt(chatMessages.seq, seq)))
    .orderBy(asc(chatMessages.seq))
    .limit(limit);
  return viewMessages(app, rows, readerId);
}
