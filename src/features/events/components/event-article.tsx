import { lazy, Suspense } from "react";
import { AddToCalendar } from "#src/features/events/calendar/components/add-to-calendar.tsx";
import styles from "#src/features/events/components/event-article.module.css";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { EventBanner, isAnswerable, type EventPhase, phaseOf } from "#src/features/events/components/event-action.tsx";
import { Description, EventDetails } from "#src/features/events/components/event-details.tsx";
import { DrawNote } from "#src/features/events/draw/components/draw-note.tsx";
import { EventFacts } from "#src/features/events/components/event-facts.tsx";
import { directionsUrl, goingWords } from "#src/features/events/components/event-words.ts";
import { OwnShares } from "#src/features/events/costs/components/own-shares.tsx";
import { ReceivedMessages } from "#src/features/events/host-messages/components/received-messages.tsx";
import { NextAction } from "#src/features/events/components/next-action.tsx";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { EventPhotosSection } from "#src/features/events/photos/components/event-photos.tsx";
import { EventPoll } from "#src/features/events/polls/components/event-poll.tsx";
import type { PollView } from "#src/features/events/polls/schema.ts";
import { TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import { type RsvpTools, useRsvp } from "#src/features/events/rsvps/components/use-rsvp.ts";
import { ShareButton } from "#src/features/events/sharing/components/share-button.tsx";
import { WhoComes } from "#src/features/events/rsvps/components/who-comes.tsx";
import { WaitingHistory } from "#src/features/events/waiting-list/components/waiting-history.tsx";
import type { EventView } from "#src/features/events/schema.ts";
import { PointMap } from "#src/features/map/components/point-map.tsx";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { readPoint } from "#src/shared/map-point.ts";
import { useNow, useToday } from "#src/features/site/use-site-facts.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Picture } from "#src/ui/picture.tsx";

// Not loaded for visitors. One chunk, so that its buttons do not move while others load.
const HostTools = lazy(async () => {
  const { HostTools: component } = await import("#src/features/events/components/host-tools.tsx");
  return { default: component };
});

/** Calendar, share and copy buttons. No link to share before publication, because others could not open it. */
function TakeAlong({ event, phase, isLate }: { event: EventView; phase: EventPhase; isLate: boolean }) {
  return (
    <div className={styles.copying} data-late={isLate || undefined}>
      {isAnswerable(phase) && <AddToCalendar event={event} />}
      {!event.held && (
        <>
          <ShareButton event={event} />
          <CopyButton label="Copy link" text={() => `${window.location.origin}/events/${event.socialEventId}`} />
        </>
      )}
      {event.location !== JOIN_FOR_LOCATION && (
        <CopyButton
          label="Copy location"
          text={() => [...new Set([event.location, event.privateLocation])].filter(Boolean).join(", ")}
        />
      )}
    </div>
  );
}

function TextSection({ id, title, text }: { id: string; title: string; text: string }) {
  if (text === "") return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <Description text={text} />
    </section>
  );
}

/** The host's poll, with its options if there are any. */
type PollSectionProps = { event: EventView; phase: EventPhase; poll: PollView | null; tools: RsvpTools };

function PollSection({ event, phase, poll, tools }: PollSectionProps) {
  const text = event.pollText === TO_BE_DETERMINED ? "" : event.pollText;
  if (poll === null && text === "") return null;
  const asked = text !== "" && text !== poll?.question && <Description text={text} />;
  return (
    <section className={styles.section} aria-labelledby="poll">
      <h2 id="poll" tabIndex={-1} className={styles.heading}>
        Poll
      </h2>
      {asked}
      {poll && <EventPoll poll={poll} isOver={phase === "past" || phase === "cancelled"} tools={tools} />}
    </section>
  );
}

/** The notice on a held event, which only its host and organizers see. */
function HeldNotice({ event: { held, refusal } }: { event: EventView }) {
  if (!held) return null;
  return (
    <Notice kind="warning" title={refusal === undefined ? "Waiting for an organizer" : "Not published"}>
      {refusal !== undefined && <p>An organizer wrote: {refusal}</p>}
      <p>Until it is published, only its creator and the organizers see it.</p>
    </Notice>
  );
}

/** The event with live counts, once they are known. */
function withCounts(event: EventView, tools: RsvpTools): EventView {
  if (!tools.rsvpState) return event;
  const { going, spacesLeft, waitingCount, status, decision, draw } = tools.rsvpState;
  return {
    ...event,
    ...(draw !== undefined && { draw }),
    ...(decision !== undefined && { decision }),
    going,
    spacesLeft,
    waitingCount,
    status,
    usually: going > 0 ? null : event.usually,
  };
}

const isIn = ({ rsvpState }: RsvpTools) =>
  rsvpState !== null && (rsvpState.answer === "going" || rsvpState.waiting !== null);

/** Has an RSVP or waits, so there may be messages from the host. */
const isGuest = (tools: RsvpTools) => isIn(tools) || tools.rsvpState?.answer === "maybe";

const hasTools = ({ rsvpState }: RsvpTools) =>
  rsvpState !== null && (rsvpState.canManage || rsvpState.hasBoard || rsvpState.canKeepDoor);

