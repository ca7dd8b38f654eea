import type { ChatMemberRow, ChatRow } from "#src/db/tables/chats.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { ChatMemberView, ChatView, MessageView, QuotedView } from "#src/features/chats/schema.ts";
import type { PostedMessage } from "#src/ports/chat-provider/port.ts";

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** The only way a chat leaves the server. */
export function viewChat(
  row: ChatRow,
  { now, canWrite, canModerate }: { now: Date; canWrite: boolean; canModerate: boolean },
): ChatView {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    imageUrl: row.imageUrl,
    messageCount: row.messageCount,
    memberCount: row.memberCount,
    createdAt: seconds(row.createdAt),
    updatedAt: seconds(row.updatedAt),
    canWrite,
    canModerate,
    // Computed by the server, because a visitor's clock may be wrong.
    syncAge: row.syncedAt && Math.max(0, seconds(now) - seconds(row.syncedAt)),
  };
}

/** A person's current display name. */
export type Called = Pick<UserRow, "firstName" | "lastName" | "nickname">;

const wholeName = ({ firstName, lastName }: Called) => `${firstName} ${lastName}`.trim();

/** A member as others see them: the display name, without contact details. */
export function viewMember(row: ChatMemberRow, today?: Called): ChatMemberView {
  const name = (today && wholeName(today)) || row.name;
  const nickname = today ? today.nickname : row.nickname;
  return {
    id: row.memberId,
    name,
    nickname: nickname === name ? "" : nickname,
    imageUrl: row.imageUrl,
    autokicked: row.autokicked,
    muted: row.muted,
  };
}

const calledIn = (message: PostedMessage, today?: Called) =>
  today?.nickname || (today && wholeName(today)) || message.name;

/** Maximum length of a quote: about two lines. */
const QUOTED_LENGTH = 160;

/** The quoted message of a reply; `message` is undefined if it no longer exists. */
export function viewQuoted(id: string, message: PostedMessage | undefined, today?: Called): QuotedView {
  if (!message || message.removedAt || message.hiddenAt)
    return { id, seq: message?.seq ?? 0, name: "", text: "", gone: true };
  // By code point, so that no emoji is cut in half.
  const text = Array.from(message.text).slice(0, QUOTED_LENGTH).join("");
  return { id, seq: message.seq, name: calledIn(message, today), text, gone: false };
}

/** The parts of a message that are not in its own row. */
export type Beside = Pick<MessageView, "replyTo" | "reactions" | "picture"> & { readonly today?: Called | undefined };

/** The only way a message leaves the server. A deleted or hidden message has no quote, picture or reactions. */
export function viewMessage(message: PostedMessage, { today, replyTo, reactions, picture }: Beside): MessageView {
  const isGone = Boolean(message.removedAt ?? message.hiddenAt);
  return {
    id: message.id,
    seq: message.seq,
    text: isGone ? "" : message.text,
    name: calledIn(message, today),
    avatarUrl: message.avatarUrl,
    createdAt: seconds(message.createdAt),
    userId: message.userId ?? message.authorId,
    system: message.system,
    clientId: message.clientId,
    edited: Boolean(message.editedAt) && !isGone,
    deleted: Boolean(message.removedAt),
    hidden: Boolean(message.hiddenAt) && !message.removedAt,
    replyTo: isGone ? null : replyTo,
    reactions: isGone ? [] : reactions,
    picture: isGone ? null : picture,
  };
}
