/** Characters that a message may have. */
export const MAX_MESSAGE = 2000;

/** Messages that are read at once. */
export const MESSAGES_A_PAGE = 50;

const THREAD = "thread:";

/** The id of the chat of an event: one event has one, so no second can be made. No chat of the group is called so. */
export const threadIdOf = (eventId: string): string => THREAD + eventId;

/** Whether a chat belongs to an event. It is read and written through the calls of threads only. */
export const isThread = (chatId: string): boolean => chatId.startsWith(THREAD);

/** For thanks, photos and lost towels. */
const CLOSES_MS = 14 * 86_400_000;

/** Whether the event ended so long ago that its thread takes no more messages. */
export const isThreadClosed = (endsAt: Date, now: Date): boolean => now.getTime() > endsAt.getTime() + CLOSES_MS;
