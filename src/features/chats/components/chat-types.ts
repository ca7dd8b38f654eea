import type { ChatMemberView, ChatView, MessageView } from "#src/features/chats/schema.ts";

// What the pages ask for of what the API has.

export type ChatSummary = Omit<ChatView, "updatedAt" | "canWrite">;
export type ChatMember = Pick<ChatMemberView, "id" | "name" | "nickname" | "imageUrl">;
export type ChatMessage = Omit<MessageView, "avatarUrl">;

/** One chat, its newest messages (oldest first) and who is in it. */
export type ChatDetail = ChatSummary & {
  readonly canWrite: boolean;
  readonly members: readonly ChatMember[];
  readonly messages: readonly ChatMessage[];
};

/** `24 members | 318 messages`; the announcements list no members. */
export function countsOf({ memberCount, messageCount }: Pick<ChatSummary, "memberCount" | "messageCount">): string {
  const messages = count(messageCount, "message");
  return memberCount === 0 ? messages : `${count(memberCount, "member")} | ${messages}`;
}

function count(number: number, word: string): string {
  return `${number.toLocaleString("en-US")} ${word}${number === 1 ? "" : "s"}`;
}
