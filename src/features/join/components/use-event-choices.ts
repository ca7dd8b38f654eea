import { useEffect, useState } from "react";
import { choiceOf, type EventChoice } from "#src/features/join/rules.ts";
import type { EventPage } from "#src/features/events/schema.ts";

const SPINNER_MS = 5000;
// As many as the schema takes; its code is not loaded for the number's sake.
const MOST_EVENTS = 8;

async function fetchChoices(signal: AbortSignal): Promise<EventChoice[]> {
  const response = await fetch("/api/social-events", { signal });
  if (!response.ok) throw new Error(`The events answered ${response.status}`);
  // Our own call, described by its schema on the server.
  const { socialEvents } = (await response.json()) as EventPage;
  return socialEvents
    .filter((event) => event.status !== "cancelled")
    .slice(0, MOST_EVENTS)
    .map((event) => choiceOf(event, new Date()));
}

/**
 * The events on offer. The page brings them; when it could not (null), the browser asks once. `isLoading` ends after
 * five seconds at the latest: the applicant can go on without, and a late answer is still shown.
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
