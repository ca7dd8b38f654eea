import { isOver } from "#src/features/events/calendar/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { choiceOf, type EventChoice } from "#src/features/join/rules.ts";

// The schema's limit, repeated so that its code need not load.
const MOST_EVENTS = 8;

/**
 * The events on offer: the next ones with the one that led here, then past ones. At most eight, including one past
 * event if there is any.
 */
export function offeredEvents(events: readonly EventView[], asked: EventView | undefined, now: Date): EventChoice[] {
  const scheduled = events.filter(({ status }) => status === "scheduled");
  const past = scheduled.filter((event) => isOver(event, now));
  const room = MOST_EVENTS - Math.min(1, past.length);
  const ahead = scheduled.filter((event) => !isOver(event, now)).slice(0, room);
  const isListed = ahead.some(({ socialEventId }) => socialEventId === asked?.socialEventId);
  if (asked?.status === "scheduled" && !isOver(asked, now) && !isListed) ahead.splice(room - 1, 1, asked);
  return [...ahead, ...past.slice(0, MOST_EVENTS - ahead.length)].map((event) => choiceOf(event, now));
}
