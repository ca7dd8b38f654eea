import { lazy, useState } from "react";
import styles from "#src/features/events/rsvps/components/rsvp-bar.module.css";
import { GuestStepper, withGuests } from "#src/features/events/rsvps/components/guest-stepper.tsx";
import { PushOffer } from "#src/features/notifications/components/push-offer.tsx";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { Answer, RsvpState } from "#src/features/events/rsvps/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { counted } from "#src/shared/counted.ts";
import { RSVP_ANSWERS } from "#src/shared/states.ts";
import { LateDialog } from "#src/ui/late-dialog.tsx";

// Loaded on demand, because a person is asked only once.
const NameDialog = lazy(async () => {
  const { NameDialog: component } = await import("#src/features/profile/components/name-dialog.tsx");
  return { default: component };
});

const GuestLinksDialog = lazy(async () => {
  const { GuestLinksDialog: component } =
    await import("#src/features/events/visitors/components/guest-links-dialog.tsx");
  return { default: component };
});

const WORDS: Readonly<Record<Answer, string>> = { going: "Going", maybe: "Maybe", not_going: "Can’t go" };
const SAID: Readonly<Record<Answer, string>> = {
  going: "You are going.",
  maybe: "You may come.",
  not_going: "You are not coming.",
};

function saidWords({ answer, guests }: RsvpState): string | null {
  if (answer === "going" && guests > 0) return `You are going ${withGuests(guests)}.`;
  return answer && SAID[answer];
}

/** Full for newcomers: free places belong to the waiting list first. */
export function isFull({
  spacesLeft,
  waitingCount,
  draw,
}: Pick<RsvpState, "spacesLeft" | "waitingCount" | "draw">): boolean {
  return draw?.state !== "open" && (spacesLeft === 0 || waitingCount > 0);
}

/** Whether a party would have to wait: free places belong to the waiting list first, and a party is seated together. */
function wouldWait(rsvpState: RsvpState, guests: number): boolean {
  const { spacesLeft, draw } = rsvpState;
  return isFull(rsvpState) || (draw?.state !== "open" && spacesLeft !== "" && spacesLeft < 1 + guests);
}

type ChoicesProps = { tools: RsvpTools; guests: number; onAnswer: (answer: Answer) => void };

function Choices({ tools, guests, onAnswer }: ChoicesProps) {
  const { rsvpState, pending } = tools;
  const wish = pending?.answer;
  const shown = wish === "going" || wish === "maybe" || wish === "not_going" ? wish : (rsvpState?.answer ?? null);
  const isWaitingList = rsvpState !== null && wouldWait(rsvpState, guests) && shown !== "going";
  return (
    <div className={styles.choices} role="group" aria-label="Are you going?">
      {RSVP_ANSWERS.map((answer) => (
        <button
          key={answer}
          type="button"
          className={styles.choice}
          aria-pressed={shown === answer}
          data-answer={answer}
          disabled={rsvpState === null}
          onClick={() => onAnswer(answer)}
        >
          {answer === "going" && isWaitingList ? "Join the waiting list" : WORDS[answer]}
        </button>
      ))}
    </div>
  );
}

function GivingUp({ rsvpState, onKeep, onGive }: { rsvpState: RsvpState; onKeep: () => void; onGive: () => void }) {
  return (
    <div className={styles.question} role="group" aria-label="Give up your space?">
      <p>
        {rsvpState.waitingCount > 0
          ? "This event is full. If you give up your space, it goes to the people in line."
          : "This event is full. If you give up your space, it goes to the next person who asks."}
      </p>
      <div className={styles.ways}>
        <ConfirmButton variant="quiet" onClick={onGive}>
          Give up my space
        </ConfirmButton>
        <Button variant="quiet" onClick={onKeep} ref={(button) => button?.focus()}>
          Keep my space
        </Button>
      </div>
    </div>
  );
}

/** Number of guests for whom there are free seats. An offer reserves seats for all of them. */
function fittingGuests({ offer, spacesLeft }: RsvpState, guests: number): number {
  return offer?.kind === "first_come" && spacesLeft !== "" ? Math.min(guests, Math.max(0, spacesLeft - 1)) : guests;
}

/** The offered seats in words; null without an offer. */
function offerWords(rsvpState: RsvpState | null): string | null {
  if (!rsvpState?.offer) return null;
  const { offer, guests } = rsvpState;
  if (offer.kind === "first_come")
    return fittingGuests(rsvpState, guests) < guests
      ? "Fewer spaces are free than you asked for. First come, first served."
      : "A space is free. The first to take it gets it.";
  return guests === 0
    ? `A space is kept for you until ${offer.time}`
    : `${1 + guests} spaces are kept until ${offer.time}`;
}

/** A sentence for people in a pending draw; null for others. */
function drawWords(rsvpState: RsvpState | null): string | null {
  return rsvpState?.draw?.state === "open" ? `You are in the draw: ${rsvpState.draw.time}` : null;
}

type WaitingProps = { tools: RsvpTools; guests: number; waiting: NonNullable<RsvpState["waiting"]> };

function Waiting({ tools, guests, waiting }: WaitingProps) {
  const isLeaving = tools.pending?.answer === "left";
  const isTaking = tools.pending?.answer === "going";
  const takes = tools.rsvpState ? fittingGuests(tools.rsvpState, guests) : guests;
  return (
    <div className={styles.waiting}>
      <p className={styles.place}>
        {isLeaving
          ? "Leaving…"
          : (drawWords(tools.rsvpState) ??
            offerWords(tools.rsvpState) ??
            `You are number ${waiting.place} of ${waiting.of} on the waiting list`)}
      </p>
      {tools.rsvpState?.offer && (
        <Button aria-disabled={isTaking || undefined} onClick={() => !isTaking && tools.answer("going", takes)}>
          {isTaking ? "Taking it…" : guests === 0 ? "Take the space" : `Take ${counted(1 + takes, "space", "spaces")}`}
        </Button>
      )}
      <Button variant="quiet" disabled={isLeaving} onClick={tools.leaveWaiting}>
        Leave
      </Button>
    </div>
  );
}

