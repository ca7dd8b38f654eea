import { ANNOUNCEMENTS } from "#src/shared/choices.ts";
import { linesOf, repeatedIn } from "#src/shared/lines.ts";
import { slug } from "#src/shared/slug.ts";

/** The chat groups of a new site. */
export const CHAT_GROUPS = [
  "Pickleball",
  "Volleyball",
  "Yoga Runs Workouts",
  "Dance",
  "Rock Climbing",
  "Other Events",
] as const;

/** The picture of an event for which nobody chose one. */
const PICTURE_OF_CHAT = {
  Pickleball: "pickleball",
  Volleyball: "volleyball",
  "Yoga Runs Workouts": "running",
  Dance: "dance",
  "Rock Climbing": "climbing",
  "Other Events": "pier-sunrise",
} as const satisfies Readonly<Record<(typeof CHAT_GROUPS)[number], string>>;

const isKnown = (chat: string): chat is (typeof CHAT_GROUPS)[number] => CHAT_GROUPS.some((each) => each === chat);

/** Likewise, in a group of any name. */
export const pictureOfChat = (chat: string) => PICTURE_OF_CHAT[isKnown(chat) ? chat : "Other Events"];

/** The picture of a chat group in the chat: ours, or the one of other events. */
export const imageOfChat = (chat: string): string => `chat-${slug(isKnown(chat) ? chat : "Other Events")}`;

export const LONGEST_CHAT_GROUP = 60;
const MOST_CHAT_GROUPS = 30;

/** Group chats that an event can belong to. The last is the usual one. */
export const readChatGroups = (text: string): string[] => linesOf(text);

/** The chat group by that name; the usual one where there is none. */
export const chatGroupOf = (groups: readonly string[], name: string): string =>
  groups.includes(name) ? name : (groups.at(-1) ?? name);

/** Why a list of chat groups cannot be offered. */
export function chatGroupsFault(text: string): string | undefined {
  const groups = readChatGroups(text);
  if (groups.length === 0) return "Enter at least one chat group.";
  if (groups.length > MOST_CHAT_GROUPS) return `List at most ${MOST_CHAT_GROUPS} chat groups.`;
  const long = groups.find((group) => group.length > LONGEST_CHAT_GROUP);
  if (long !== undefined) return `A name has at most ${LONGEST_CHAT_GROUP} characters. This one is longer: ${long}`;
  // The address of a chat is made of these.
  const nameless = groups.find((group) => slug(group) === "");
  if (nameless !== undefined) return `A name needs a letter from A to Z or a digit. This one has none: ${nameless}`;
  // The first is the chat in which organizers write.
  const repeated = repeatedIn([ANNOUNCEMENTS, ...groups], slug);
  return repeated === undefined ? undefined : `Give each chat a name of its own. This one is taken: ${repeated}`;
}
