import { useState } from "react";
import { isOver } from "#src/features/events/calendar/rules.ts";
import styles from "#src/features/events/visitors/components/place.module.css";
import { GuestStepper, withGuests } from "#src/features/events/rsvps/components/guest-stepper.tsx";
import { EVENT_CANCELLED } from "#src/features/events/rsvps/messages.ts";
import { GuestLinkList } from "#src/features/events/visitors/components/guest-link-list.tsx";
import { usePlace } from "#src/features/events/visitors/components/use-place.ts";
import type { PlaceView } from "#src/features/events/visitors/schema.ts";
import { NOT_CONFIRMED } from "#src/features/identity/messages.ts";
import { WAITED_IN_VAIN } from "#src/features/profile/messages.ts";
import { useNow } from "#src/features/site/use-site-facts.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";

type Tools = ReturnType<typeof usePlace>;

const eventPath = ({ event }: PlaceView) => `/events/${encodeURIComponent(event.socialEventId)}`;

/** The title and text for an event that is over or canceled; null otherwise. */
function endedWords({ event, state, isUnseen }: PlaceView, now: Date): { title: string; lead: string } | null {
  if (event.status === "cancelled") return { title: "Canceled", lead: EVENT_CANCELLED };
  if (isUnseen || event.status !== "scheduled" || !isOver(event, now)) return null;
  const lead = state === "waiting" ? WAITED_IN_VAIN : "Come along again another time.";
  return { title: "This event is over", lead };
}

const UNSEEN_LEADS = {
  going:
    "Only members of the group can see this event now. If you have questions, write to us. You can give up your space here.",
  waiting:
    "Only members of the group can see this event now, and spaces go to them. You can leave the waiting list here.",
  none: "Only members of the group can see this event now.",
};

function titleOf({ state, waiting, hasOffer, isFull, closed, guests, isUnseen }: PlaceView): string {
  if (isUnseen && state === "going") return "You have a space";
  if (isUnseen && state === "waiting") return "You’re on the waiting list";
  if (state === "going") return guests === 0 ? "You’re going" : `You’re going ${withGuests(guests)}`;
  if (hasOffer) return "A space is free for you";
  if (waiting) return `You’re number ${waiting.place} of ${waiting.of} on the waiting list`;
  if (state === "maybe") return "You said maybe";
  if (state === "unproven" && closed === null) return isFull ? "Wait for a space?" : "Are you coming?";
  return state === "not_going" ? "You’re not going" : "You don’t have a space";
}

function leadOf({ state, waiting, hasOffer, offeredUntil, isFull, closed, hasAccount, isUnseen }: PlaceView): string {
  if (closed !== null) return closed;
  if (isUnseen) return UNSEEN_LEADS[state === "going" || state === "waiting" ? state : "none"];
  if (hasAccount) return "This space belongs to your account. Sign in to change it.";
  if (state === "going")
    return "We look forward to seeing you. We emailed you the details and a link back to this page.";
  if (offeredUntil !== null) return `It is kept for you until ${offeredUntil}. After that it goes to the next person.`;
  if (hasOffer) return "Take it now, before it goes to someone else.";
  if (waiting) return "When a space opens up, we email you.";
  if (state === "not_going")
    return isFull ? "If your plans change, join the waiting list." : "There is room if your plans change.";
  if (isFull)
    return "All spaces are taken or promised right now. Join the waiting list, and we’ll tell you when one opens up.";
  return state === "unproven" ? "Confirm, and the space is yours." : "There is room: take a space whenever you like.";
}

const LEAVING = {
  going: { label: "Give up my space", question: "Give up your space?", yes: "Yes, give it up", no: "Keep it" },
  waiting: { label: "Leave the waiting list", question: "Leave the waiting list?", yes: "Leave", no: "Stay" },
};

type LeavingProps = { state: keyof typeof LEAVING } & Pick<Tools, "isBusy" | "answer">;

/** Asks for confirmation, because a place given up goes to others who wait. */
function Leaving({ state, isBusy, answer }: LeavingProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { label, question, yes, no } = LEAVING[state];
  if (!isAsking) {
    return (
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
    );
  }
  return (
    <div className={styles.question} role="group" aria-label={question}>
      <p>{question}</p>
      <div className={styles.ways}>
        <ConfirmButton variant="quiet" disabled={isBusy} onClick={() => answer("not_going")}>
          {yes}
        </ConfirmButton>
        <Button variant="quiet" onClick={() => setIsAsking(false)} ref={(button) => button?.focus()}>
          {no}
        </Button>
      </div>
    </div>
  );
}

