import { lazy, Suspense, useCallback, useState } from "react";
import { data, redirect, useRevalidator } from "react-router";
import type { Route } from "./+types/event-page";
import { appContext } from "#src/context/app-context.ts";
import { calendarFilePath, eventJsonLd } from "#src/features/events/calendar/rules.ts";
import { EventArticle } from "#src/features/events/components/event-article.tsx";
import { timeRange } from "#src/features/events/components/event-words.ts";
import { MissingEvent } from "#src/features/events/components/missing-event.tsx";
import { useAsMember } from "#src/features/identity/components/use-as-member.ts";
import type { PollView } from "#src/features/events/polls/schema.ts";
import { picturePathOf } from "#src/features/events/sharing/queries.server.ts";
import { getRsvpState } from "#src/features/events/rsvps/queries.server.ts";
import { type MapTiles, mapTiles } from "#src/features/map/queries.server.ts";
import { getEvent } from "#src/features/events/queries.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { areaName, pageMeta, siteOrigin } from "#src/features/site/page-meta.ts";
import { usePageTitle } from "#src/features/site/use-site-facts.ts";
import { beginningOf } from "#src/shared/beginning.ts";
import { pageTime } from "#src/shared/site-map.ts";
import { statusOf } from "#src/http/status.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { Page } from "#src/ui/page.tsx";
import { pictureUrl } from "#src/ui/picture.tsx";

// For people who are going.
const EventThread = lazy(async () => {
  const { EventThread: component } = await import("#src/features/chats/components/event-thread.tsx");
  return { default: component };
});

/** `/events/create…` leads to the form for new events; no event can have such an id. */
const CREATE = "create";

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.eventId.startsWith(CREATE)) throw redirect("/create");
  const app = context.get(appContext);
  const now = pageTime(app.clock.now()).toISOString();
  const tiles = mapTiles(app);
  const [event, rsvpState] = await Promise.all([
    getEvent(app, VISITOR, params.eventId),
    getRsvpState(app, VISITOR, params.eventId),
  ]);
  if (event.ok) {
    const poll = rsvpState.ok ? rsvpState.value.poll : null;
    return { event: event.value, poll, sharePath: picturePathOf(app, event.value), now, tiles };
  }
  if (event.failure.code !== "not_found") throw data(event.failure, { status: statusOf(event.failure.code) });
  return data({ event: null, poll: null, sharePath: "", now, tiles }, { status: 404 });
}

/** Day and place first, because previews show little more than the first line. */
function summaryOf(event: EventView): string {
  const facts = `${event.weekday}, ${event.date}, ${timeRange(event)} · ${event.location}`;
  const about = event.description.replace(/\s+/g, " ").trim();
  if (about === "") return facts;
  return `${facts}. ${about.length > 140 ? `${beginningOf(about, 139).trimEnd()}…` : about}`;
}

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const event = loaderData?.event;
  if (!event) return pageMeta(matches, { title: "Looking for this event", path: location.pathname, isHidden: true });
  const path = `/events/${event.socialEventId}`;
  const image = {
    path: loaderData.sharePath,
    alt: `${event.title}: ${event.weekday}, ${event.date}, ${timeRange(event)}`,
  };
  const origin = siteOrigin(matches);
  const pictures = event.imgKey === "" ? [] : [origin + pictureUrl(event.imgKey, 960)];
  const jsonLd = eventJsonLd(event, areaName(matches), origin + path, [...pictures, origin + image.path]);
  return [
    ...pageMeta(matches, {
      title: event.title,
      description: summaryOf(event),
      path,
      image,
    }),
    { tagName: "link", rel: "alternate", type: "text/calendar", href: calendarFilePath(event.socialEventId) },
    { "script:ld+json": jsonLd },
  ];
};

type ShownEventProps = { event: EventView | null; poll: PollView | null; now: string; tiles: MapTiles; id: string };

function ShownEvent({ event, poll, now, tiles, id }: ShownEventProps) {
  const [version, setVersion] = useState(0);
  const [wasThere, setWasThere] = useState(event !== null);
  const { revalidate } = useRevalidator();
  // Reloads the public page and the member's version of it.
  const readAgain = useCallback(() => {
    setVersion((known) => known + 1);
    void revalidate();
  }, [revalidate]);
  const asMember = useAsMember<{ socialEvents: { Item: EventView } }>(
    `/api/social-events?${new URLSearchParams({ id })}`,
    version,
  );
  const shown = asMember?.socialEvents.Item ?? event;
  usePageTitle(event === null && shown ? shown.title : null);
  if (!shown) {
    return (
      <Page width="text">
        <MissingEvent wasThere={wasThere} />
      </Page>
    );
  }
  if (!wasThere) setWasThere(true);
  return (
    <Page>
      <EventArticle
        event={shown}
        poll={poll}
        now={now}
        tiles={tiles}
        thread={
          <Suspense>
            <EventThread eventId={shown.socialEventId} />
          </Suspense>
        }
        onNews={readAgain}
      />
    </Page>
  );
}

export default function EventPage({ loaderData: { event, poll, now, tiles }, params }: Route.ComponentProps) {
  // A new URL restarts the five-second search.
  return <ShownEvent key={params.eventId} event={event} poll={poll} now={now} tiles={tiles} id={params.eventId} />;
}
