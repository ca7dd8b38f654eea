import type { App } from "#src/context/app.ts";
import { viewCalendar } from "#src/features/events/calendar/view.ts";
import { getEvent, listEventsBetween } from "#src/features/events/queries.server.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

// A subscribed calendar shows what was as well; what leaves the feed vanishes from it.
const DAYS_BACK = 60;
const DAYS_AHEAD = 365;

function feedOf(app: App) {
  const { name, area } = app.config.group;
  return { name: `${name}, ${area}`, siteUrl: app.publicUrl, now: app.clock.now() };
}

/** One public event as a calendar file. A file is kept and passed on, so it holds what everybody may read. */
export async function getEventCalendar(app: App, id: string): Promise<Result<string>> {
  const event = await getEvent(app, VISITOR, id);
  return event.ok ? ok(viewCalendar([event.value], feedOf(app))) : event;
}

/** The public events of the last two months and the next year, to subscribe to. */
export async function getPublicCalendar(app: App): Promise<string> {
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  const events = await listEventsBetween(app, VISITOR, addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD));
  return viewCalendar(events, feedOf(app));
}
