import { lazy, Suspense } from "react";
import { AddToCalendar } from "#src/features/events/calendar/components/add-to-calendar.tsx";
import styles from "#src/features/events/components/event-article.module.css";
import { CopyButton } from "#src/features/events/components/copy-button.tsx";
import { EventBanner, standingOf } from "#src/features/events/components/event-action.tsx";
import { Description, EventDetails } from "#src/features/events/components/event-details.tsx";
import { EventFacts } from "#src/features/events/components/event-facts.tsx";
import { EventMedia } from "#src/features/events/components/event-media.tsx";
import { goingWords } from "#src/features/events/components/event-words.ts";
import { NextAction } from "#src/features/events/components/next-action.tsx";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import { TO_BE_DETERMINED } from "#src/features/events/rules.ts";
import { type StandingTools, useStanding } from "#src/features/events/rsvps/components/use-standing.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import type { Day } from "#src/shared/dates.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Picture } from "#src/ui/picture.tsx";

/** What one takes along: into a calendar, into a message. */
function TakeAlong({ event }: { event: EventView }) {
  return (
    <div className={styles.copying}>
      {event.status !== "cancelled" && <AddToCalendar event={event} />}
      <CopyButton label="Copy link" text={() => `${window.location.origin}/events/${event.socialEventId}`} />
      {event.location !== JOIN_FOR_LOCATION && (
        <CopyButton
          label="Copy location"
          text={() => [...new Set([event.location, event.privateLocation])].filter(Boolean).join(", ")}
        />
      )}
    </div>
  );
}

function Gallery({ event }: { event: EventView }) {
  if (!event.showPhotos || event.imgList.length === 0) return null;
  return (
    <section className={styles.gallery} aria-labelledby="photos">
      <h2 id="photos" className={styles.heading}>
        Photos
      </h2>
      <div className={styles.photos}>
        {event.imgList.map((key) => (
          <EventMedia
            key={key}
            mediaKey={key}
            cover={event.imgKey}
            title={event.title}
            sizes="(max-width: 47.99em) 46vw, 360px"
          />
        ))}
      </div>
    </section>
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

// The question, the names: below the fold, and only where there is something to show.
const EventPoll = lazy(async () => {
  const { EventPoll: component } = await import("#src/features/events/polls/components/event-poll.tsx");
  return { default: component };
});
const WhoComes = lazy(async () => {
  const { WhoComes: component } = await import("#src/features/events/rsvps/components/who-comes.tsx");
  return { default: component };
});

/** The host's question: with its options once they are known, as text until then or where there are none. */
function PollSection({ event, tools }: { event: EventView; tools: StandingTools }) {
  const poll = tools.standing?.poll ?? null;
  const text = event.pollText === TO_BE_DETERMINED ? "" : event.pollText;
  if (poll === null && text === "") return null;
  const asked = text !== "" && text !== poll?.question && <Description text={text} />;
  return (
    <section className={styles.section} aria-labelledby="poll">
      <h2 id="poll" className={styles.heading}>
        Poll
      </h2>
      {asked}
      {poll && (
        <Suspense fallback={<p>{poll.question}</p>}>
          <EventPoll poll={poll} tools={tools} />
        </Suspense>
      )}
    </section>
  );
}

function People({ event, tools }: { event: EventView; tools: StandingTools }) {
  if (tools.standing === null || event.status === "cancelled") return null;
  return (
    <Suspense>
      <WhoComes
        eventId={event.socialEventId}
        standing={tools.standing}
        words={goingWords(event)}
        onChange={tools.refresh}
      />
    </Suspense>
  );
}

/** What its maker and organisers read of an event that nobody else sees. */
function HeldNotice({ event: { held, refusal } }: { event: EventView }) {
  if (!held) return null;
  return (
    <Notice kind="warning" title={refusal === undefined ? "Waiting for an organiser" : "Not published"}>
      {refusal !== undefined && <p>An organiser wrote: {refusal}</p>}
      <p>Until it is published, only its maker and the organisers see it.</p>
    </Notice>
  );
}

/** The event with the numbers of this moment, where they are known. */
function withCounts(event: EventView, tools: StandingTools): EventView {
  if (!tools.standing) return event;
  const { going, spacesLeft } = tools.standing;
  return { ...event, going, spacesLeft, usually: going > 0 ? null : event.usually };
}

/**
 * One event: first what one needs to decide and the action, then the picture, then the rest. On a desk that is two
 * columns, words and picture; on a phone the columns dissolve and the style sheet puts the picture second.
 */
export function EventArticle({ event: written, today }: { event: EventView; today: Day }) {
  const tools = useStanding(written.socialEventId);
  const isSignedIn = useSignedIn();
  const event = withCounts(written, tools);
  const standing = standingOf(event, today);
  return (
    <article className={styles.event}>
      <div className={styles.column}>
        <div className={styles.head}>
          <p className={styles.kind}>{event.generalpublic ? event.chat : `${event.chat} · Close friends`}</p>
          <h1 className={styles.title} data-off={event.status === "cancelled" || undefined}>
            {event.title}
          </h1>
          <HeldNotice event={event} />
          <EventBanner standing={standing} isSignedIn={isSignedIn} />
          <EventFacts event={event} />
          <NextAction event={event} standing={standing} tools={tools} />
          <TakeAlong event={event} />
        </div>
        <div className={styles.about}>
          <TextSection id="about" title="About" text={event.description} />
          <People event={event} tools={tools} />
          <PollSection event={event} tools={tools} />
          <Gallery event={event} />
        </div>
      </div>
      <div className={styles.column}>
        {event.imgKey !== "" && (
          <figure className={styles.cover}>
            <Picture name={event.imgKey} sizes="(max-width: 61.99em) 92vw, 560px" priority className={styles.picture} />
          </figure>
        )}
        <EventDetails event={event} />
      </div>
    </article>
  );
}
