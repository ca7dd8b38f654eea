import { ANNOUNCEMENTS } from "#src/shared/choices.ts";
import type { ChatMemberView, ChatView, MessageView, QuotedView } from "#src/features/chats/schema.ts";

// The fields of the API that pages query.

export type ChatSummary = Omit<ChatView, "updatedAt" | "canWrite" | "canModerate">;
export type ChatMember = Pick<ChatMemberView, "id" | "name" | "nickname" | "imageUrl">;
export type ChatMessage = Omit<MessageView, "avatarUrl">;

/** The quoted part of a replied-to message. */
export type Quoted = Pick<QuotedView, "id" | "name" | "text">;

/** A message to send. */
export type OutgoingMessage = {
  readonly text: string;
  readonly clientId: string;
  readonly replyTo: string | null;
  readonly pictureKey: string | null;
  readonly pictureAlt: string | null;
};

/** A chat in the list, with its newest message if any. */
export type ListedChat = ChatSummary & { readonly unreadCount: number; readonly messages: readonly ChatMessage[] };

/** One chat, its newest messages (oldest first) and its members. */
export type ChatDetail = ChatSummary & {
  readonly canWrite: boolean;
  /** Shown to a muted person instead of the composer. */
  readonly muteNotice: string | null;
  readonly canModerate: boolean;
  readonly members: readonly ChatMember[];
  readonly messages: readonly ChatMessage[];
};

/** `318 messages`. */
function messagesOf({ messageCount }: Pick<ChatSummary, "messageCount">): string {
  return count(messageCount, "message");
}

/** Whether a chat has a member list. The announcements go to every member and have none. */
export const listsMembers = ({ id }: Pick<ChatSummary, "id">): boolean => id !== ANNOUNCEMENTS;

/** `24 members | 318 messages`; for the announcements `318 messages`. */
export function countsOf(chat: Pick<ChatSummary, "id" | "memberCount" | "messageCount">): string {
  const { memberCount, messageCount } = chat;
  if (!listsMembers(chat)) return messagesOf(chat);
  return `${count(memberCount, "member")} | ${messagesOf({ messageCount })}`;
}

function count(number: number, word: string): string {
  return `${number.toLocaleString("en-US")} ${word}${number === 1 ? "" : "s"}`;
}
