import styles from "#src/features/dashboard/components/events-tab.module.css";
import { NextUp } from "#src/features/dashboard/components/next-up.tsx";
import type { Loaded } from "#src/features/identity/components/use-loaded.ts";
import { EVENTS_FAILED } from "#src/features/dashboard/messages.ts";
import type { Upcoming } from "#src/features/dashboard/schema.ts";
import { DayList } from "#src/features/events/components/day-list.tsx";
import { OwnShares } from "#src/features/events/costs/components/own-shares.tsx";
import { OwnShowRateLine } from "#src/features/events/forecast/components/own-show-rate.tsx";
import { MyEvents } from "#src/features/events/hosting/components/my-events.tsx";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import { NO_UPCOMING_EVENTS } from "#src/features/events/messages.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { isOver } from "#src/features/events/calendar/rules.ts";
import { useNow, useToday } from "#src/features/site/use-site-facts.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

const ANSWER_WORDS: Readonly<Record<Upcoming["answers"][string], string>> = {
  going: "You are going",
  maybe: "You may come",
  not_going: "You are not coming",
  waiting: "You are on the waiting list",
};

/** Reserves the events' space. */
export function EventsSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <span className={styles.first} />
      <span className={styles.heading} />
      {[1, 2, 3].map((row) => (
        <span key={row} className={styles.row} />
      ))}
    </div>
  );
}

/** The event for the large card: the next that the person goes to, else waits for, else has not declined. */
function firstOf(
  events: readonly EventView[],
  answers: Upcoming["answers"],
): { event: EventView; isOwn: boolean } | undefined {
  const taking = events.filter(({ status }) => status === "scheduled");
  const wanted = taking.filter(({ socialEventId }) => answers[socialEventId] !== "not_going");
  const answered = wanted.filter(({ socialEventId }) => answers[socialEventId] !== undefined);
  // A waiting-list place counts only if there is no other plan.
  const own = answered.find(({ socialEventId }) => answers[socialEventId] !== "waiting") ?? answered[0];
  const event = own ?? wanted[0] ?? events[0];
  return event && { event, isOwn: own !== undefined };
}

/** It started while the person was still on the waiting list. */
function isMissed({ socialEventId, startsAt }: EventView, answers: Upcoming["answers"], now: Date): boolean {
  return answers[socialEventId] === "waiting" && Date.parse(startsAt) <= now.getTime();
}

function Upcoming({ upcoming, hosted }: { upcoming: Upcoming; hosted: Loaded<HostedPage> }) {
  const now = useNow(upcoming.now);
  const today = useToday(now);
  const events = upcoming.upcomingEvents.filter(
    (event) => !isOver(event, now) && !isMissed(event, upcoming.answers, now),
  );
  const next = firstOf(events, upcoming.answers);
  if (!next) {
    return (
      <>
        <MyEvents hosted={hosted} now={now} />
        <EmptyState
          picture="empty-events"
          title={NO_UPCOMING_EVENTS}
          text="Nothing in the next two weeks yet. What comes later is in the list of all events."
        >
          <ButtonLink to="/events">See all events</ButtonLink>
        </EmptyState>
      </>
    );
  }
  const rest = events.filter((event) => event !== next.event);
  const inDraw = new Set(events.flatMap((event) => (event.draw?.state === "open" ? [event.socialEventId] : [])));
  const noteOf = (eventId: string) => {
    const answer = upcoming.answers[eventId];
    if (answer === "waiting" && inDraw.has(eventId)) return "You are in the draw";
    return answer === undefined ? null : ANSWER_WORDS[answer];
  };
  return (
    <>
      <NextUp {...next} today={today} hasBegun={Date.parse(next.event.startsAt) <= now.getTime()} />
      <MyEvents hosted={hosted} now={now} />
      <DayList events={rest} today={today} noteOf={noteOf} />
      <p className={styles.more}>
        <ButtonLink to="/events" variant="quiet">
          All events
        </ButtonLink>
      </p>
    </>
  );
}

/** The next two weeks, and the events the person hosts. */
export function EventsTab({ events, hosted }: { events: Loaded<Upcoming>; hosted: Loaded<HostedPage> }) {
  if (events.failure) {
    return (
      <EmptyState picture="offline" title={EVENTS_FAILED} text="Your answers are safe.">
        <Button onClick={events.retry}>Try again</Button>
      </EmptyState>
    );
  }
  // Loaded together, to avoid a layout shift.
  const isReady = hosted.value !== null || hosted.failure !== null;
  if (!events.value || !isReady) return <EventsSkeleton />;
  return (
    <>
      <OwnShares />
      <Upcoming upcoming={events.value} hosted={hosted} />
      <OwnShowRateLine />
    </>
  );
}
