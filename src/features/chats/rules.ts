import type { Reaction } from "#src/shared/states.ts";

/** Maximum length of a message. */
export const MAX_MESSAGE = 2000;

/** Page size of messages. */
export const MESSAGES_A_PAGE = 50;

const THREAD = "thread:";

/** The id of an event's thread, so each event has one. No group chat has such an id. */
export const threadIdOf = (eventId: string): string => THREAD + eventId;

/** Whether a chat is an event's thread, which only the thread calls can access. */
export const isThread = (chatId: string): boolean => chatId.startsWith(THREAD);

/** The event of a thread; null for a group chat. */
export const eventIdOf = (chatId: string): string | null => (isThread(chatId) ? chatId.slice(THREAD.length) : null);

/** How long a thread stays open after its event: for thanks, photos and lost towels. */
const CLOSES_MS = 14 * 86_400_000;

/** Whether the event ended so long ago that its thread takes no more messages. */
export const isThreadClosed = (endsAt: Date, now: Date): boolean => now.getTime() > endsAt.getTime() + CLOSES_MS;

/** Accessible names of the reactions. */
export const REACTION_NAMES: Readonly<Record<Reaction, string>> = {
  "👍": "thumbs up",
  "❤️": "heart",
  "😂": "laughing",
  "🎉": "party",
  "😮": "surprised",
  "😢": "sad",
};

/** Choices for a mute's duration, in days. */
export const MUTE_DAYS = [1, 3, 7, 30] as const;

/** Maximum number of people that one message notifies. */
const MOST_MENTIONED = 10;

type Named = { readonly userId: string; readonly names: readonly string[] };

const LETTER = /[\p{L}\p{N}]/u;

/** The people mentioned with @ in the text. If two names match, the longer one wins. */
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
