import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { SiteFacts } from "#src/features/site/queries.server.ts";

/** What the root loader found out; undefined only while the root itself shows its failure. */
export function useSiteFacts(): SiteFacts | undefined {
  return useRouteLoaderData<() => SiteFacts>("root");
}

const MINUTE_MS = 60_000;

/** The server's time, to the minute: it goes on from what the page was `rendered` for, in ISO, while it is open. */
export function useNow(rendered: string): Date {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - start), MINUTE_MS);
    return () => clearInterval(timer);
  }, [rendered]);
  return new Date(Date.parse(rendered) + elapsed);
}
