import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { type CalendarPostRow, calendarPosts } from "#src/db/tables/chat-calendar.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { isPosted } from "#src/features/events/chat-calendar/rules.ts";
import type { AdminEvents, CalendarPost } from "#src/features/events/chat-calendar/schema.ts";
import { endOf, isOver } from "#src/features/events/calendar/rules.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { listEventsByIds, listEventsWithin } from "#src/features/events/queries.server.ts";
import { pollColumn } from "#src/features/events/polls/queries.server.ts";
import type { PollView } from "#src/features/events/polls/schema.ts";
import { TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { type Admin, VISITOR } from "#src/policy/viewer.ts";
import type { CalendarEntry } from "#src/ports/chat-provider/port.ts";
import { addDays } from "#src/shared/dates.ts";
import { dayInZone, offsetIso } from "#src/shared/zones.server.ts";

/** The host's short name for a public place, else the place as visitors read it. */
function placeOf({ event, shortLocation }: Seen): CalendarEntry["place"] {
  if (event.location === JOIN_FOR_LOCATION) return { name: JOIN_FOR_LOCATION, address: "" };
  const isNamed = shortLocation !== "" && shortLocation !== TO_BE_DETERMINED;
  return { name: isNamed ? shortLocation : event.location, address: event.location };
}

/** The event's open poll, else the title of the poll it announces. */
function pollOf({ event: { pollText }, poll }: Seen): Pick<CalendarEntry, "poll"> {
  if (poll && poll.membersOnly) return {};
  if (poll) return { poll: { question: poll.question, choices: poll.options.map(({ label }) => label) } };
  return pollText === "" || pollText === TO_BE_DETERMINED ? {} : { poll: { question: pollText, choices: [] } };
}

type Seen = { readonly event: EventView; readonly shortLocation: string; readonly poll: PollView | null };

/** An event's entry for a chat calendar. Limited to what visitors may read, because anyone may read the chat. */
function entryOf(app: App, chatId: string, seen: Seen): CalendarEntry {
  const { socialEventId, title, description, startsAt, timeZone, status, decision } = seen.event;
  const course = status === "postponed" ? "Postponed: " : decision?.state === "hold" ? "On hold: " : "";
  return {
    chatId,
    key: socialEventId,
    name: course + title,
    description,
    ...pollOf(seen),
    startsAt,
    endsAt: offsetIso(endOf(seen.event), timeZone),
    timeZone,
    place: placeOf(seen),
    url: `${app.publicUrl}/events/${socialEventId}`,
  };
}

/** Calendar entries of these events, by event id. Omits events that visitors may not see. */
export async function readEntries(
  app: App,
  wanted: readonly { readonly eventId: string; readonly chatId: string }[],
): Promise<Map<string, CalendarEntry>> {
  const ids = wanted.map(({ eventId }) => eventId);
  if (ids.length === 0) return new Map();
  const events = await listEventsByIds(app, VISITOR, ids);
  const rows = await app.db
    .select({
      id: socialEvents.id,
      shortLocation: socialEvents.shortLocation,
      poll: sql<PollView | null>`${pollColumn(sql`${socialEvents.id}`, sql`''`)}`,
    })
    .from(socialEvents)
    .where(inArray(socialEvents.id, ids));
  const more = new Map(rows.map(({ id, shortLocation, poll }) => [id, { shortLocation, poll }]));
  const chats = new Map(wanted.map(({ eventId, chatId }) => [eventId, chatId]));
  return new Map(
    events.map((event) => {
      const { socialEventId: id } = event;
      return [id, entryOf(app, chats.get(id) ?? "", { event, shortLocation: "", poll: null, ...more.get(id) })];
    }),
  );
}

function postOf(
  event: EventView,
  post: CalendarPostRow | undefined,
  entry: CalendarEntry | undefined,
  now: Date,
): CalendarPost | null {
  // Posted outside the site, so the calendar's copy is unknown.
  if (!post) return isPosted(event) ? { status: "posted", hasChanges: true, isUnderWay: false, lastError: "" } : null;
  return {
    status: post.status,
    hasChanges: isPosted(event) && (event.status === "cancelled" || !isDeepStrictEqual(post.sent, entry)),
    isUnderWay: post.claimedUntil !== null && post.claimedUntil > now,
    lastError: post.lastError,
  };
}

/** The calendar posts of these events, by event id. */
async function readPosts(app: App, events: readonly EventView[]): Promise<Record<string, CalendarPost>> {
  if (events.length === 0) return {};
  const ids = events.map(({ socialEventId }) => socialEventId);
  const posts = await app.db.select().from(calendarPosts).where(inArray(calendarPosts.eventId, ids));
  const entries = await readEntries(app, posts);
  const now = app.clock.now();
  const byId = new Map(posts.map((post) => [post.eventId, post]));
  return Object.fromEntries(
    events.flatMap((event) => {
      const id = event.socialEventId;
      const shown = postOf(event, byId.get(id), entries.get(id), now);
      return shown ? [[id, shown]] : [];
    }),
  );
}

// Limit of posted events that were moved beyond the listed days. Few exist at any time.
const MOST_MOVED = 100;

/** Posted events that take place after `last`. */
async function listPostedAfter(app: App, admin: Admin, last: string): Promise<EventView[]> {
  const rows = await app.db
    .select({ id: calendarPosts.eventId })
    .from(calendarPosts)
    .innerJoin(socialEvents, eq(socialEvents.id, calendarPosts.eventId))
    .where(and(eq(calendarPosts.status, "posted"), gt(socialEvents.day, last)))
    .orderBy(socialEvents.day)
    .limit(MOST_MOVED);
  return rows.length === 0
    ? []
    : listEventsByIds(
        app,
        admin,
        rows.map(({ id }) => id),
      );
}

/** The events of the next days, each with the state of its calendar post. */
export async function listAdminEvents(app: App, admin: Admin, days: number): Promise<AdminEvents> {
  const now = app.clock.now();
  const last = addDays(dayInZone(now, app.config.group.timeZone), days);
  const [within, later] = await Promise.all([listEventsWithin(app, admin, days), listPostedAfter(app, admin, last)]);
  const calendar = await readPosts(app, [...within, ...later]);
  const moved = later.filter(({ socialEventId }) => calendar[socialEventId]?.hasChanges);
  const upcomingEvents = [...within, ...moved];
  const shown = new Set(upcomingEvents.map(({ socialEventId }) => socialEventId));
  return {
    upcomingEvents,
    calendar: Object.fromEntries(Object.entries(calendar).filter(([id]) => shown.has(id))),
    over: upcomingEvents.filter((event) => isOver(event, now)).map(({ socialEventId }) => socialEventId),
  };
}
