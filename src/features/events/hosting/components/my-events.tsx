import { useState } from "react";
import { Link } from "react-router";
import { EventLink } from "#src/features/events/components/event-link.tsx";
import { STATUS_WORDS } from "#src/features/events/components/event-words.ts";
import styles from "#src/features/events/hosting/components/my-events.module.css";
import { guestWords, type Todo, todosOf } from "#src/features/events/hosting/rules.ts";
import type { HostedPage } from "#src/features/events/hosting/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { type Loaded, useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";

/** Events shown before "Show more". */
const FIRST_SHOWN = 4;

const PATH = "/api/social-events/mine";

/** The host's own upcoming events. */
export const useHosted = () => useLoaded<HostedPage>(`${PATH}?when=upcoming`);

function joined(one: HostedPage, other: HostedPage): HostedPage {
  return {
    socialEvents: [...one.socialEvents, ...other.socialEvents],
    guests: { ...one.guests, ...other.guests },
    doorsOpen: [...one.doorsOpen, ...other.doorsOpen],
    changesWaiting: [...one.changesWaiting, ...other.changesWaiting],
    hasPast: one.hasPast || other.hasPast,
    next: other.next,
  };
}

type More = { readonly first: HostedPage; readonly all: HostedPage; readonly failure: string | null };

/** The pages after the first one. A new first page resets them. */
function useMore(when: "upcoming" | "past", first: HostedPage) {
  const [known, setKnown] = useState<More | null>(null);
  const { all, failure } = known?.first === first ? known : { all: first, failure: null };
  async function more(): Promise<void> {
    if (all.next === null) return;
    const answer = await memberFetch<HostedPage>(`${PATH}?${new URLSearchParams({ when, after: all.next })}`);
    setKnown({
      first,
      ...(answer.ok ? { all: joined(all, answer.value), failure: null } : { all, failure: answer.message }),
    });
  }
  return { all, failure, more };
}

function TodoLine({ event, todo }: { event: EventView; todo: Todo }) {
  return (
    <p className={styles.todo}>
      {todo.words}{" "}
      <Link to={todo.to} className={styles.go}>
        {todo.label}
        <span className="visually-hidden"> {event.title}</span>
      </Link>
    </p>
  );
}

function Row({ event, page, now }: { event: EventView; page: HostedPage; now: Date }) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title}>
          <EventLink event={event} />
        </p>
        <p className={styles.facts}>
          <span>
            {event.weekday}, {event.date}, {event.time}
          </span>
          {event.status !== "scheduled" && <span className={styles.mark}>{STATUS_WORDS[event.status]}</span>}
          {!event.held &&
            guestWords(event, page.guests[event.socialEventId], now).map((words) => <span key={words}>{words}</span>)}
        </p>
        {event.draw?.state === "open" && event.status === "scheduled" && !event.held && (
          <p className={styles.facts}>Spaces are drawn {event.draw.time}. Until then people can enter.</p>
        )}
        {todosOf(event, page).map((todo) => (
          <TodoLine key={todo.label} event={event} todo={todo} />
        ))}
      </div>
      <Link to={`/events/${event.socialEventId}/edit`} className={styles.edit}>
        Edit<span className="visually-hidden"> {event.title}</span>
      </Link>
    </li>
  );
}

type ListProps = { when: "upcoming" | "past"; first: HostedPage; label: string; now: Date };

function List({ when, first, label, now }: ListProps) {
  const { all, failure, more } = useMore(when, first);
  const [isShort, setIsShort] = useState(true);
  const events = isShort ? all.socialEvents.slice(0, FIRST_SHOWN) : all.socialEvents;
  const hasMore = all.next !== null || events.length < all.socialEvents.length;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {events.map((event) => (
          <Row key={event.socialEventId} event={event} page={all} now={now} />
        ))}
      </ul>
      <FailureNotice title="The rest could not be read" words={failure} />
      {hasMore && (
        <Button variant="quiet" className={styles.more} onClick={() => (isShort ? setIsShort(false) : void more())}>
          Show more
        </Button>
      )}
    </>
  );
}

function Unread({ title, text, retry }: { title: string; text: string; retry: () => void }) {
  return (
    <Notice kind="error" title={title}>
      <p>{text}</p>
      <Button variant="quiet" onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}

function PastEvents({ now }: { now: Date }) {
  const { value, failure, retry } = useLoaded<HostedPage>(`${PATH}?when=past`);
  if (failure) return <Unread title="Your past events could not be read" text={failure.message} retry={retry} />;
  if (!value) return <p className={styles.quiet}>Loading…</p>;
  return <List when="past" first={value} label="Past events" now={now} />;
}

/** The viewer's hosted events, each with its guests and tasks. Renders nothing for people who host none. */
export function MyEvents({ hosted: { value, failure, retry }, now }: { hosted: Loaded<HostedPage>; now: Date }) {
  const [isPastOpen, setIsPastOpen] = useState(false);
  if (failure) return <Unread title="Your events could not be read" text={failure.message} retry={retry} />;
  if (value === null || (value.socialEvents.length === 0 && !value.hasPast)) return null;
  return (
    <section className={styles.mine} aria-labelledby="your-events">
      <h2 id="your-events" className={styles.heading}>
        Your events
      </h2>
      {value.socialEvents.length === 0 ? (
        <p className={styles.quiet}>
          You host nothing that is coming up. <Link to="/create">Create an event</Link>
        </p>
      ) : (
        <List when="upcoming" first={value} label="Upcoming events" now={now} />
      )}
      {value.hasPast && (
        <Button
          variant="quiet"
          className={styles.more}
          aria-expanded={isPastOpen}
          onClick={() => setIsPastOpen(!isPastOpen)}
        >
          {isPastOpen ? "Hide past events" : "Show past events"}
        </Button>
      )}
      {isPastOpen && <PastEvents now={now} />}
    </section>
  );
}