function waitingWords({ draw }: RsvpState, zoneName: string): string {
  return draw?.state === "open"
    ? "We write to you when the spaces are drawn."
    : `We email you when a space opens up. In the last day before an event, none is offered from 9 PM to 8 AM ${zoneName}.`;
}

/** The line under the choices: the RSVP, a refusal, or news from the waiting list. */
function Said({ tools, zoneName }: { tools: RsvpTools; zoneName: string }) {
  const { rsvpState, pending } = tools;
  const word = tools.word?.about === "place" ? tools.word : null;
  if (word?.kind === "refused") {
    return (
      <p className={styles.refused} role="alert">
        {word.text}
      </p>
    );
  }
  const text =
    word?.text ??
    (pending === null && rsvpState?.answer && rsvpState.waiting === null ? saidWords(rsvpState) : null) ??
    (rsvpState?.waiting && !rsvpState.offer ? waitingWords(rsvpState, zoneName) : null);
  return (
    <p className={styles.said} aria-live="polite" data-promoted={word?.kind === "promoted" || undefined}>
      {text}
    </p>
  );
}

/** The number of guests, chosen or saved. Sends a change at once for people who are going or waiting. */
function useGuests({ rsvpState, pending, answer }: RsvpTools) {
  const [wished, setWished] = useState<number | null>(null);
  const isIn = rsvpState !== null && rsvpState.offer === null && (rsvpState.answer === "going" || rsvpState.waiting);
  const guests = pending?.guests ?? wished ?? rsvpState?.guests ?? 0;
  return {
    guests,
    change: (next: number) => {
      setWished(isIn ? null : next);
      if (isIn) answer("going", next);
    },
  };
}

/** Links for guests with seats. Hidden for events that visitors may not see, where links would not open. */
function LinksForGuests({ event, rsvpState }: Pick<RsvpBarProps, "event"> & Pick<RsvpTools, "rsvpState">) {
  const [isOpen, setIsOpen] = useState(false);
  const hasGuests = rsvpState?.answer === "going" && rsvpState.guests > 0;
  if (!hasGuests || !event.generalpublic || event.held) return null;
  return (
    <>
      <TextButton onClick={() => setIsOpen(true)}>Links for your guests</TextButton>
      {isOpen && (
        <LateDialog onClose={() => setIsOpen(false)}>
          <GuestLinksDialog eventId={event.socialEventId} title={event.title} onClose={() => setIsOpen(false)} />
        </LateDialog>
      )}
    </>
  );
}

type RsvpBarProps = {
  tools: RsvpTools;
  event: Pick<EventView, "socialEventId" | "title" | "guestsPerPerson" | "generalpublic" | "held" | "zoneName">;
};

/** The RSVP buttons. On phones at the bottom of the screen. */
export function RsvpBar({ tools, event }: RsvpBarProps) {
  const { guests, change } = useGuests(tools);
  const [givingUpFor, setGivingUpFor] = useState<Answer | null>(null);
  const [isAskingName, setIsAskingName] = useState(false);
  const { rsvpState, pending } = tools;
  // Accepted guests stay if the host later allows fewer.
  const most = Math.max(event.guestsPerPerson ?? 0, rsvpState?.guests ?? 0);
  // Asks after the RSVP is saved, so that nobody loses a place over a name.
  const isNameAskedNow = isAskingName && pending === null && tools.word?.kind !== "refused";

  function send(answer: Answer) {
    setGivingUpFor(null);
    tools.answer(answer, answer === "going" && most > 0 ? guests : undefined);
    setIsAskingName(Boolean(rsvpState?.isNameless) && answer !== "not_going");
  }

  function choose(answer: Answer) {
    if (!rsvpState || (answer === rsvpState.answer && pending === null)) return;
    const isLeavingFullEvent = rsvpState.answer === "going" && rsvpState.spacesLeft === 0 && answer !== "going";
    if (isLeavingFullEvent) setGivingUpFor(answer);
    else send(answer);
  }

  return (
    <div tabIndex={-1} className={styles.bar} data-action-bar data-rsvp-bar>
      {givingUpFor !== null && rsvpState ? (
        <GivingUp rsvpState={rsvpState} onKeep={() => setGivingUpFor(null)} onGive={() => send(givingUpFor)} />
      ) : rsvpState?.waiting ? (
        <Waiting tools={tools} guests={guests} waiting={rsvpState.waiting} />
      ) : (
        <Choices tools={tools} guests={guests} onAnswer={choose} />
      )}
      <div className={styles.below}>
        <div>
          <Said tools={tools} zoneName={event.zoneName} />
          <LinksForGuests event={event} rsvpState={rsvpState} />
        </div>
        {most > 0 && (
          <GuestStepper guests={guests} most={most} isBusy={rsvpState === null || pending !== null} onGuests={change} />
        )}
      </div>
      {rsvpState?.waiting && !rsvpState.offer && <PushOffer label="Notify me on this device too" />}
      {isNameAskedNow && (
        <LateDialog onClose={() => setIsAskingName(false)}>
          <NameDialog
            onSaved={() => {
              setIsAskingName(false);
              void tools.refresh();
            }}
            onClose={() => setIsAskingName(false)}
          />
        </LateDialog>
      )}
    </div>
  );
}
