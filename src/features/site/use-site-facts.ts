import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { SiteFacts } from "#src/features/site/queries.server.ts";

/** The root loader's data; undefined only while the root itself shows its failure. */
export function useSiteFacts(): SiteFacts | undefined {
  return useRouteLoaderData<() => SiteFacts>("root");
}

/** Sets the page's title where `meta` cannot: the server does not know it, or it depends on the query string. */
export function usePageTitle(words: string | null): void {
  const groupName = useSiteFacts()?.groupName;
  useEffect(() => {
    if (words !== null) document.title = [words, groupName].filter(Boolean).join(" — ");
  }, [words, groupName]);
}

const MINUTE_MS = 60_000;

/** The server's time, counted on from `known` (ISO) while the page is open; updates every minute. */
export function useNow(known: string): Date {
  const base = Date.parse(known);
  const [counted, setCounted] = useState({ base, elapsed: 0 });
  useEffect(() => {
    const start = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (elapsed: number) => {
      // Events start and end on whole minutes.
      timer = setTimeout(tick, MINUTE_MS - ((base + elapsed) % MINUTE_MS));
    };
    const tick = () => {
      const elapsed = performance.now() - start;
      setCounted({ base, elapsed });
      wait(elapsed);
    };
    wait(0);
    return () => clearTimeout(timer);
  }, [base]);
  return new Date(base + (counted.base === base ? counted.elapsed : 0));
}
