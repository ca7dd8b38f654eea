import type { CHAT_PROVIDERS } from "#src/shared/chat-providers.ts";

/** A message's author: one of our people. */
export type ChatAuthor = {
  readonly userId: string;
  readonly name: string;
  /** The display name in chats; empty for the person's own name. */
  readonly nickname: string;
};

export type NewMessage = {
  readonly chatId: string;
  readonly author: ChatAuthor;
  readonly text: string;
  /** Created by the sender: the idempotency key. */
  readonly clientId: string;
  /** The id of the message it replies to; only in built-in chats. */
  readonly replyTo?: string | undefined;
  /** An upload with its description; only in built-in chats. */
  readonly picture?: { readonly key: string; readonly alt: string } | undefined;
};

/** A message in our tables. */
export type PostedMessage = {
  readonly id: string;
  /** Its sequence number in the chat. */
  readonly seq: number;
  readonly chatId: string;
  /** The provider's id of the author; empty for system messages. */
  readonly authorId: string;
  /** The author's `user_id`, if known. */
  readonly userId: string | null;
  readonly name: string;
  readonly avatarUrl: string;
  readonly text: string;
  readonly system: boolean;
  readonly clientId: string | null;
  readonly createdAt: Date;
  /** When its author edited or deleted it; omitted for a new message. */
  readonly editedAt?: Date | null;
  readonly removedAt?: Date | null;
  /** When an organizer hid it. */
  readonly hiddenAt?: Date | null;
  /** The id of the message it replies to. */
  readonly replyTo?: string | null;
};

export type PostOutcome =
  | { readonly ok: true; readonly message: PostedMessage }
  /** `refused`: the provider allows reading this chat, but not writing. `removed`: an organizer removed the author. */
  | { readonly ok: false; readonly fault: "unknown_chat" | "refused" | "removed" }
  | { readonly ok: false; readonly fault: "too_long"; readonly max: number };

/** A request to join a chat, as reported by its provider. */
export type AskedToJoin = {
  readonly chatId: string;
  /** The provider's ids of the request and the person. */
  readonly id: string;
  readonly userId: string;
  readonly nickname: string;
  readonly imageUrl: string;
  readonly requestedAt: Date;
};

/** Time limit of a calendar call in seconds. It must not take effect later. */
export const CALENDAR_CALL_SECONDS = 20;

/** A complete calendar entry, also for partial changes. */
export type CalendarEntry = {
  readonly chatId: string;
  /** Our permanent id, which identifies the entry. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** The event's poll; omitted if there is none. */
  readonly poll?: { readonly question: string; readonly choices: readonly string[] };
  /** ISO 8601 with the offset of `timeZone`. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** IANA. */
  readonly timeZone: string;
  /** The address is empty if not every reader of the chat may know it. */
  readonly place: { readonly name: string; readonly address: string };
  /** The event page's URL. A provider without custom keys puts it into the description and finds the entry by it. */
  readonly url: string;
};

/** Formats a poll as text: the question, then one choice per line. */
export function pollWords({ poll }: Pick<CalendarEntry, "poll">): string {
  return poll ? [`Poll: ${poll.question}`, ...poll.choices.map((choice) => `• ${choice}`)].join("\n") : "";
}

/**
 * `unknown_chat`, `unknown_event`: missing or deleted; `refused`: rejected by the provider, with its `reason`. A fault
 * means that nothing changed.
 */
export type CalendarOutcome =
  | { readonly ok: true; readonly calendarEventId: string }
  | { readonly ok: false; readonly fault: "unknown_chat" | "unknown_event" | "refused"; readonly reason?: string };

/**
 * A chat provider. Chats, members and messages are always read from our tables, so they stay readable while a provider
 * is down; the provider posts messages and keeps the calendar.
 */
export type ChatProviderPort = {
  /** Its chats are those with this name in `chats.provider`. */
  readonly name: (typeof CHAT_PROVIDERS)[number];

  /**
   * Posts a message and stores it with the chat's next `seq`; a built-in chat also adds the author as a member.
   * Idempotent. Throws only `OutsideAway`.
   */
  post(message: NewMessage): Promise<PostOutcome>;

  /**
   * Syncs our tables with the provider: chats, members, messages and join requests. Returns the number of new messages.
   * What the provider does not return keeps its last known state; then throws `OutsideAway`.
   */
  sync(): Promise<number>;
  /** Sends unacknowledged join decisions to the provider. Returns their number. */
  tellDecisions(): Promise<number>;
  /** Handles a callback. False if the secret is wrong. Its content is not trusted: it only triggers a sync. */
  hear(secret: string, said: unknown): boolean;
  /** The secret in the callback URL; null without callbacks. */
  readonly callbackSecret: string | null;
  /** Waits for background work. */
  stop(): Promise<void>;

  /**
   * Creates a calendar entry and announces it. Its id has more than 5 characters. NOT idempotent with every provider:
   * after an unknown outcome call {@link findCalendarEvent} first.
   */
  createCalendarEvent(entry: CalendarEntry): Promise<CalendarOutcome>;
  /** The id of the entry with this key that is not canceled; null if none. */
  findCalendarEvent(entry: CalendarEntry): Promise<string | null>;
  /** Updates a calendar entry to `entry` and announces it. Idempotent. */
  updateCalendarEvent(calendarEventId: string, entry: CalendarEntry): Promise<CalendarOutcome>;
  /** Deletes a calendar entry and announces it. Idempotent, but a repeat may return `unknown_event`. */
  cancelCalendarEvent(calendarEventId: string, entry: CalendarEntry): Promise<CalendarOutcome>;
};
