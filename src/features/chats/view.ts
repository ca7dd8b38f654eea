import type { ChatMemberRow, ChatRow } from "#src/db/tables/chats.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { ChatMemberView, ChatView, MessageView } from "#src/features/chats/schema.ts";
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
    // By the server's clock: a visitor's may be wrong.
    syncAge: row.syncedAt && Math.max(0, seconds(now) - seconds(row.syncedAt)),
  };
}

/** What a person is called today. */
export type Called = Pick<UserRow, "firstName" | "lastName" | "nickname">;

const wholeName = ({ firstName, lastName }: Called) => `${firstName} ${lastName}`.trim();

/** A member as the other readers see them: what they are called, and nothing by which to reach them. */
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

export function viewMessage(message: PostedMessage, today?: Called): MessageView {
  return {
    id: message.id,
    seq: message.seq,
    text: message.removedAt || message.hiddenAt ? "" : message.text,
    name: today?.nickname || (today && wholeName(today)) || message.name,
    avatarUrl: message.avatarUrl,
    createdAt: seconds(message.createdAt),
    userId: message.userId ?? message.authorId,
    system: message.system,
    clientId: message.clientId,
    edited: Boolean(message.editedAt) && !message.removedAt && !message.hiddenAt,
    deleted: Boolean(message.removedAt),
    hidden: Boolean(message.hiddenAt) && !message.removedAt,
  };
}
