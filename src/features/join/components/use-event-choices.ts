import { useEffect, useState } from "react";
import { choiceOf, type EventChoice } from "#src/features/join/rules.ts";
import type { EventPage } from "#src/features/events/schema.ts";

const SPINNER_MS = 5000;
// The schema's limit, repeated so that its code need not load.
const MOST_EVENTS = 8;

async function fetchChoices(signal: AbortSignal): Promise<EventChoice[]> {
  const response = await fetch("/api/social-events", { signal });
  if (!response.ok) throw new Error(`The events answered ${response.status}`);
  // Our own API; the server validates it with its schema.
  const { socialEvents } = (await response.json()) as EventPage;
  return socialEvents
    .filter((event) => event.status === "scheduled")
    .slice(0, MOST_EVENTS)
    .map((event) => choiceOf(event, new Date()));
}

/**
 * The events on offer. They come with the page; if it could not load them (null), the browser tries once. `isLoading`
 * ends after five seconds at the latest, so that the applicant can continue; a later response is still shown.
 */
export function useEventChoices(fromPage: readonly EventChoice[] | null): {
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
    fetchChoices(leaving.signal)
      .then(setFetched)
      .catch(() => undefined)
      .finally(stopSpinner);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [fromPage]);

  return { events: fromPage ?? fetched, isLoading: fromPage === null && isWaiting };
}
