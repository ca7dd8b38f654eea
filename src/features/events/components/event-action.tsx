import { isOver } from "#src/features/events/calendar/rules.ts";
import { costWords, seatsOf, STATUS_WORDS } from "#src/features/events/components/event-words.ts";
import styles from "#src/features/events/components/event-action.module.css";
import { KnownPlace, useKnownPlace } from "#src/features/events/visitors/components/known-place.tsx";
import { PlaceButton } from "#src/features/events/visitors/components/place-button.tsx";
import { WaitListButton } from "#src/features/events/waiting-list/components/wait-list-button.tsx";
import { callOffSentence, holdSentences } from "#src/features/events/decision/rules.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { clockTime, longDate, weekdayName } from "#src/shared/dates.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The phase of an event, which decides the next action. */
export type EventPhase = "open" | "wait-list" | "full" | "begun" | "past" | "cancelled" | "postponed";

/** The activities that are played on courts. */
const COURT_CHATS = /pickleball|volleyball/i;

/** Whether people can still RSVP or join the waiting list. */
export function isAnswerable(phase: EventPhase): boolean {
  return phase === "open" || phase === "wait-list" || phase === "full";
}

type Judged = Pick<EventView, "status" | "startsAt" | "endsAt" | "spacesLeft" | "waitingCount" | "cost" | "draw">;

/** The phase of an event at `now`. */
export function phaseOf(event: Judged, now: Date): EventPhase {
  if (event.status !== "scheduled") return event.status;
  if (isOver(event, now)) return "past";
  if (Date.parse(event.startsAt) <= now.getTime()) return "begun";
  if (seatsOf(event)?.tone !== "none") return "open";
  return event.cost === 0 ? "full" : "wait-list";
}

type BannerProps = {
  event: Pick<EventView, "day" | "previousStartsAt" | "going" | "decision" | "cancelReason" | "spacesLeft">;
  phase: EventPhase;
  /** Is going or waiting, so "full" does not concern them. */
  isIn: boolean;
  /** Was still on the waiting list when it started. */
  isLeftWaiting: boolean;
};

/** Banner for a rescheduled event, with the old date and time. */
function MovedBanner({ event: { day, previousStartsAt } }: Pick<BannerProps, "event">) {
  if (previousStartsAt === undefined) return null;
  const was = previousStartsAt.slice(0, 10);
  return (
    <Notice kind="warning" title={was === day ? "New time" : "New date"}>
      <p>
        It was planned for {weekdayName(was)}, {longDate(was)}, {clockTime(previousStartsAt.slice(11, 16))}.
      </p>
    </Notice>
  );
}

/** Banner for an event on hold, or one that was decided to run. */
function DecisionBanner({ event }: Pick<BannerProps, "event">) {
  if (event.decision?.state === "runs")
    return (
      <Notice title="It’s on">
        <p>It’s on, as planned. See you there.</p>
      </Notice>
    );
  const sentences = holdSentences(event);
  if (sentences.length === 0) return null;
  return (
    <Notice kind="warning" title="On hold">
      <p>{sentences.join(" ")}</p>
      <p>Everyone who’s going, said maybe, or is on the waiting list gets an email when it’s decided.</p>
    </Notice>
  );
}

/** Announces changes and the event's phase at the top of the page. */
export function EventBanner(props: BannerProps) {
  return (
    <>
      {isAnswerable(props.phase) && <MovedBanner event={props.event} />}
      {isAnswerable(props.phase) && <DecisionBanner event={props.event} />}
      <PhaseBanner {...props} />
    </>
  );
}

/** Banner for people who got no place, in place of the usual banner once it has started. */
function LeftWaiting({ isPast }: { isPast: boolean }) {
  return (
    <Notice kind="warning" title={isPast ? "This event is over" : "It has started"}>
      <p>No space opened up for you{!isPast && ", and no more spaces are offered"}.</p>
    </Notice>
  );
}

