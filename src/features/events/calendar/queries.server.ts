import { createHash } from "node:crypto";
import { asc, between, eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { calendarLinks } from "#src/db/tables/calendar-links.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps, waitingList } from "#src/db/tables/rsvps.ts";
import { CALENDAR_UNKNOWN } from "#src/features/events/calendar/messages.ts";
import type { CalendarLink } from "#src/features/events/calendar/schema.ts";
import { type CalendarEntry, type CalendarRsvp, viewCalendar } from "#src/features/events/calendar/view.ts";
import { getEvent, listEventsBetween } from "#src/features/events/queries.server.ts";
import { viewEvent } from "#src/features/events/view.ts";
import { readAccountViewer } from "#src/features/identity/queries.server.ts";
import { canSeeEvent } from "#src/policy/events.ts";
import { personOf, type SignedIn, type Viewer, VISITOR } from "#src/policy/viewer.ts";
import { addDays } from "#src/shared/dates.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";
import { dayInZone } from "#src/shared/zones.server.ts";

// Past events stay in a subscribed calendar for a while: an event that leaves the feed disappears from it.
const DAYS_BACK = 60;
const DAYS_AHEAD = 365;

/** 256 bits, which can't be guessed. */
export const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** The stored hash of the secret in a calendar URL. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

// More than anyone attends in fourteen months.
const MOST_OWN = 500;

function feedOf(app: App) {
  const { name, area } = app.config.group;
  return { name: `${name}, ${area}`, siteUrl: app.publicUrl, now: app.clock.now() };
}

/** One event as a calendar file, with the fields that the viewer may read. */
export async function getEventCalendar(app: App, viewer: Viewer, id: string): Promise<Result<string>> {
  const event = await getEvent(app, viewer, id);
  return event.ok ? ok(viewCalendar([event.value], feedOf(app))) : event;
}

/** The public events of the last two months and the next year, to subscribe to. */
export async function getPublicCalendar(app: App): Promise<string> {
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  const events = await listEventsBetween(app, VISITOR, addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD));
  return viewCalendar(events, feedOf(app));
}

/** Events with the viewer's RSVP (going, maybe or waiting) that they may still see. */
async function listOwnEvents(app: App, viewer: Viewer): Promise<CalendarEntry[]> {
  const person = personOf(viewer);
  if (!person) return [];
  const { userId } = person;
  const today = dayInZone(app.clock.now(), app.config.group.timeZone);
  const said = sql`(
    select event_id, answer as rsvp from ${eventRsvps} where user_id = ${userId} and answer in ('going', 'maybe')
    union all select event_id, 'waiting' from ${waitingList} where user_id = ${userId} and status = 'waiting') as said`;
  const rows = await app.db
    .select({ event: socialEvents, rsvp: sql<CalendarRsvp>`said.rsvp` })
    .from(socialEvents)
    .innerJoin(said, sql`said.event_id = ${socialEvents.id}`)
    .where(between(socialEvents.day, addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)))
    .orderBy(asc(socialEvents.day), asc(socialEvents.startTime), asc(socialEvents.id), sql`said.rsvp`)
    .limit(MOST_OWN);
  // A person who may come and also waits is listed once, as waiting: that row sorts last.
  const once = new Map(rows.map((row) => [row.event.id, row]));
  const now = app.clock.now();
  return (
    [...once.values()]
      // People still waiting at the start did not attend.
      .filter(({ event, rsvp }) => canSeeEvent(viewer, event) && (rsvp !== "waiting" || event.startsAt > now))
      .map(({ event, rsvp }) => ({ ...viewEvent(event, viewer), rsvp }))
  );
}

/** The personal calendar behind a secret URL, with the owner's current permissions. `not_found` for other secrets. */
export async function getPersonalCalendar(app: App, secret: string): Promise<Result<string>> {
  const unknown = fail("not_found", CALENDAR_UNKNOWN);
  if (!SECRET.test(secret)) return unknown;
  const [link] = await app.db
    .select({ sub: calendarLinks.sub })
    .from(calendarLinks)
    .where(eq(calendarLinks.secretHash, hashSecret(secret)));
  const owner = link && (await readAccountViewer(app, link.sub));
  if (!owner) return unknown;
  const feed = feedOf(app);
  return ok(viewCalendar(await listOwnEvents(app, owner), { ...feed, name: `My ${app.config.group.name} events` }));
}

/** Whether a person has a calendar URL. Only its hash is stored. */
export async function getCalendarLink(app: App, { sub }: SignedIn): Promise<CalendarLink> {
  const [link] = await app.db
    .select({ createdAt: calendarLinks.createdAt })
    .from(calendarLinks)
    .where(eq(calendarLinks.sub, sub));
  return { madeAt: link?.createdAt.toISOString() ?? null };
}
