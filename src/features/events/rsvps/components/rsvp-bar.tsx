import { lazy, Suspense, useState } from "react";
import styles from "#src/features/events/rsvps/components/rsvp-bar.module.css";
import { PushOffer } from "#src/features/notifications/components/push-offer.tsx";
import type { RsvpTools } from "#src/features/events/rsvps/components/use-rsvp.ts";
import type { Answer, RsvpState } from "#src/features/events/rsvps/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { ConfirmButton } from "#src/ui/confirm-button.tsx";
import { RSVP_ANSWERS } from "#src/shared/states.ts";

// Asked once in a person's life here.
const NameDialog = lazy(async () => {
  const { NameDialog: component } = await import("#src/features/profile/components/name-dialog.tsx");
  return { default: component };
});

const WORDS: Readonly<Record<Answer, string>> = { going: "Going", maybe: "Maybe", not_going: "Can’t go" };
const SAID: Readonly<Record<Answer, string>> = {
  going: "You are going.",
  maybe: "You may come.",
  not_going: "You are not coming.",
};

/** Full for newcomers: free places belong to the waiting list first. */
export function isFull({
  spacesLeft,
  waitingCount,
  draw,
}: Pick<RsvpState, "spacesLeft" | "waitingCount" | "draw">): boolean {
  return draw?.state !== "open" && (spacesLeft === 0 || waitingCount > 0);
}

function Choices({ tools, onAnswer }: { tools: RsvpTools; onAnswer: (answer: Answer) => void }) {
  const { rsvpState, pending } = tools;
  const wish = pending?.answer;
  const shown = wish === "going" || wish === "maybe" || wish === "not_going" ? wish : (rsvpState?.answer ?? null);
  const isWaitingList = rsvpState !== null && isFull(rsvpState) && shown !== "going";
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
    <div className={styles.question} role="group" aria-label="Give up your place?">
      <p>
        {rsvpState.waitingCount > 0
          ? "This event is full. If you give up your place, it goes to the people in line."
          : "This event is full. If you give up your place, it goes to the next person who asks."}
      </p>
      <div className={styles.ways}>
        <ConfirmButton variant="quiet" onClick={onGive}>
          Give up my place
        </ConfirmButton>
        <Button variant="quiet" onClick={onKeep} ref={(button) => button?.focus()}>
          Keep my place
        </Button>
      </div>
    </div>
  );
}

/** The offered seat in words; null without an offer. */
function offerWords(rsvpState: RsvpState | null): string | null {
  if (!rsvpState?.offer) return null;
  const { kind, time } = rsvpState.offer;
  return kind === "offer" ? `A seat is kept for you until ${time}` : "A seat is free. The first to take it has it.";
}

/** For people in a draw that is still to come. */
function drawWords(rsvpState: RsvpState | null): string | null {
  return rsvpState?.draw?.state === "open" ? `You are in the draw: ${rsvpState.draw.time}` : null;
}

function Waiting({ tools, waiting }: { tools: RsvpTools; waiting: NonNullable<RsvpState["waiting"]> }) {
  const isLeaving = tools.pending?.answer === "left";
  const isTaking = tools.pending?.answer === "going";
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
        <Button aria-disabled={isTaking || undefined} onClick={() => !isTaking && tools.answer("going")}>
          {isTaking ? "Taking it…" : "Take the seat"}
        </Button>
      )}
      <Button variant="quiet" disabled={isLeaving} onClick={tools.leaveWaiting}>
        Leave
      </Button>
    </div>
  );
}

function waitingWords({ draw }: RsvpState): string {
  return draw?.state === "open"
    ? "We write to you when the places are drawn."
    : "We email you as soon as a place is free.";
}

/** The line under the choices: the RSVP, a refusal, or news from the waiting list. */
function Said({ tools }: { tools: RsvpTools }) {
  const { rsvpState, pending } = tools;
  const word = tools.word?.about === "place" ? tools.word : null;
  if (word?.kind === "refused") {
    return (
      <p className={styles.refused} role="alert">
        {word.text} Nothing was changed.
      </p>
    );
  }
  const text =
    word?.text ??
    (pending === null && rsvpState?.answer && rsvpState.waiting === null ? SAID[rsvpState.answer] : null) ??
    (rsvpState?.waiting && !rsvpState.offer ? waitingWords(rsvpState) : null);
  return (
    <p className={styles.said} aria-live="polite" data-promoted={word?.kind === "promoted" || undefined}>
      {text}
    </p>
  );
}

/** One's own answer to an event, in one touch; on phones at the bottom of the screen. */
export function RsvpBar({ tools }: { tools: RsvpTools }) {
  const [givingUpFor, setGivingUpFor] = useState<Answer | null>(null);
  const [isAskingName, setIsAskingName] = useState(false);
  const { rsvpState, pending } = tools;
  const isLeavingFullEvent = (answer: Answer) =>
    rsvpState?.answer === "going" && rsvpState.spacesLeft === 0 && answer !== "going";

  function choose(answer: Answer) {
    if (!rsvpState || (answer === rsvpState.answer && pending === null)) return;
    if (isLeavingFullEvent(answer)) setGivingUpFor(answer);
    else tools.answer(answer);
    // Afterwards, so that nobody loses a place over it.
    if (rsvpState.isNameless && answer !== "not_going") setIsAskingName(true);
  }

  return (
    <div className={styles.bar} data-action-bar data-rsvp-bar>
      {givingUpFor !== null && rsvpState ? (
        <GivingUp
          rsvpState={rsvpState}
          onKeep={() => setGivingUpFor(null)}
          onGive={() => {
            setGivingUpFor(null);
            tools.answer(givingUpFor);
          }}
        />
      ) : rsvpState?.waiting ? (
        <Waiting tools={tools} waiting={rsvpState.waiting} />
      ) : (
        <Choices tools={tools} onAnswer={choose} />
      )}
      <Said tools={tools} />
      {rsvpState?.waiting && !rsvpState.offer && <PushOffer label="Notify me on this device too" />}
      {isAskingName && (
        <Suspense>
          <NameDialog
            onSaved={() => {
              setIsAskingName(false);
              tools.refresh();
            }}
            onClose={() => setIsAskingName(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
