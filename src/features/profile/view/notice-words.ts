import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { NoticeView } from "#src/features/profile/schema.ts";
import { clockTime, longDate, weekdayName } from "#src/shared/dates.ts";

/** An event's data for its notices; null after its deletion. */
export type NoticeEvent = Pick<SocialEventRow, "status" | "decision" | "day" | "startTime"> | null;

/** A change notice's text: the current state, so that older notices never contradict newer ones. */
export function changeWords(event: NoticeEvent, before: NoticeView["kind"] | undefined): string {
  if (event === null) return "Something about it has changed.";
  if (event.status === "cancelled") return "Canceled: please do not set out for it.";
  if (event.status === "postponed") return "Postponed: a new date is to come.";
  if (event.decision === "hold") return "On hold: its page says when it is decided.";
  const when = `${weekdayName(event.day)}, ${longDate(event.day)}, ${clockTime(event.startTime)}`;
  return before === "event_cancelled"
    ? `It takes place again, on ${when}.`
    : `Something about it has changed. It takes place on ${when}.`;
}
