import type { ChatMember, ChatMessage } from "#src/features/chats/components/chat-types.ts";

/** Consecutive messages of one chat, oldest first, without gaps. */
export type Messages = readonly ChatMessage[];

/**
 * Merges loaded messages with new ones, without gaps. A newest page that does not overlap replaces the loaded ones: the
 * reader can load what lies between, but a gap must never look complete.
 */
export function merge(known: Messages, news: Messages): Messages {
  const newest = known.at(-1);
  const first = news[0];
  if (!newest || !first) return first ? news : known;
  if (first.seq > newest.seq + 1) return news;
  const bySeq = new Map([...known, ...news].map((message) => [message.seq, message]));
  const isNothingNew = bySeq.size === known.length && known.every((message) => isSame(message, bySeq.get(message.seq)));
  return isNothingNew ? known : [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** The quoted text may have been edited or deleted. */
function isSameQuote(a: ChatMessage["replyTo"], b: ChatMessage["replyTo"]): boolean {
  return a?.id === b?.id && a?.text === b?.text && a?.name === b?.name && a?.gone === b?.gone;
}

function isSame(a: ChatMessage, b: ChatMessage | undefined): boolean {
  return (
    b !== undefined &&
    a.id === b.id &&
    a.text === b.text &&
    a.name === b.name &&
    a.deleted === b.deleted &&
    a.hidden === b.hidden &&
    isSameQuote(a.replyTo, b.replyTo) &&
    JSON.stringify(a.picture) === JSON.stringify(b.picture) &&
    JSON.stringify(a.reactions) === JSON.stringify(b.reactions)
  );
}

/** Prepends older messages. */
export function prepend(known: Messages, older: Messages): Messages {
  const first = known[0];
  return first ? [...older.filter(({ seq }) => seq < first.seq), ...known] : older;
}

/** Consecutive messages by one person. */
export type Group = {
  readonly key: string;
  readonly author: string;
  readonly name: string;
  readonly system: boolean;
  readonly createdAt: number;
  readonly messages: Messages;
};
export type Day = { readonly key: string; readonly date: Date; readonly groups: readonly Group[] };

/** After a pause this long, the same person's messages start a new group. */
const PAUSE_SECONDS = 60;

/** Groups messages by day in the reader's time zone, and within a day by author. */
export function groupMessages(messages: Messages): readonly Day[] {
  const days: { key: string; date: Date; groups: (Group & { messages: ChatMessage[] })[] }[] = [];
  let previous: ChatMessage | undefined;
  for (const message of messages) {
    const date = new Date(message.createdAt * 1000);
    const key = date.toDateString();
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, date, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    const goesOn = previous && message.createdAt - previous.createdAt < PAUSE_SECONDS;
    const { userId: author, name, system, createdAt } = message;
    if (group && goesOn && group.author === author && group.name === name && group.system === system)
      group.messages.push(message);
    else day.groups.push({ key: message.id, author, name, system, createdAt, messages: [message] });
    previous = message;
  }
  return days;
}

/** `Today`, `Yesterday`, `Sat, Nov 21`; with the year unless it is this year. */
export function dayWords(day: Date, now = new Date()): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return "Today";
  if (day.toDateString() === yesterday.toDateString()) return "Yesterday";
  return new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(day.getFullYear() !== now.getFullYear() && { year: "numeric" }),
  }).format(day);
}

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

/** `6:05 PM`, in the reader's time zone. */
export function clockWords(seconds: number): string {
  return clock.format(new Date(seconds * 1000));
}

/** Names that can be mentioned: the members, or in a thread, which has no member list, the authors. */
export function namesIn(members: readonly ChatMember[], messages: Messages, meId: string): string[] {
  const writers = messages.filter(({ system, userId }) => !system && userId !== meId);
  const names = new Set([...members.filter(({ id }) => id !== meId), ...writers].map(({ name }) => name));
  return [...names].toSorted((one, other) => one.localeCompare(other));
}
