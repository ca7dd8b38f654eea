import IconCalendarEvent from "@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs";
import IconMapPin from "@tabler/icons-react/dist/esm/icons/IconMapPin.mjs";
import IconTicket from "@tabler/icons-react/dist/esm/icons/IconTicket.mjs";
import IconUserHeart from "@tabler/icons-react/dist/esm/icons/IconUserHeart.mjs";
import { useMemo } from "react";
import { Link } from "react-router";
import styles from "#src/features/events/components/event-facts.module.css";
import { SeatsMark } from "#src/features/events/components/event-row.tsx";
import {
  cameWords,
  costWords,
  directionsUrl,
  goingWords,
  readersTime,
  timeRange,
} from "#src/features/events/components/event-words.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { useHydrated } from "#src/ui/use-hydrated.ts";

type FactProps = { icon: typeof IconMapPin; label: string; children: React.ReactNode };

function Fact({ icon: Icon, label, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>
        <Icon size={22} stroke={1.75} aria-hidden className={styles.icon} />
        <span className="visually-hidden">{label}</span>
      </dt>
      <dd className={styles.words}>{children}</dd>
    </div>
  );
}

function Place({ event, showsWay }: { event: EventView; showsWay: boolean }) {
  const isSignedIn = useSignedIn();
  // Viewers who may not see the place get a link to joining, or to membership if they have an account.
  if (event.location === JOIN_FOR_LOCATION) {
    return (
      <Link to={isSignedIn ? "/subscribe" : `/join/${event.socialEventId}`} className={styles.main}>
        {JOIN_FOR_LOCATION}
      </Link>
    );
  }
  return (
    <>
      <span className={styles.main}>{event.location}</span>
      {event.privateLocation && event.privateLocation !== event.location && (
        <span className={styles.private}>{event.privateLocation}</span>
      )}
      {showsWay && (
        <a href={directionsUrl(event)} target="_blank" rel="noopener" className={styles.way}>
          Directions<span className="visually-hidden"> (opens a map)</span>
        </a>
      )}
    </>
  );
}

/** The start in the reader's time zone, if it differs. Unknown to the server, so its space is reserved. */
function ReadersTime({ startsAt }: Pick<EventView, "startsAt">) {
  const isHydrated = useHydrated();
  const words = useMemo(() => (isHydrated ? readersTime(startsAt) : null), [isHydrated, startsAt]);
  if (isHydrated && words === null) return null;
  return (
    <span className={styles.readers} data-known={words !== null || undefined}>
      {words !== null && `In your time zone: ${words}`}
    </span>
  );
}

/** Day and time, struck out if they no longer apply. */
function When({ event, isOff }: { event: EventView; isOff: boolean }) {
  const words = (
    <>
      <time dateTime={event.startsAt} className={isOff ? undefined : styles.main}>
        {event.weekday}, {event.date}
      </time>
      <span>
        {timeRange(event)}
        {!isOff && event.sunset !== undefined && ` · sunset ${event.sunset}`}
      </span>
      {!isOff && <ReadersTime startsAt={event.startsAt} />}
    </>
  );
  return isOff ? <del className={styles.words}>{words}</del> : words;
}

type EventFactsProps = {
  event: EventView;
  /** Names; unknown to visitors. */
  coHosts?: readonly string[] | undefined;
  hasBegun?: boolean;
  isOver?: boolean;
  showsWay?: boolean;
};

/** The key facts: time, place, hosts and free places. */
export function EventFacts({
  event,
  coHosts = [],
  hasBegun = false,
  isOver = false,
  showsWay = false,
}: EventFactsProps) {
  const isPostponed = event.status === "postponed";
  const people = isOver ? cameWords(event) : goingWords(event);
  // The host's text field may name a co-host.
  const others = coHosts.filter((name) => name !== event.host);
  return (
    <dl className={styles.facts}>
      <Fact icon={IconCalendarEvent} label="When">
        {isPostponed && <span className={styles.main}>New date to be announced</span>}
        <When event={event} isOff={isPostponed} />
      </Fact>
      <Fact icon={IconMapPin} label="Where">
        <Place event={event} showsWay={showsWay} />
      </Fact>
      <Fact icon={IconUserHeart} label="Host">
        <span>
          Hosted by <span className={styles.main}>{event.host}</span>
          {others.length > 0 && ` with ${new Intl.ListFormat("en-US").format(others)}`}
        </span>
      </Fact>
      <Fact icon={IconTicket} label="Cost and spaces">
        <span className={styles.line}>
          <span className={styles.main}>{costWords(event.cost)}</span>
          {!hasBegun && <SeatsMark event={event} />}
          {people !== null && <span>{people}</span>}
        </span>
      </Fact>
    </dl>
  );
}
