import type { HostMessage, Writing } from "#src/features/events/host-messages/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { GUEST_GROUPS, type GuestGroup } from "#src/shared/states.ts";

export const GROUP_WORDS: Readonly<Record<GuestGroup, string>> = {
  going: "Going",
  maybe: "Maybe",
  waiting: "Waiting",
};

/** `1 person`, `12 people`. */
export const peopleWords = (count: number): string => counted(count, "person", "people");

/** `going, maybe`: the groups of a message. */
export const groupsWords = (groups: readonly GuestGroup[]): string =>
  groups.map((group) => GROUP_WORDS[group].toLowerCase()).join(", ");

/** The number of people in the chosen groups. */
export const countIn = (counts: Writing["groups"], chosen: readonly GuestGroup[]): number =>
  chosen.reduce((sum, group) => sum + counts[group].people, 0);

/** How many people in the chosen groups get no emails from hosts. */
const unmailedIn = (counts: Writing["groups"], chosen: readonly GuestGroup[]): number =>
  chosen.reduce((sum, group) => sum + counts[group].people - counts[group].mailed, 0);

/** A sentence about recipients who get no email, after a space; empty if there are none. */
function unmailedWords(counts: Writing["groups"], chosen: readonly GuestGroup[]): string {
  const unmailed = unmailedIn(counts, chosen);
  if (unmailed === 0) return "";
  const isOne = unmailed === 1 && countIn(counts, chosen) > 1;
  const who = unmailed === countIn(counts, chosen) ? "They" : isOne ? "One of them" : `${unmailed} of them`;
  return ` ${who} ${isOne ? "gets" : "get"} no emails from hosts, only the message on the site.`;
}

/** The recipients of a message, in words, and how it reaches them. */
export function audienceWords(counts: Writing["groups"], chosen: readonly GuestGroup[]): string {
  const all = countIn(counts, chosen);
  if (countIn(counts, GUEST_GROUPS) === 0) return "There is nobody to write to yet.";
  if (all === 0) return chosen.length === 0 ? "Choose who gets it." : "Nobody in this group can be reached.";
  const how = unmailedIn(counts, chosen) === all ? "" : " by email or as a notification, and on the event’s page";
  return `${peopleWords(all)} ${all === 1 ? "gets" : "get"} it${how}.${unmailedWords(counts, chosen)}`;
}

/** Says that a message was sent, and to how many. */
export const sentWords = (counts: Writing["groups"], chosen: readonly GuestGroup[]): string =>
  `Sent to ${peopleWords(countIn(counts, chosen))}.${unmailedWords(counts, chosen)}`;

/** The groups that have people: the default recipients. */
export const filledGroups = (counts: Writing["groups"]): GuestGroup[] =>
  GUEST_GROUPS.filter((group) => counts[group].people > 0);

const MINUTE_MS = 60_000;

/** `2 h ago`. */
export function agoWords(sentAt: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(sentAt)) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

/** `the host`, `Cleo Day, co-host`, `the organizers`. */
export function writerWords({ from, coHost }: Pick<HostMessage, "from" | "coHost">): string {
  if (from === "organizer") return "the organizers";
  return coHost === null ? "the host" : `${coHost}, co-host`;
}