type NewsProps = { event: EventView; phase: EventPhase; tools: RsvpTools; now: Date };

/** Changes of the event, and the host's messages to the reader. */
function News({ event, phase, tools, now }: NewsProps) {
  return (
    <>
      <HeldNotice event={event} />
      <EventBanner
        event={event}
        phase={phase}
        isIn={isIn(tools)}
        isLeftWaiting={tools.rsvpState !== null && tools.rsvpState.waiting !== null}
      />
      <OwnShares event={event} />
      {isGuest(tools) && <ReceivedMessages eventId={event.socialEventId} now={now} />}
    </>
  );
}

/** The viewer's actions: RSVP, host tools, calendar and sharing. */
function Actions({ event, phase, tools, now }: NewsProps) {
  return (
    <>
      <NextAction event={event} phase={phase} tools={tools} />
      {event.draw && <DrawNote eventId={event.socialEventId} draw={event.draw} isAnswerable={isAnswerable(phase)} />}
      {tools.rsvpState?.waiting && <WaitingHistory eventId={event.socialEventId} />}
      {hasTools(tools) ? (
        <Suspense fallback={<TakeAlong event={event} phase={phase} isLate />}>
          <HostTools event={event} phase={phase} now={now} tools={tools} />
          <TakeAlong event={event} phase={phase} isLate={false} />
        </Suspense>
      ) : (
        <TakeAlong event={event} phase={phase} isLate={tools.rsvpState === null} />
      )}
    </>
  );
}

type WhoSectionProps = { event: EventView; phase: EventPhase; tools: RsvpTools };

/** Who is going. Hidden for past events, because an RSVP does not show who came. */
function WhoSection({ event, phase, tools }: WhoSectionProps) {
  if (phase === "cancelled" || phase === "past") return null;
  return <WhoComes eventId={event.socialEventId} tools={tools} words={goingWords(event)} />;
}

/** The map, for viewers who may see the place. */
function PlaceMap({ event, tiles }: { event: EventView; tiles: MapTiles }) {
  const point = readPoint(event.mapPoint);
  const label = `${event.location} on the map`;
  return (
    point && (
      <div className={styles.place}>
        <PointMap point={point} tiles={tiles} href={directionsUrl(event)} label={label} />
      </div>
    )
  );
}

type EventArticleProps = {
  event: EventView;
  /** The public poll, rendered with the page to avoid a layout shift when the viewer's own votes arrive. */
  poll: PollView | null;
  /** The time that the page was rendered for, in ISO 8601. */
  now: string;
  tiles: MapTiles;
  /** The event thread, visible only to people going and the hosts. */
  thread: React.ReactNode;
  /** Called when the event changed while it is shown. */
  onNews: () => void;
};

/**
 * One event: the facts that decide and the action, then the rest. Wide screens have two columns, text and picture; on
 * phones the columns dissolve and the style sheet puts the picture first.
 */
export function EventArticle({ event: written, poll, now, tiles, thread, onNews }: EventArticleProps) {
  const tools = useRsvp(written.socialEventId, onNews);
  const counted = withCounts(written, tools);
  const clock = useNow(tools.serverTime ?? now);
  const today = useToday(clock);
  const phase = phaseOf(counted, clock);
  const hasBegun = phase === "past" || phase === "begun";
  // An estimate is for upcoming events only.
  const event = hasBegun ? { ...counted, usually: null } : counted;
  return (
    <article className={styles.event} data-cover={event.imgKey !== "" || undefined}>
      <div className={styles.column}>
        <div className={styles.head}>
          <p className={styles.kind}>{event.generalpublic ? event.chat : `${event.chat} · Close friends`}</p>
          <h1 className={styles.title} data-off={event.status === "cancelled" || undefined}>
            {event.title}
          </h1>
          <News event={event} phase={phase} tools={tools} now={clock} />
          <EventFacts
            event={event}
            coHosts={tools.rsvpState?.coHosts}
            hasBegun={hasBegun}
            isOver={phase === "past"}
            showsWay={isAnswerable(phase) || phase === "begun"}
          />
          <Actions event={event} phase={phase} tools={tools} now={clock} />
        </div>
        <div className={styles.about}>
          <TextSection id="about" title="About" text={event.description} />
          <WhoSection event={event} phase={phase} tools={tools} />
          {tools.rsvpState?.inThread === true && thread}
          <PollSection event={event} phase={phase} poll={tools.rsvpState ? tools.rsvpState.poll : poll} tools={tools} />
          <EventPhotosSection event={event} today={today} />
        </div>
      </div>
      <div className={styles.column}>
        {event.imgKey !== "" && (
          <figure className={styles.cover}>
            <Picture
              name={event.imgKey}
              sizes="(max-width: 61.99em) 100vw, 560px"
              priority
              className={styles.picture}
              {...(isUploadKey(event.imgKey) && { alt: `What ${event.title} looks like` })}
            />
          </figure>
        )}
        <EventDetails event={event} />
        <PlaceMap event={event} tiles={tiles} />
      </div>
    </article>
  );
}
