import { data, isRouteErrorResponse, useSearchParams } from "react-router";
import type { Route } from "./+types/event-list";
import { appContext } from "#src/context/app-context.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { DayList } from "#src/features/events/components/day-list.tsx";
import { EventFilter } from "#src/features/events/components/event-filter.tsx";
import styles from "#src/features/events/components/event-list.module.css";
import { listedEvent, type ListedEvent } from "#src/features/events/components/event-words.ts";
import { type PastEvent, pastEvent, PhotoWall } from "#src/features/events/components/photo-wall.tsx";
import { useAsMember } from "#src/features/identity/components/use-as-member.ts";
import { FAILED_TO_LOAD_EVENTS, NO_UPCOMING_EVENTS } from "#src/features/events/messages.ts";
import { listPastEvents, listUpcomingEvents } from "#src/features/events/queries.server.ts";
import type { EventPage } from "#src/features/events/schema.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import { failureMessage } from "#src/features/site/components/failure-page.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useNow, useToday } from "#src/features/site/use-site-facts.ts";
import { pageTime } from "#src/shared/site-map.ts";
import { statusOf } from "#src/http/status.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const query = url.searchParams;
  const isPast = query.has("isPastEvents") || pattern === "/photos";
  const options = { after: query.get("after") || undefined, chat: query.get("chat") || undefined };
  const page = isPast ? await listPastEvents(app, VISITOR, options) : await listUpcomingEvents(app, VISITOR, options);
  if (!page.ok) throw data(page.failure, { status: statusOf(page.failure.code) });
  const { socialEvents, next } = page.value;
  const now = pageTime(app.clock.now()).toISOString();
  return isPast
    ? { past: socialEvents.map(pastEvent), upcoming: null, next, now }
    : { past: null, upcoming: socialEvents.map(listedEvent), next, now };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData?.past
    ? pageMeta(matches, {
        title: "Photos",
        description: "Photos and videos of our past events.",
        path: "/events?isPastEvents",
      })
    : [
        ...pageMeta(matches, {
          title: "Events",
          description:
            "What is on next: volleyball, pickleball, runs, climbing, dance and bonfires, with day, time, place and cost.",
          path: "/events",
        }),
        { tagName: "link", rel: "alternate", type: "text/calendar", title: "Events", href: "/events.ics" },
        { tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Events", href: "/events.rss" },
      ];

/** The address of the page after `cursor`, with the same filter. */
function pageAfter(query: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set("after", cursor);
  return `/events?${next}`;
}

/** Links to the next page of a list and back. */
function Paging({ next, isPast = false }: { next: string | null; isPast?: boolean }) {
  const [asked] = useSearchParams();
  const query = new URLSearchParams(asked);
  // At /photos the path says it.
  if (isPast) query.set("isPastEvents", "");
  const first = new URLSearchParams(query);
  first.delete("after");
  if (next === null && !query.has("after")) return null;
  return (
    <nav className={styles.paging} aria-label="Pages">
      {query.has("after") && (
        <ButtonLink to={`/events?${first}`} variant="quiet">
          Back to the first
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={pageAfter(query, next)} variant="quiet">
          {isPast ? "Earlier events" : "Later events"}
        </ButtonLink>
      )}
    </nav>
  );
}

type UpcomingProps = { events: readonly ListedEvent[]; next: string | null; rendered: string };

function Upcoming({ events, next, rendered }: UpcomingProps) {
  const [query] = useSearchParams();
  const chat = query.get("chat") || null;
  const asked = new URLSearchParams();
  for (const name of ["after", "chat"]) {
    const value = query.get(name);
    if (value) asked.set(name, value);
  }
  const asMember = useAsMember<EventPage>(asked.size > 0 ? `/api/social-events?${asked}` : "/api/social-events");
  const now = useNow(rendered);
  const today = useToday(now);
  const shown = (asMember?.socialEvents ?? events).filter((event) => !isOver(event, now));
  const further = asMember ? asMember.next : next;
  return (
    <>
      <EventFilter chat={chat} />
      {shown.length > 0 && <DayList events={shown} today={today} />}
      {/* All events of a page may be over while later ones follow. */}
      {shown.length === 0 && further === null && (
        <EmptyState
          picture="empty-events"
          title={NO_UPCOMING_EVENTS}
          text={
            chat === null
              ? "New ones are usually posted a week or two ahead."
              : "Nothing of this kind is planned yet. Others may be."
          }
        >
          {chat === null ? (
            <ButtonLink to="/join">Join and hear first</ButtonLink>
          ) : (
            <ButtonLink to="/events">See all events</ButtonLink>
          )}
          <ButtonLink to="/photos" variant="quiet">
            Photos of past events
          </ButtonLink>
        </EmptyState>
      )}
      <Paging next={further} />
    </>
  );
}

/** Past events. Members also see those for close friends. */
function Past({ events, next }: { events: readonly PastEvent[]; next: string | null }) {
  const [query] = useSearchParams();
  const asked = new URLSearchParams({ isPastEvents: "" });
  for (const name of ["after", "chat"]) {
    const value = query.get(name);
    if (value) asked.set(name, value);
  }
  const asMember = useAsMember<EventPage>(`/api/social-events?${asked}`);
  const shown = asMember?.socialEvents.map(pastEvent) ?? events;
  return (
    <>
      {shown.length > 0 ? (
        <PhotoWall events={shown} />
      ) : (
        <EmptyState picture="empty-events" title="No photos yet" text="They appear here after an event.">
          <ButtonLink to="/events">See upcoming events</ButtonLink>
        </EmptyState>
      )}
      <Paging next={asMember ? asMember.next : next} isPast />
    </>
  );
}

function HeaderLink({ isPast }: { isPast: boolean }) {
  const signedIn = useSignedIn();
  if (isPast) {
    return (
      <ButtonLink to="/events" variant="quiet">
        Events
      </ButtonLink>
    );
  }
  return signedIn && <ButtonLink to="/events/create">Create Event</ButtonLink>;
}

export default function EventList({ loaderData: { past, upcoming, next, now } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader
        title={past ? "Photos" : "Events"}
        lead={
          past
            ? "What it looks like when we meet. Newest first."
            : "Pick one and come. Coming alone is how most of us started."
        }
        aside={<HeaderLink isPast={past !== null} />}
      />
      {upcoming && <Upcoming events={upcoming} next={next} rendered={now} />}
      {past && <Past events={past} next={next} />}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const reason =
    (isRouteErrorResponse(error) ? failureMessage(error.data) : undefined) ?? "something went wrong on our side.";
  return (
    <Page width="text">
      <EmptyState level={1} picture="offline" title="Not this time" text={`${FAILED_TO_LOAD_EVENTS} ${reason}`}>
        <ButtonLink to="/events" reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Home
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
