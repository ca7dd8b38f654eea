import { clockTime, type Day, weekdayName } from "#src/shared/dates.ts";

/** Limit of messages per event in 24 hours, from its host and organizers together. */
export const MOST_A_DAY = 4;

export const WORDS_REQUIRED = "Write a message.";
export const GROUPS_REQUIRED = "Choose who gets it.";
export const ID_REQUIRED = "A message needs an id of its own.";
export const NOT_SENT = "Your message was not sent: some of this cannot be used.";
export const NOBODY = "Nobody in this group can be reached. Choose another.";
export const NOT_PUBLISHED = "This event is not published yet, so it has no guests to write to.";
export const TOO_LATE = "This event was more than two weeks ago, so its guests can't be written to anymore.";
export const SENT_OTHERWISE =
  "Your first version was already sent, and your last changes aren't in it. Send again only if people need both.";

/** Says that the limit is reached, and when it ends. */
export function enoughWords({ day, time }: { day: Day; time: string }): string {
  return `These guests got ${MOST_A_DAY} messages in 24 hours, and that's the limit. You can write again on ${weekdayName(day)} at ${clockTime(time)}.`;
}
