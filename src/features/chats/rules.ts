import type { Reaction } from "#src/shared/states.ts";

/** Characters that a message may have. */
export const MAX_MESSAGE = 2000;

/** Messages that are read at once. */
export const MESSAGES_A_PAGE = 50;

const THREAD = "thread:";

/** The id of the chat of an event: one event has one, so no second can be made. No chat of the group is called so. */
export const threadIdOf = (eventId: string): string => THREAD + eventId;

/** Whether a chat belongs to an event. It is read and written through the calls of threads only. */
export const isThread = (chatId: string): boolean => chatId.startsWith(THREAD);

/** The event whose thread a chat is; null for a chat of the group. */
export const eventIdOf = (chatId: string): string | null => (isThread(chatId) ? chatId.slice(THREAD.length) : null);

/** For thanks, photos and lost towels. */
const CLOSES_MS = 14 * 86_400_000;

/** Whether the event ended so long ago that its thread takes no more messages. */
export const isThreadClosed = (endsAt: Date, now: Date): boolean => now.getTime() > endsAt.getTime() + CLOSES_MS;

/** What screen readers call the reactions. */
export const REACTION_NAMES: Readonly<Record<Reaction, string>> = {
  "👍": "thumbs up",
  "❤️": "heart",
  "😂": "laughing",
  "🎉": "party",
  "😮": "surprised",
  "😢": "sad",
};

/** How many days a mute lasts. */
export const MUTE_DAYS = [1, 3, 7, 30] as const;

/** People that one message tells. */
const MOST_MENTIONED = 10;

type Named = { readonly userId: string; readonly names: readonly string[] };

const LETTER = /[\p{L}\p{N}]/u;

/** Those whose name stands behind an @ in the text. Of two names that both fit there, the longer one is meant. */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  const words = text.toLowerCase();
  const known = people.flatMap(({ userId, names }) =>
    names.filter(Boolean).map((name) => ({ userId, name: name.toLowerCase() })),
  );
  const found = new Set<string>();
  for (const { index } of words.matchAll(/@/g)) {
    if (LETTER.test(words[index - 1] ?? "")) continue;
    const rest = words.slice(index + 1);
    const fit = known.filter(({ name }) => rest.startsWith(name) && !LETTER.test(rest[name.length] ?? ""));
    const longest = Math.max(...fit.map(({ name }) => name.length));
    for (const { userId, name } of fit) if (name.length === longest) found.add(userId);
  }
  return [...found].slice(0, MOST_MENTIONED);
}