function PhaseBanner({ event, phase, isIn, isLeftWaiting }: BannerProps) {
  if (isLeftWaiting && (phase === "begun" || phase === "past")) return <LeftWaiting isPast={phase === "past"} />;
  const isFull = phase === "wait-list" || phase === "full";
  if (isFull && isIn) return null;
  if (isFull && event.spacesLeft !== 0)
    return (
      <Notice kind="warning" title="Waiting list">
        <p>A space is free, and people on the waiting list come first. Join it to hear when a space opens up.</p>
      </Notice>
    );
  switch (phase) {
    case "cancelled":
      return (
        <Notice kind="error" title="Canceled">
          <p>
            {[callOffSentence(event), "This event isn’t happening, so please don’t make the trip."]
              .filter(Boolean)
              .join(" ")}
          </p>
        </Notice>
      );
    case "postponed":
      return (
        <Notice kind="warning" title="Postponed">
          <p>It isn’t happening at this time. You’ll see the new date here.</p>
          {isIn && <p>Your RSVP stays as it is. You can change it when there is a new date.</p>}
        </Notice>
      );
    case "wait-list":
      return (
        <Notice kind="warning" title="Sold out">
          <p>Every space is taken. Join the waiting list, and we’ll tell you when a space opens up.</p>
        </Notice>
      );
    case "full":
      return (
        <Notice kind="warning" title="Event Full">
          <p>Every space is taken. Join the waiting list, and we’ll tell you when a space opens up.</p>
        </Notice>
      );
    case "begun":
      return (
        <Notice title="Happening now">
          <p>This event has started, so RSVPs are closed.</p>
        </Notice>
      );
    case "past":
      return (
        <Notice title="This event is over">
          <p>See what’s coming up.</p>
        </Notice>
      );
    case "open":
      return null;
  }
}

/** Joins the event or its waiting list. */
function JoinButton({ event, phase }: { event: EventView; phase: EventPhase }) {
  if (phase === "wait-list") return <WaitListButton eventId={event.socialEventId} title={event.title} />;
  return <PlaceButton event={event} isFull={phase === "full"} />;
}

type EventActionProps = { event: EventView; phase: EventPhase; rsvpState: RsvpState | null };

/** Once RSVPs are closed: the door or court board for people with a task there, else a link to other events. */
function ClosedAction({ event: { socialEventId, chat }, phase, rsvpState }: EventActionProps) {
  const isOn = phase === "begun" && rsvpState !== null;
  const hasCourts = rsvpState?.hasBoard === true || (rsvpState?.canManage === true && COURT_CHATS.test(chat));
  if (isOn && hasCourts)
    return (
      <ButtonLink to={`/events/${socialEventId}/courts`} size="lg">
        Court board
      </ButtonLink>
    );
  if (isOn && rsvpState.canKeepDoor)
    return (
      <ButtonLink to={`/events/${socialEventId}/door`} size="lg">
        Door list
      </ButtonLink>
    );
  return (
    <ButtonLink to="/events" size="lg">
      See other events
    </ButtonLink>
  );
}

/** The primary action for visitors, and for everyone once RSVPs are closed. On phones it is at the bottom. */
export function EventAction(props: EventActionProps) {
  const { event, phase } = props;
  const known = useKnownPlace(event);
  if (known && isAnswerable(phase)) {
    return (
      <div className={styles.bar} data-action-bar>
        <KnownPlace {...known} />
      </div>
    );
  }
  return (
    <div className={styles.bar} data-action-bar>
      <p className={styles.summary} aria-hidden>
        <span className={styles.cost}>{phase === "cancelled" ? STATUS_WORDS.cancelled : costWords(event.cost)}</span>
        <span className={styles.when}>
          {phase === "postponed" ? "New date pending" : `${event.weekday.slice(0, 3)}, ${event.shortDate}`}
        </span>
      </p>
      {isAnswerable(phase) ? <JoinButton event={event} phase={phase} /> : <ClosedAction {...props} />}
    </div>
  );
}
