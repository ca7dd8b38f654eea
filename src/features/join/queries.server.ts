import type { App } from "#src/context/app.ts";
import { getEvent, listEventsToChoose } from "#src/features/events/queries.server.ts";
import type { EventPage, EventView } from "#src/features/events/schema.ts";
import { EVENTS_TO_CHOOSE } from "#src/features/join/schema.ts";
import { choiceOf, type EventChoice } from "#src/features/join/rules.ts";
import { surpriseForLog } from "#src/http/surprise.server.ts";
import { VISITOR } from "#src/policy/viewer.ts";

function isOffered(event: EventView): boolean {
  return event.status !== "cancelled";
}

/**
 * The events that the wizard offers: the next ones, and the one that led here if it is still upcoming. `events` is null
 * if they could not be read; the page works without them, and the browser tries once more.
 */
export async function eventsToChoose(
  app: App,
  cameFor: string | null,
): Promise<{ events: EventChoice[] | null; cameFor: string | null }> {
  try {
    // Twice as many, since some may be canceled.
    const list = await listEventsToChoose(app, VISITOR, 2 * EVENTS_TO_CHOOSE);
    if (!list.ok) return { events: null, cameFor };
    const offered = list.value.socialEvents.filter(isOffered);
    const shown = offered.slice(0, EVENTS_TO_CHOOSE);
    const wanted = cameFor === null ? undefined : await wantedEvent(app, cameFor, list.value);
    if (wanted && !shown.includes(wanted)) shown.splice(EVENTS_TO_CHOOSE - 1, 1, wanted);
    return { events: shown.map((event) => choiceOf(event, app.clock.now())), cameFor: wanted?.socialEventId ?? null };
  } catch (error) {
    app.log.error(surpriseForLog(error), "the wizard's events could not be read");
    return { events: null, cameFor };
  }
}

/** The event that led here, from the list or beyond its end; undefined if it is over or not public. */
async function wantedEvent(app: App, id: string, { socialEvents, next }: EventPage): Promise<EventView | undefined> {
  const listed = socialEvents.find((event) => event.socialEventId === id);
  if (listed) return isOffered(listed) ? listed : undefined;
  const last = socialEvents.at(-1);
  if (next === null || !last) return undefined;
  const event = await getEvent(app, VISITOR, id);
  // The list is sorted by day: an event that is not in it and not later is past.
  return event.ok && isOffered(event.value) && event.value.day >= last.day ? event.value : undefined;
}
