import type { CHAT_PROVIDERS } from "#src/shared/chat-providers.ts";

/** Somebody who writes, as a person of ours. */
export type ChatAuthor = {
  readonly userId: string;
  readonly name: string;
  /** What they are called in chats; empty where that is their name. */
  readonly nickname: string;
};

export type NewMessage = {
  readonly chatId: string;
  readonly author: ChatAuthor;
  readonly text: string;
  /** Made by whoever sends: the same one again is the same message. */
  readonly clientId: string;
};

/** A message as it stands in our records. */
export type PostedMessage = {
  readonly id: string;
  /** Its place in the chat: 1, 2, 3… */
  readonly seq: number;
  readonly chatId: string;
  /** The provider's id of the author; empty for what the chat itself says. */
  readonly authorId: string;
  /** The author as a person of ours, where known. */
  readonly userId: string | null;
  readonly name: string;
  readonly avatarUrl: string;
  readonly text: string;
  readonly system: boolean;
  readonly clientId: string | null;
  readonly createdAt: Date;
};

export type PostOutcome =
  | { readonly ok: true; readonly message: PostedMessage }
  /** `refused`: the provider lets us read this chat, not write in it. */
  | { readonly ok: false; readonly fault: "unknown_chat" | "refused" }
  | { readonly ok: false; readonly fault: "too_long"; readonly max: number };

/** Somebody who asks to join a chat, as its provider tells it. */
export type AskedToJoin = {
  readonly chatId: string;
  /** The provider's, of the request and of the person. */
  readonly id: string;
  readonly userId: string;
  readonly nickname: string;
  readonly imageUrl: string;
  readonly requestedAt: Date;
};

/** Seconds within which a call about the calendar answers or throws. It must not take effect any later than that. */
export const CALENDAR_CALL_SECONDS = 20;

/** An event as the calendar of a chat shall have it: whole, also when only a part of it is new. */
export type CalendarEntry = {
  readonly chatId: string;
  /** Ours, and the same for ever: the one by which an event is found again. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** ISO 8601 with the offset of `timeZone`. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** IANA. */
  readonly timeZone: string;
  /** The address is empty where not everybody who reads the chat may know it. */
  readonly place: { readonly name: string; readonly address: string };
  /**
   * The event's own page. A provider that keeps no keys of ours writes it into the description, and finds the event
   * again by it.
   */
  readonly url: string;
};

/**
 * `unknown_chat`, `unknown_event`: not there, or not any more; `refused`: the provider does not want it, and says why
 * in `reason`. Whatever the fault, nothing has happened.
 */
export type CalendarOutcome =
  | { readonly ok: true; readonly calendarEventId: string }
  | { readonly ok: false; readonly fault: "unknown_chat" | "unknown_event" | "refused"; readonly reason?: string };

/**
 * Where the group's chats live. Everybody reads chats, members and messages from our own tables, so that they can be
 * read while a provider is away; what is left to ask a provider for is to take a message, and to keep the calendar.
 */
export type ChatProviderPort = {
  /** Whose chats are shown: those that bear this name in `chats.provider`. */
  readonly name: (typeof CHAT_PROVIDERS)[number];

  /**
   * Posts a message. When it is done, the message stands in our tables with the next place in its chat; in the built-in
   * chats its author is a member of the chat from then on. Safe to repeat. Throws only when the provider cannot be
   * reached: `OutsideAway`.
   */
  post(message: NewMessage): Promise<PostOutcome>;

  /**
   * Makes our tables as the provider has them: chats, members, messages, and who asks to join. Returns how many messages
   * came. What the provider cannot be asked for stays as it was last known; then it throws `OutsideAway`.
   */
  sync(): Promise<number>;
  /** Tells the provider what was decided on who may join and it has not heard of. Returns of how many. */
  tellDecisions(): Promise<number>;
  /**
   * What the provider says by itself. False when this is not its secret. Nothing of it is believed: it only makes us ask.
   */
  hear(secret: string, said: unknown): boolean;
  /** The secret in the address that the provider calls; null when it has nothing to say. */
  readonly callbackSecret: string | null;
  /** Finishes what it has begun by itself. */
  stop(): Promise<void>;

  // The calendar. Each throws when nobody knows whether it has happened; never two at once about one event, which the
  // caller sees to.

  /**
   * Puts an event into the calendar of a chat, and the chat hears of it. Its id there has more than 5 characters. NOT
   * safe to repeat with every provider: after a try of which nobody knows the end, {@link findCalendarEvent} comes first.
   */
  createCalendarEvent(entry: CalendarEntry): Promise<CalendarOutcome>;
  /** The id of what was created with this key and is not canceled; null when there is none. */
  findCalendarEvent(entry: CalendarEntry): Promise<string | null>;
  /** Makes an event of the calendar what `entry` says, and the chat hears of it. Safe to repeat. */
  updateCalendarEvent(calendarEventId: string, entry: CalendarEntry): Promise<CalendarOutcome>;
  /** Takes an event out of the calendar, and the chat hears of it. Safe to repeat: then it may be an `unknown_event`. */
  cancelCalendarEvent(calendarEventId: string, entry: CalendarEntry): Promise<CalendarOutcome>;
};
