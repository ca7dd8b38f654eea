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
  | { readonly ok: false; readonly fault: "unknown_chat" };

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
  /**
   * Posts a message. When it is done, the message stands in our tables with the next place in its chat, and its author
   * among the chat's members. Safe to repeat. Throws only when the provider cannot be reached.
   */
  post(message: NewMessage): Promise<PostOutcome>;

  // The calendar. Each throws when nobody knows whether it has happened; never two at once about one event, which the
  // caller sees to.

  /**
   * Puts an event into the calendar of a chat, and the chat hears of it. Its id there has more than 5 characters. NOT
   * safe to repeat with every provider: after a try of which nobody knows the end, {@link findCalendarEvent} comes first.
   */
  createCalendarEvent(entry: CalendarEntry): Promise<CalendarOutcome>;
  /** The id of what was created with this key and is not cancelled; null when there is none. */
  findCalendarEvent(entry: CalendarEntry): Promise<string | null>;
  /** Makes an event of the calendar what `entry` says, and the chat hears of it. Safe to repeat. */
  updateCalendarEvent(calendarEventId: string, entry: CalendarEntry): Promise<CalendarOutcome>;
  /** Takes an event out of the calendar, and the chat hears of it. Safe to repeat: then it may be an `unknown_event`. */
  cancelCalendarEvent(calendarEventId: string, entry: CalendarEntry): Promise<CalendarOutcome>;
};
