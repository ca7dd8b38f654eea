import { data } from "react-router";
import type { Route } from "./+types/event-page";
import { appContext } from "#src/context/app-context.ts";
import { EventArticle } from "#src/features/events/components/event-article.tsx";
import { timeRange } from "#src/features/events/components/event-words.ts";
import { MissingEvent } from "#src/features/events/components/missing-event.tsx";
import { useAsMember } from "#src/features/events/components/use-as-member.ts";
import { getEvent } from "#src/features/events/queries.server.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { OpeningSoon } from "#src/features/site/components/opening-soon.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { statusOf } from "#src/http/status.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { Page } from "#src/ui/page.tsx";
import { pictureUrl } from "#src/ui/picture.tsx";

/** `/events/create…` is where events are made; no event can have such an id. */
const CREATE = "create";

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.eventId.startsWith(CREATE)) return data({ event: null, isCreate: true }, { status: 404 });
  const event = await getEvent(context.get(appContext), VISITOR, params.eventId);
  if (event.ok) return { event: event.value, isCreate: false };
  if (event.failure.code !== "not_found") throw data(event.failure, { status: statusOf(event.failure.code) });
  return data({ event: null, isCreate: false }, { status: 404 });
}

/** Day and place first: a preview shows little more than the first line. */
function summaryOf(event: EventView): string {
  const facts = `${event.weekday}, ${event.date}, ${timeRange(event)} · ${event.location}`;
  const about = event.description.replace(/\s+/g, " ").trim();
  if (about === "") return facts;
  return `${facts}. ${about.length > 140 ? `${about.slice(0, 139).trimEnd()}…` : about}`;
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params, location }) => {
  const event = loaderData?.event;
  if (!event) {
    const title = params.eventId.startsWith(CREATE) ? "Create Event" : "Looking for this event";
    return pageMeta(matches, { title, path: location.pathname, isHidden: true });
  }
  return pageMeta(matches, {
    title: event.title,
    description: summaryOf(event),
    path: `/events/${event.socialEventId}`,
    ...(event.imgKey !== "" && { image: { path: pictureUrl(event.imgKey, 960), alt: event.title } }),
  });
};

function ShownEvent({ event, id }: { event: EventView | null; id: string }) {
  const today = useSiteFacts()?.today ?? "";
  const asMember = useAsMember<{ socialEvents: { Item: EventView } }>(
    `/api/social-events?${new URLSearchParams({ id })}`,
  );
  const shown = asMember?.socialEvents.Item ?? event;
  if (!shown) return <MissingEvent />;
  return (
    <Page>
      <EventArticle event={shown} today={today} />
    </Page>
  );
}

export default function EventPage({ loaderData: { event, isCreate }, params }: Route.ComponentProps) {
  if (isCreate) return <OpeningSoon name="Create Event" />;
  // Another address is another search: its five seconds begin anew.
  return <ShownEvent key={params.eventId} event={event} id={params.eventId} />;
}