/** The number of guests. Changes to a confirmed place are sent at once. */
function useGuests({ place, isBusy, answer }: Asked) {
  const [wished, setWished] = useState<number | null>(null);
  const isIn = place.state === "going" || (place.state === "waiting" && !place.hasOffer);
  const guests = wished ?? place.guests;
  const most = Math.max(place.guestsPerPerson, place.guests);
  const change = (next: number) => {
    setWished(isIn ? null : next);
    if (isIn) answer("going", next);
  };
  return {
    guests,
    stepper: most > 0 && <GuestStepper guests={guests} most={most} isBusy={isBusy} onGuests={change} />,
  };
}

type Asked = { place: PlaceView } & Pick<Tools, "isBusy" | "answer">;

function Choice({ place, isBusy, answer }: Asked) {
  const { guests, stepper } = useGuests({ place, isBusy, answer });
  if (place.closed !== null) return null;
  if (place.hasAccount) {
    return (
      <ButtonLink to={`/login?${new URLSearchParams({ next: eventPath(place) })}`} size="lg">
        Sign in
      </ButtonLink>
    );
  }
  if (place.state === "going" || place.state === "waiting") {
    return (
      <>
        {stepper}
        {place.hasOffer && (
          <Button size="lg" disabled={isBusy} onClick={() => answer("going", guests)}>
            {isBusy ? "Saving…" : guests === 0 ? "Take the space" : `Take ${1 + guests} spaces`}
          </Button>
        )}
        <Leaving key={place.state} state={place.state} isBusy={isBusy} answer={answer} />
      </>
    );
  }
  if (place.isUnseen) return null;
  const label = place.isFull ? "Join the waiting list" : "Yes, I’m coming";
  return (
    <>
      {stepper}
      <Button size="lg" disabled={isBusy} onClick={() => answer("going", guests)}>
        {isBusy ? "Saving…" : label}
      </Button>
    </>
  );
}

function AccountOffer({ place }: { place: PlaceView }) {
  if (place.state === "unproven" || place.hasAccount || place.isUnseen) return null;
  const way = new URLSearchParams({ next: eventPath(place) });
  return (
    <div className={styles.account}>
      <p>Want to RSVP with one tap next time? Create an account with {place.email}.</p>
      <div className={styles.ways}>
        <ButtonLink to={`/login?${way}`} state={{ signUpAs: place.email }} variant="quiet">
          Create an account
        </ButtonLink>
      </div>
    </div>
  );
}

function Failed({ failure, retry }: Pick<Tools, "retry"> & { failure: NonNullable<Tools["failure"]> }) {
  if (failure.code === "not_found") {
    return (
      <EmptyState level={1} picture="not-found" title="This link doesn’t work anymore" text={failure.message}>
        <ButtonLink to="/events">See the events</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState level={1} picture="offline" title="Your space could not be read" text={failure.message}>
      <Button onClick={retry}>Try again</Button>
    </EmptyState>
  );
}

function Found({ place, failure, isBusy, hasLeftList, answer }: Asked & Pick<Tools, "failure" | "hasLeftList">) {
  const now = useNow(place.serverTime);
  const ended = endedWords(place, now);
  return (
    <div className={styles.panel}>
      <div role="status">
        <h1 className={styles.title}>
          {ended?.title ?? (hasLeftList ? "You’re off the waiting list" : titleOf(place))}
        </h1>
        <p>{ended?.lead ?? leadOf(place)}</p>
      </div>
      <div className={styles.facts}>
        <p className={styles.name}>{place.event.title}</p>
        {place.event.when !== "" && <p>{place.event.when}</p>}
        {place.event.location !== "" && <p>{place.event.location}</p>}
        {place.event.cost !== null && <p>{place.event.cost}</p>}
      </div>
      {place.hold !== null && ended === null && (
        <Notice kind="warning" title="On hold">
          <p>{place.hold}</p>
        </Notice>
      )}
      <FailureNotice title={NOT_CONFIRMED} words={failure?.message} />
      <div className={styles.ways}>
        {ended === null && <Choice place={place} isBusy={isBusy} answer={answer} />}
        {place.isUnseen ? (
          <ButtonLink to="/support" variant="quiet">
            Write to us
          </ButtonLink>
        ) : (
          <ButtonLink to={eventPath(place)} variant="quiet">
            See the event
          </ButtonLink>
        )}
      </div>
      {place.guestPaths.length > 0 && ended === null && (
        <section className={styles.sheet} aria-label="Links for your guests">
          <GuestLinkList paths={place.guestPaths} />
        </section>
      )}
      <AccountOffer place={place} />
    </div>
  );
}

/** The page of a mailed link: takes, shows and gives up the place. */
export function PlacePanel() {
  const { place, retry, ...tools } = usePlace();
  if (place) return <Found place={place} {...tools} />;
  if (tools.failure) return <Failed failure={tools.failure} retry={retry} />;
  return (
    <div className={styles.panel} role="status">
      <h1 className={styles.title}>Your space</h1>
      <p>Looking it up…</p>
    </div>
  );
}
