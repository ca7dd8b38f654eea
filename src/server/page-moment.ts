import type { App } from "#src/context/app.ts";
import type { Day } from "#src/shared/dates.ts";
import { pageTime } from "#src/shared/site-map.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

/** The time as pages see it: the group's day, and the time rounded down to a step, in milliseconds since 1970. */
type PageMoment = { readonly day: Day; readonly step: number };

/** Reads the clock for cache keys. Midnight is always the start of a step, so the day is computed once per step. */
export function pageMoments(app: App): () => PageMoment {
  let known: PageMoment & { readonly timeZone: string } = { day: "", step: Number.NaN, timeZone: "" };
  return () => {
    const { timeZone } = app.config.group;
    const step = pageTime(app.clock.now()).getTime();
    if (step !== known.step || timeZone !== known.timeZone)
      known = { day: dayInZone(new Date(step), timeZone), step, timeZone };
    return known;
  };
}
