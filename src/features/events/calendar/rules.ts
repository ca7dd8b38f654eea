import type { EventView } from "#src/features/events/schema.ts";

/** The duration of events without an end: calendars require one. */
const USUAL_HOURS = 2;

type CalendarEvent = Pick<
  EventView,
  | "socialEventId"
  | "title"
  | "description"
  | "bring"
  | "location"
  | "privateLocation"
  | "startsAt"
  | "endsAt"
  | "timeZone"
>;

/** The end, or an assumed end if none is given. */
export function endOf({ startsAt, endsAt }: Pick<CalendarEvent, "startsAt" | "endsAt">): Date {
  return endsAt === "" ? new Date(Date.parse(startsAt) + USUAL_HOURS * 3_600_000) : new Date(endsAt);
}

/** Whether it has ended. */
export function isOver(event: Pick<CalendarEvent, "startsAt" | "endsAt">, now: Date): boolean {
  return endOf(event) <= now;
}

/** Both places on one line, without duplicates. */
export function placeOf({ location, privateLocation }: Pick<CalendarEvent, "location" | "privateLocation">): string {
  return [...new Set([location, privateLocation])].filter(Boolean).join(" · ");
}

/** The description and what to bring. */
export function aboutOf({ description, bring }: Pick<CalendarEvent, "description" | "bring">): string {
  return [description, bring && `Bring: ${bring}`].filter(Boolean).join("\n\n");
}

/** `20261128T230000Z` */
export function compactUtc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** Google Calendar's page with the event filled in. */
export function googleCalendarUrl(event: CalendarEvent, pageUrl: string): string {
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    dates: `${compactUtc(new Date(event.startsAt))}/${compactUtc(endOf(event))}`,
    ctz: event.timeZone,
    location: placeOf(event),
    details: `${aboutOf(event)}\n\n${pageUrl}`.trim(),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Outlook's page on the web with the event filled in. */
export function outlookCalendarUrl(event: CalendarEvent, pageUrl: string): string {
  const query = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: event.title,
    startdt: new Date(event.startsAt).toISOString(),
    enddt: endOf(event).toISOString(),
    location: placeOf(event),
    body: `${aboutOf(event)}\n\n${pageUrl}`.trim(),
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`;
}

/** Path of the event's calendar file. */
export function calendarFilePath(eventId: string): string {
  return `/events/${encodeURIComponent(eventId)}.ics`;
}

const EVENT_STATUS = {
  scheduled: "https://schema.org/EventScheduled",
  cancelled: "https://schema.org/EventCancelled",
  postponed: "https://schema.org/EventPostponed",
} as const;

type Described = CalendarEvent &
  Pick<EventView, "previousStartsAt" | "status" | "cost" | "spacesLeft" | "host" | "membersOnly" | "imgKey">;

/** The schema.org status, with the former start if it was rescheduled. Other statuses must not have one. */
function courseOf({ status, previousStartsAt }: Pick<EventView, "status" | "previousStartsAt">) {
  if (status !== "scheduled" || previousStartsAt === undefined) return { eventStatus: EVENT_STATUS[status] };
  return { eventStatus: "https://schema.org/EventRescheduled", previousStartDate: previousStartsAt };
}

/** The place, or the group's area if the place is members-only. */
function placeJsonLd({ membersOnly, location }: Described, area: string) {
  const [name = ""] = location.split(",");
  return { "@type": "Place", ...(membersOnly ? { name: area } : { name, address: location }) };
}

/** The event as schema.org JSON-LD for search engines. `imageUrls` are absolute. */
export function eventJsonLd(
  event: Described,
  area: string,
  pageUrl: string,
  imageUrls: readonly string[],
): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.title,
    description: event.description,
    startDate: event.startsAt,
    ...(event.endsAt !== "" && { endDate: event.endsAt }),
    ...courseOf(event),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: placeJsonLd(event, area),
    organizer: { "@type": "Person", name: event.host },
    image: [...imageUrls],
    offers: {
      "@type": "Offer",
      price: event.cost,
      priceCurrency: "USD",
      availability: `https://schema.org/${event.spacesLeft === 0 ? "SoldOut" : "InStock"}`,
      url: pageUrl,
    },
    url: pageUrl,
  };
}
