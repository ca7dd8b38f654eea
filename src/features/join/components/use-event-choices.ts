import { useEffect, useState } from "react";
import type { EventChoice } from "#src/features/join/rules.ts";
import { offeredEvents } from "#src/features/join/rules/offered-events.ts";
import type { EventView } from "#src/features/events/schema.ts";

const SPINNER_MS = 5000;

/** An answer of our own API; the server validates it with its schema. */
async function fetchEvents<T>(query: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(`/api/social-events${query}`, { signal });
  if (!response.ok) throw new Error(`The events answered ${response.status}`);
  return ((await response.json()) as { socialEvents: T }).socialEvents;
}

async function fetchAsked(id: string, signal: AbortSignal): Promise<EventView> {
  return (await fetchEvents<{ Item: EventView }>(`?${new URLSearchParams({ id })}`, signal)).Item;
}

async function fetchChoices(cameFor: string | null, signal: AbortSignal): Promise<EventChoice[]> {
  const events = await fetchEvents<EventView[]>("", signal);
  const listed = events.find(({ socialEventId }) => socialEventId === cameFor);
  const asked = listed ?? (cameFor === null ? undefined : await fetchAsked(cameFor, signal).catch(() => undefined));
  return offeredEvents(events, asked, new Date());
}

/**
 * The events on offer. They come with the page; if it could not load them (null), the browser tries once. `isLoading`
 * ends after five seconds at the latest, so that the applicant can continue; a later response is still shown.
 */
export function useEventChoices(
  fromPage: readonly EventChoice[] | null,
  cameFor: string | null,
): {
  readonly events: readonly EventChoice[];
  readonly isLoading: boolean;
} {
  const [fetched, setFetched] = useState<readonly EventChoice[]>([]);
  const [isWaiting, setIsWaiting] = useState(fromPage === null);

  useEffect(() => {
    if (fromPage !== null) return;
    const leaving = new AbortController();
    const stopSpinner = () => {
      if (!leaving.signal.aborted) setIsWaiting(false);
    };
    const timer = setTimeout(stopSpinner, SPINNER_MS);
    fetchChoices(cameFor, leaving.signal)
      .then(setFetched)
      .catch(() => undefined)
      .finally(stopSpinner);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [fromPage, cameFor]);

  return { events: fromPage ?? fetched, isLoading: fromPage === null && isWaiting };
}
