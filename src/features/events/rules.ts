import type { EventView } from "#src/features/events/schema.ts";
import type { Day } from "#src/shared/dates.ts";
import { slug } from "#src/shared/slug.ts";

/** Stands for the group itself as an event's first host. */
export const GROUP_HOST = "group-host";
/** Stands for a missing second host or group chat. */
export const NONE = "none";
/** Placeholder for an undecided title or place of a poll. */
export const TO_BE_DETERMINED = "TBD";

/** The id of an event: its day, then its title as a slug. */
export function eventIdOf(title: string, day: Day): string {
  return `${day}-${slug(title) || "event"}`;
}

const EVENT_ID = /^\d{4}-\d{2}-\d{2}-[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isEventId(text: string): boolean {
  return EVENT_ID.test(text);
}

/** Normalizes a typed id; its date is always that of `day`. */
export function tidyEventId(typed: string, day: Day): string {
  const words = slug(typed).replace(/^(?:\d{4}-)?\d{2}-\d{2}(?=-|$)/, "");
  return eventIdOf(words, day);
}

type Course = {
  readonly startsAt: Date;
  readonly lengthMinutes?: number | null | undefined;
  readonly status?: EventView["status"] | undefined;
  readonly location: string;
  readonly privateLocation?: string | undefined;
  readonly decision?: string | null;
  readonly holdReason?: string | null;
  readonly decidesAt?: Date | null;
};

/** Changes that guests and calendars must be told about. */
export type EventNews = "time" | "location" | "privateLocation" | "status" | "decision";

/** Whether a decision is news by itself, rather than following from a new status or start. */
function isDecidedAnew(before: Course, after: Course): boolean {
  if (before.status !== after.status || before.startsAt.getTime() !== after.startsAt.getTime()) return false;
  const isOtherMoment = before.decidesAt?.getTime() !== after.decidesAt?.getTime();
  return before.decision !== after.decision || before.holdReason !== after.holdReason || isOtherMoment;
}

export function newsBetween(before: Course, after: Course): EventNews[] {
  const isOther = {
    time: before.startsAt.getTime() !== after.startsAt.getTime() || before.lengthMinutes !== after.lengthMinutes,
    location: before.location !== after.location,
    privateLocation: before.privateLocation !== after.privateLocation,
    status: before.status !== after.status,
    decision: isDecidedAnew(before, after),
  };
  return (["time", "location", "privateLocation", "status", "decision"] as const).filter((news) => isOther[news]);
}
