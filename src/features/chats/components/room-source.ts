import {
  deleteMessage,
  editMessage,
  markRead,
  reactToMessage,
  readChat,
  readOlder,
  sendMessage,
} from "#src/features/chats/components/chat-calls.ts";
import type { ChatDetail, ChatMessage, OutgoingMessage } from "#src/features/chats/components/chat-types.ts";
import { THREAD_NAME } from "#src/features/chats/messages.ts";
import { MESSAGES_A_PAGE, threadIdOf } from "#src/features/chats/rules.ts";
import type { React } from "#src/features/chats/schema.ts";
import type { Thread } from "#src/features/chats/schema/threads.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";
import { fail, type FailureCode, ok, type Result } from "#src/shared/result.ts";

const CODES: Readonly<Record<number, FailureCode>> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  422: "invalid",
  429: "rate_limited",
};

const refused = ({ status, message }: MemberFailure) => fail(CODES[status] ?? "unavailable", message);

type Read = { readonly chat: ChatDetail | null; readonly meId: string | null };

/** Where a room's messages come from and go to. Must be stable: readers refetch when it changes. */
export type RoomSource = {
  /** The storage key of the draft. */
  readonly id: string;
  readonly livePath: string;
  readonly read: (signal: AbortSignal) => Promise<Result<Read>>;
  /** The page of messages before one, oldest first; a page shorter than `pageSize` is the first. */
  readonly readOlder: (before: number) => Promise<Result<readonly ChatMessage[]>>;
  readonly pageSize: number;
  readonly send: (message: OutgoingMessage, signal: AbortSignal) => Promise<Result<ChatMessage>>;
  /** Edits the user's own message, or deletes it if `text` is null. */
  readonly change: (messageId: string, text: string | null) => Promise<Result<ChatMessage>>;
  readonly react: (messageId: string, reaction: React) => Promise<Result<ChatMessage>>;
  /** Records the read position; omitted if unread messages are not counted. */
  readonly markRead?: (seq: number) => void;
};

/** A chat of the group. */
export function chatSource(chatId: string): RoomSource {
  return {
    id: chatId,
    livePath: `/api/live?${new URLSearchParams({ chat: chatId })}`,
    read: async (signal) => {
      const answer = await readChat(chatId, signal);
      return answer.ok ? ok({ chat: answer.value.chat, meId: answer.value.me?.id ?? null }) : answer;
    },
    readOlder: async (before) => {
      const answer = await readOlder(chatId, before);
      return answer.ok ? ok(answer.value.chat?.messages ?? []) : answer;
    },
    pageSize: MESSAGES_A_PAGE,
    send: async (message, signal) => {
      const answer = await sendMessage(chatId, message, signal);
      return answer.ok ? ok(answer.value.sendMessage) : answer;
    },
    change: async (messageId, text) => {
      if (text === null) {
        const answer = await deleteMessage(chatId, messageId);
        return answer.ok ? ok(answer.value.deleteMessage) : answer;
      }
      const answer = await editMessage(chatId, messageId, text);
      return answer.ok ? ok(answer.value.editMessage) : answer;
    },
    react: async (messageId, reaction) => {
      const answer = await reactToMessage(chatId, messageId, reaction);
      return answer.ok ? ok(answer.value.reactToMessage) : answer;
    },
    markRead: (seq) => void markRead(chatId, seq),
  };
}

/** A thread has no member list and no page of its own. */
const NO_PAGE = { name: THREAD_NAME, description: "", imageUrl: "", memberCount: 0, members: [], createdAt: 0 };
const threadDetail = (thread: Thread): ChatDetail => ({ ...NO_PAGE, ...thread, syncAge: null });

/** The thread of an event. */
export function threadSource(eventId: string): RoomSource {
  const path = `/api/social-events/${encodeURIComponent(eventId)}/thread`;
  return {
    id: threadIdOf(eventId),
    livePath: `/api/live?${new URLSearchParams({ thread: eventId })}`,
    read: async (signal) => {
      const answer = await memberFetch<Thread>(path, { signal });
      return answer.ok ? ok({ chat: threadDetail(answer.value), meId: answer.value.meId }) : refused(answer);
    },
    readOlder: async (before) => {
      const answer = await memberFetch<Thread>(`${path}?${new URLSearchParams({ before: String(before) })}`);
      return answer.ok ? ok(answer.value.messages) : refused(answer);
    },
    pageSize: MESSAGES_A_PAGE,
    send: async (body, signal) => {
      const answer = await memberFetch<ChatMessage>(path, { method: "POST", body, signal });
      return answer.ok ? answer : refused(answer);
    },
    change: async (messageId, text) => {
      const options = text === null ? { method: "DELETE" as const } : { method: "PATCH" as const, body: { text } };
      const answer = await memberFetch<ChatMessage>(`${path}/${encodeURIComponent(messageId)}`, options);
      return answer.ok ? answer : refused(answer);
    },
    react: async (messageId, body) => {
      const to = `${path}/${encodeURIComponent(messageId)}/reactions`;
      const answer = await memberFetch<ChatMessage>(to, { method: "PUT", body });
      return answer.ok ? answer : refused(answer);
    },
  };
}
