import type { Segment } from "#src/shared/segments.ts";

export const SUBJECT_REQUIRED = "Enter a subject.";
export const NOBODY = "Nobody is in this group. Choose another.";
export const NOT_FOUND = "This announcement doesn't exist.";
export const EVENT_NOT_FOUND = "This event doesn't exist.";
export const IN_THE_PAST = "Choose a time in the future.";
export const TOO_FAR = "Choose a time within a year.";
export const ALL_SENT = "Every mail of this announcement was already sent.";
export const SENT_OTHERWISE =
  "Your first version was already sent or scheduled, and your last changes aren't in it. Send again only if people need both.";

const grouped = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
const mailsWords = (count: number) => grouped(count, "mail", "mails");
export const peopleWords = (count: number) => grouped(count, "person", "people");

export const testSentWords = (email: string) =>
  `A test is on its way to ${email}. Unlike the real mails, it has no link to unsubscribe.`;
export const startedWords = (count: number) => `${mailsWords(count)} ${count === 1 ? "is" : "are"} on the way.`;
export const SCHEDULED = "Scheduled. You can cancel it until it's sent.";
export const CANCELED = "Canceled. Nobody gets it.";
export const ALREADY_STOPPED = "This was already stopped.";
export const stoppedWords = (notSent: number) => `Stopped. ${mailsWords(notSent)} won't be sent.`;
/** The last line of each mail. */
export const WHY = "You get this because you're part of the group.";

export const SEGMENT_LABELS: Readonly<Record<Segment["kind"], string>> = {
  everyone: "Everyone",
  members: "Members",
  lapsed: "People whose membership ended",
  never_came: "People who never came",
  interested: "People interested in…",
  going: "People going to…",
};

/** The segment in words. `eventTitle` is empty once the event is deleted. */
export function segmentWords(segment: Segment, eventTitle: string): string {
  if (segment.kind === "interested") return `People interested in ${segment.interest}`;
  if (segment.kind === "going") return `People going to ${eventTitle === "" ? "a deleted event" : eventTitle}`;
  return SEGMENT_LABELS[segment.kind];
}
