import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { SiteFacts } from "#src/features/site/queries.server.ts";
import { addDays, type Day } from "#src/shared/dates.ts";

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
    const [start, startClock] = [performance.now(), Date.now()];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (elapsed: number) => {
      clearTimeout(timer);
      // Events start and end on whole minutes.
      timer = setTimeout(tick, MINUTE_MS - ((base + elapsed) % MINUTE_MS));
    };
    const tick = () => {
      // The first may pause while the device sleeps, and the second may be set back.
      const elapsed = Math.max(performance.now() - start, Date.now() - startClock);
      setCounted({ base, elapsed });
      wait(elapsed);
    };
    wait(0);
    // Timers are late after a sleep.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [base]);
  return new Date(base + (counted.base === base ? counted.elapsed : 0));
}

const DAY_MS = 86_400_000;

/**
 * Today in the group's zone, advanced by 24-hour days while the page is open: a first format with a zone takes 80 ms on
 * a phone, and DST matters only across two midnights.
 */
export function useToday(now: Date): Day {
  const { today = "", noon = "" } = useSiteFacts() ?? {};
  const days = Math.floor((now.getTime() - Date.parse(noon)) / DAY_MS + 0.5);
  return days > 0 ? addDays(today, days) : today;
}
