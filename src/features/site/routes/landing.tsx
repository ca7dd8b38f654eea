import { redirect } from "react-router";
import type { Route } from "./+types/landing";
import { appContext } from "#src/context/app-context.ts";
import { NextEvents } from "#src/features/events/components/next-events.tsx";
import { listedEvent, type ListedEvent } from "#src/features/events/components/event-words.ts";
import { NO_UPCOMING_EVENTS } from "#src/features/events/messages.ts";
import { getEvent, listUpcomingEvents } from "#src/features/events/queries.server.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { getIdToken } from "#src/features/identity/session.ts";
import { Hero } from "#src/features/site/components/hero.tsx";
import { Kinds, weekOf } from "#src/features/site/components/kinds.tsx";
import styles from "#src/features/site/components/landing.module.css";
import { WhatWeDo } from "#src/features/site/components/what-we-do.tsx";
import { siteFacts, whatWeDo } from "#src/features/site/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useNow, useSiteFacts, useToday } from "#src/features/site/use-site-facts.ts";
import { pageTime } from "#src/shared/site-map.ts";
import { VISITOR } from "#src/policy/viewer.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Page } from "#src/ui/page.tsx";

/** One row on a wide screen, and enough for a phone. */
const NEXT_EVENTS = 3;
/** The number of events from which the week's titles are taken. */
const COMING_EVENTS = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const now = app.clock.now();
  const next = await listUpcomingEvents(app, VISITOR, { limit: COMING_EVENTS });
  const listed: ListedEvent[] = next.ok ? next.value.socialEvents.map(listedEvent) : [];
  const coming = listed.filter((event) => event.status !== "cancelled" && !isOver(event, now));
  const week = weekOf(coming, siteFacts(app).today);
  const about = whatWeDo(app);
  const shared = { week, about, now: pageTime(now).toISOString() };
  const eventId = url.searchParams.get("eventId");
  if (eventId) {
    const event = await getEvent(app, VISITOR, eventId);
    if (event.ok) return { ...shared, events: [listedEvent(event.value)], asked: "found" as const };
  }
  return { ...shared, events: coming.slice(0, NEXT_EVENTS), asked: eventId ? ("unknown" as const) : null };
}

// The script in the document's head redirects `/` to the dashboard; this does the same for client-side navigation.
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (new URL(request.url).pathname === "/" && getIdToken() !== null) throw redirect("/dashboard");
  return serverLoader();
}

const FEEDS = [
  { tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Events", href: "/events.rss" },
];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    description:
      "Get Active. Make Friends. Beach volleyball, pickleball, runs, climbing, dance and bonfires with people in their 20s and 30s.",
    path: "/",
  }).concat(FEEDS);

function Next({ events, asked, now }: Pick<Route.ComponentProps["loaderData"], "events" | "asked" | "now">) {
  const today = useToday(useNow(now));
  return (
    <>
      {events.length > 0 ? (
        <NextEvents
          events={events}
          today={today}
          title={asked === "found" ? "The event you were sent" : "Next events"}
        />
      ) : (
        <p className={styles.none}>{NO_UPCOMING_EVENTS}. Join, and you hear of the next one first.</p>
      )}
      {asked === "unknown" && (
        <div className={styles.note}>
          <Notice>
            <p>The event of this link cannot be found. These are the next ones.</p>
          </Notice>
        </div>
      )}
    </>
  );
}

export default function Landing({ loaderData: { events, week, about, asked, now } }: Route.ComponentProps) {
  return (
    <Page width="full">
      <Hero
        isFirst
        picture="hero-volleyball"
        caption="At the net, while the light lasts"
        line={useSiteFacts()?.tagline ?? ""}
      >
        <ButtonLink to="/join" size="lg">
          Join
        </ButtonLink>
        <ButtonLink to="/events" size="lg" variant="glass">
          See events
        </ButtonLink>
      </Hero>
      <Next events={events} asked={asked} now={now} />
      <Hero picture="hero-run" caption="The sunrise run, at the pace of the slowest" line="Come alone. Stay friends." />
      <Kinds week={week} />
      <Hero
        picture="hero-bonfire"
        caption="A bonfire at the dunes. Someone always has a guitar."
        line="Come Hang With Us"
      >
        <ButtonLink to="/join" size="lg">
          Join
        </ButtonLink>
      </Hero>
      <WhatWeDo links={about} />
    </Page>
  );
}
