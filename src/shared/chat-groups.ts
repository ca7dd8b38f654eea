import { ANNOUNCEMENTS } from "#src/shared/choices.ts";
import { linesOf, repeatedIn } from "#src/shared/lines.ts";
import { slug } from "#src/shared/slug.ts";

/** The default chat groups of a new site. */
export const CHAT_GROUPS = [
  "Pickleball",
  "Volleyball",
  "Yoga Runs Workouts",
  "Dance",
  "Rock Climbing",
  "Other Events",
] as const;

/** The default picture of an event, by chat group. */
const PICTURE_OF_CHAT = {
  Pickleball: "pickleball",
  Volleyball: "volleyball",
  "Yoga Runs Workouts": "running",
  Dance: "dance",
  "Rock Climbing": "climbing",
  "Other Events": "pier-sunrise",
} as const satisfies Readonly<Record<(typeof CHAT_GROUPS)[number], string>>;

const isKnown = (chat: string): chat is (typeof CHAT_GROUPS)[number] => CHAT_GROUPS.some((each) => each === chat);

/** The default picture of a group's events, for any group name. */
export const pictureOfChat = (chat: string) => PICTURE_OF_CHAT[isKnown(chat) ? chat : "Other Events"];

/** The picture of a chat group's chat: its own, or that of other events. */
export const imageOfChat = (chat: string): string => `chat-${slug(isKnown(chat) ? chat : "Other Events")}`;

export const LONGEST_CHAT_GROUP = 60;
const MOST_CHAT_GROUPS = 30;

/** Group chats that an event can belong to; the last is the default. */
export const readChatGroups = (text: string): string[] => linesOf(text);

/** The chat group with that name, or the default. */
export const chatGroupOf = (groups: readonly string[], name: string): string =>
  groups.includes(name) ? name : (groups.at(-1) ?? name);

/** Why a list of chat groups is invalid. */
export function chatGroupsFault(text: string): string | undefined {
  const groups = readChatGroups(text);
  if (groups.length === 0) return "Enter at least one chat group.";
  if (groups.length > MOST_CHAT_GROUPS)
    return `List at most ${MOST_CHAT_GROUPS} chat groups. There are ${groups.length}.`;
  const long = groups.find((group) => group.length > LONGEST_CHAT_GROUP);
  if (long !== undefined)
    return `A name has at most ${LONGEST_CHAT_GROUP} characters. This one has ${long.length}: ${long}`;
  // Slugs become the chats' ids and URLs.
  const nameless = groups.find((group) => slug(group) === "");
  if (nameless !== undefined) return `A name needs a letter from A to Z or a digit. This one has none: ${nameless}`;
  // The first is the id of the announcements chat.
  const repeated = repeatedIn([ANNOUNCEMENTS, ...groups], slug);
  return repeated === undefined ? undefined : `Each chat needs its own name. This one is already used: ${repeated}`;
}
