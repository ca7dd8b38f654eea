import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { SiteFacts } from "#src/features/site/queries.server.ts";

/** What the root loader found out; undefined only while the root itself shows its failure. */
export function useSiteFacts(): SiteFacts | undefined {
  return useRouteLoaderData<() => SiteFacts>("root");
}

const MINUTE_MS = 60_000;

/** The server's time, to the minute: it goes on while the page is open. */
export function useNow(): Date {
  const rendered = useSiteFacts()?.now ?? new Date(0).toISOString();
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date(Date.parse(rendered) + elapsed);
}
