import type {
  ChatDetail,
  ChatMember,
  ChatMessage,
  ListedChat,
  OutgoingMessage,
} from "#src/features/chats/components/chat-types.ts";
import { NO_ANSWER } from "#src/features/chats/messages.ts";
import { MESSAGES_A_PAGE } from "#src/features/chats/rules.ts";
import type { React } from "#src/features/chats/schema.ts";
import { graphqlFetch } from "#src/features/identity/graphql-fetch.ts";
import { fail, type FailureCode, ok, type Result } from "#src/shared/result.ts";

const SUMMARY = "id name description imageUrl messageCount memberCount createdAt syncAge";
const MEMBER = "id name nickname imageUrl";
const MESSAGE = `id seq text name createdAt userId system clientId edited deleted hidden
  replyTo { id seq name text gone } reactions { emoji count mine names } picture { key alt }`;

/** Page size of member lists. */
export const MEMBERS_A_PAGE = 100;

const CODES: Readonly<Record<string, FailureCode>> = {
  UNAUTHENTICATED: "unauthenticated",
  FORBIDDEN: "forbidden",
  NOT_FOUND: "not_found",
  INVALID: "invalid",
  RATE_LIMITED: "rate_limited",
};

/** A GraphQL call whose partial results are useless. */
async function ask<T>(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Result<T>> {
  const { data, errors } = await graphqlFetch<T>(query, variables, signal);
  const [error] = errors;
  if (error || data === null) return fail(CODES[error?.code ?? ""] ?? "unavailable", error?.message ?? NO_ANSWER);
  return ok(data);
}

/** All chats with their newest message, in display order. */
export function readChats(signal: AbortSignal): Promise<Result<{ chats: readonly ListedChat[] }>> {
  return ask(`query Chats { chats { ${SUMMARY} unreadCount messages(limit: 1) { ${MESSAGE} } } }`, {}, signal);
}

/** One chat with its newest messages, and the caller; `chat` is null if it does not exist. */
export function readChat(
  id: string,
  signal: AbortSignal,
): Promise<Result<{ chat: ChatDetail | null; me: { id: string } | null }>> {
  return ask(
    `query Chat($id: ID!) {
      me { id }
      chat(id: $id) {
        ${SUMMARY} canWrite muteNotice canModerate
        members(limit: ${MEMBERS_A_PAGE}) { ${MEMBER} }
        messages(limit: ${MESSAGES_A_PAGE}) { ${MESSAGE} }
      }
    }`,
    { id },
    signal,
  );
}

/** The messages before a position, oldest first. */
export function readOlder(
  id: string,
  before: number,
): Promise<Result<{ chat: { messages: readonly ChatMessage[] } | null }>> {
  return ask(
    `query OlderMessages($id: ID!, $before: Int!) {
      chat(id: $id) { messages(limit: ${MESSAGES_A_PAGE}, before: $before) { ${MESSAGE} } }
    }`,
    { id, before },
  );
}

/** The next page of members. */
export function readMoreMembers(
  id: string,
  after: string,
): Promise<Result<{ chat: { members: readonly ChatMember[] } | null }>> {
  return ask(
    `query MoreMembers($id: ID!, $after: String!) {
      chat(id: $id) { members(limit: ${MEMBERS_A_PAGE}, after: $after) { ${MEMBER} } }
    }`,
    { id, after },
  );
}

/** Sends a message. The `clientId` is the idempotency key. */
export function sendMessage(
  chatId: string,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<Result<{ sendMessage: ChatMessage }>> {
  return ask(
    `mutation Send(
      $chatId: ID!, $text: String!, $clientId: ID!, $replyTo: ID, $pictureKey: String, $pictureAlt: String
    ) {
      sendMessage(
        chatId: $chatId, text: $text, clientId: $clientId, replyTo: $replyTo,
        pictureKey: $pictureKey, pictureAlt: $pictureAlt
      ) { ${MESSAGE} }
    }`,
    { chatId, ...message },
    signal,
  );
}

/** Edits the user's own message. */
export function editMessage(
  chatId: string,
  messageId: string,
  text: string,
): Promise<Result<{ editMessage: ChatMessage }>> {
  return ask(
    `mutation Edit($chatId: ID!, $messageId: ID!, $text: String!) {
      editMessage(chatId: $chatId, messageId: $messageId, text: $text) { ${MESSAGE} }
    }`,
    { chatId, messageId, text },
  );
}

/** Deletes the user's own message. */
export function deleteMessage(chatId: string, messageId: string): Promise<Result<{ deleteMessage: ChatMessage }>> {
  return ask(
    `mutation Delete($chatId: ID!, $messageId: ID!) {
      deleteMessage(chatId: $chatId, messageId: $messageId) { ${MESSAGE} }
    }`,
    { chatId, messageId },
  );
}

/** Adds or removes a reaction. */
export function reactToMessage(
  chatId: string,
  messageId: string,
  reaction: React,
): Promise<Result<{ reactToMessage: ChatMessage }>> {
  return ask(
    `mutation React($chatId: ID!, $messageId: ID!, $emoji: String!, $on: Boolean!) {
      reactToMessage(chatId: $chatId, messageId: $messageId, emoji: $emoji, on: $on) { ${MESSAGE} }
    }`,
    { chatId, messageId, ...reaction },
  );
}

/** Records the read position. */
export function markRead(chatId: string, seq: number): Promise<Result<{ markChatRead: number }>> {
  return ask(`mutation Read($chatId: ID!, $seq: Int!) { markChatRead(chatId: $chatId, seq: $seq) }`, { chatId, seq });
}
