import { useEffect, useRef } from "react";
import { CalendarRow } from "#src/features/events/chat-calendar/components/calendar-row.tsx";
import { DaysField } from "#src/features/events/chat-calendar/components/days-field.tsx";
import styles from "#src/features/events/chat-calendar/components/calendar-list.module.css";
import shared from "#src/features/events/review/components/review.module.css";
import type { Calendar, Sent } from "#src/features/events/chat-calendar/components/use-calendar.ts";
import { FAILED_TO_LOAD_EVENTS, NO_UPCOMING_EVENTS } from "#src/features/events/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";

function Results({ sent }: { sent: Sent }) {
  if ("failure" in sent)
    return (
      <Notice kind="error">
        <p>{sent.failure}</p>
      </Notice>
    );
  const { totalProcessed, totalSuccessful, results } = sent.answer;
  const isWhole = totalProcessed === totalSuccessful;
  return (
    <Notice kind={isWhole ? "info" : "warning"} title={`${totalSuccessful} of ${totalProcessed} done`}>
      <ul className={styles.results}>
        {results.map(({ event, title, success, message, error }) => (
          <li key={event}>
            <strong>{title || event}</strong>: {success ? message : `${message} ${error ?? ""}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The results take the focus, because they decide what to do next. */
function ResultsPlace({ sent }: { sent: Sent | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent !== null) place.current?.focus();
  }, [sent]);
  return (
    <div ref={place} tabIndex={-1} className={shared.place} role="status" aria-label="Result">
      {sent !== null && <Results sent={sent} />}
    </div>
  );
}

function Rows({ calendar }: { calendar: Calendar }) {
  const { list, failure, retry, days } = calendar;
  if (failure)
    return (
      <EmptyState picture="offline" title={`${FAILED_TO_LOAD_EVENTS} ${failure.message}`}>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    );
  if (list === null)
    return (
      <div className={styles.skeleton} aria-hidden>
        {[1, 2, 3, 4].map((row) => (
          <span key={row} />
        ))}
      </div>
    );
  if (list.upcomingEvents.length === 0)
    return (
      <EmptyState
        picture="empty-events"
        title={NO_UPCOMING_EVENTS}
        text={`Nothing in the next ${days === 1 ? "day" : `${days} days`}. Look further ahead, or make an event.`}
      />
    );
  return (
    <>
      <div className={styles.head} aria-hidden>
        <span />
        <span>When</span>
        <span>Event</span>
        <span>Chat</span>
        <span>Calendar</span>
      </div>
      <ul className={styles.rows}>
        {list.upcomingEvents.map((event) => (
          <CalendarRow key={event.socialEventId} event={event} list={list} calendar={calendar} />
        ))}
      </ul>
    </>
  );
}

/** Events to post to the calendars of their chats. */
export function CalendarSection({ calendar }: { calendar: Calendar }) {
  const { days, setDays, chosen, isSending, sent, post, list } = calendar;
  const hasEvents = list !== null && list.upcomingEvents.length > 0;
  return (
    <section className={shared.section} aria-labelledby="calendar-posts">
      <div className={styles.top}>
        <div>
          <h2 id="calendar-posts">Post to the chat calendar</h2>
          <p className="quiet">Each event is posted to its chat's calendar, and the chat is notified.</p>
        </div>
        <DaysField days={days} onDays={setDays} />
      </div>
      {hasEvents && (
        <div className={styles.bar}>
          <p aria-live="polite">{chosen.length === 0 ? "Nothing selected" : `${chosen.length} selected`}</p>
          <Button aria-disabled={isSending} onClick={post}>
            {isSending ? "Sending…" : `Post to calendar (${chosen.length})`}
          </Button>
        </div>
      )}
      <ResultsPlace sent={sent} />
      <Rows calendar={calendar} />
    </section>
  );
}
