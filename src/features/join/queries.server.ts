import type { App } from "#src/context/app.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { getEvent, listEventsToChoose } from "#src/features/events/queries.server.ts";
import type { EventPage, EventView } from "#src/features/events/schema.ts";
import { EVENTS_TO_CHOOSE } from "#src/features/join/schema.ts";
import type { EventChoice, MissedEvent } from "#src/features/join/rules.ts";
import { offeredEvents } from "#src/features/join/rules/offered-events.ts";
import { surpriseForLog } from "#src/http/surprise.server.ts";
import { VISITOR } from "#src/policy/viewer.ts";

const UNKNOWN: MissedEvent = { title: "The event of this link", why: "unknown" };

type Choices = {
  /** Null if they could not be read; the page works without them, and the browser tries once more. */
  readonly events: EventChoice[] | null;
  readonly cameFor: string | null;
  readonly missed: MissedEvent | null;
};

/** The events that the wizard offers: the next ones, and the one that led here if it can still be chosen. */
export async function eventsToChoose(app: App, cameFor: string | null): Promise<Choices> {
  try {
    // Read many more, because all of a busy day may be over, canceled or postponed.
    const list = await listEventsToChoose(app, VISITOR, 8 * EVENTS_TO_CHOOSE);
    if (!list.ok) return { events: null, cameFor, missed: null };
    const now = app.clock.now();
    const asked = cameFor === null ? undefined : await askedEvent(app, cameFor, list.value);
    const missed = asked ? missedAt(asked, now) : cameFor === null ? null : UNKNOWN;
    const wanted = missed ? undefined : asked;
    const events = offeredEvents(list.value.socialEvents, wanted, now);
    return { events, cameFor: wanted?.socialEventId ?? null, missed };
  } catch (error) {
    app.log.error(surpriseForLog(error), "the wizard's events could not be read");
    return { events: null, cameFor, missed: null };
  }
}

function missedAt(event: EventView, now: Date): MissedEvent | null {
  const { title, status } = event;
  if (status === "cancelled") return { title, why: "canceled" };
  // A postponed event has no date, so it cannot be over.
  if (status === "postponed") return { title, why: "postponed" };
  return isOver(event, now) ? { title, why: "over" } : null;
}

/** The event that led here, from the list or beyond its end; undefined if it is unknown or not public. */
async function askedEvent(app: App, id: string, { socialEvents }: EventPage): Promise<EventView | undefined> {
  const listed = socialEvents.find((event) => event.socialEventId === id);
  if (listed) return listed;
  const event = await getEvent(app, VISITOR, id);
  return event.ok ? event.value : undefined;
}
