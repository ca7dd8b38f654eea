import { lazy, Suspense, useState } from "react";
import styles from "#src/features/events/rsvps/components/rsvp-bar.module.css";
import type { StandingTools } from "#src/features/events/rsvps/components/use-standing.ts";
import type { Answer, RsvpState } from "#src/features/events/rsvps/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
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

/** Full, as far as somebody who comes now is concerned: places that are free are for who waits already. */
export function isFull({ spacesLeft, waitingCount }: Pick<RsvpState, "spacesLeft" | "waitingCount">): boolean {
  return spacesLeft === 0 || waitingCount > 0;
}

function Choices({ tools, onAnswer }: { tools: StandingTools; onAnswer: (answer: Answer) => void }) {
  const { standing, pending } = tools;
  const wish = pending?.answer;
  const shown = wish === "going" || wish === "maybe" || wish === "not_going" ? wish : (standing?.answer ?? null);
  const isWaitingList = standing !== null && isFull(standing) && shown !== "going";
  return (
    <div className={styles.choices} role="group" aria-label="Are you going?">
      {RSVP_ANSWERS.map((answer) => (
        <button
          key={answer}
          type="button"
          className={styles.choice}
          aria-pressed={shown === answer}
          data-answer={answer}
          disabled={standing === null}
          onClick={() => onAnswer(answer)}
        >
          {answer === "going" && isWaitingList ? "Join the waiting list" : WORDS[answer]}
        </button>
      ))}
    </div>
  );
}

function GivingUp({ standing, onKeep, onGive }: { standing: RsvpState; onKeep: () => void; onGive: () => void }) {
  return (
    <div className={styles.question} role="group" aria-label="Give up your place?">
      <p>
        {standing.waitingCount > 0
          ? "This event is full. If you give up your place, it goes to the next person in line at once."
          : "This event is full. If you give up your place, whoever comes next gets it."}
      </p>
      <div className={styles.ways}>
        <Button variant="quiet" onClick={onGive}>
          Give up my place
        </Button>
        <Button variant="quiet" onClick={onKeep} ref={(button) => button?.focus()}>
          Keep my place
        </Button>
      </div>
    </div>
  );
}

/** The offered seat in words; null without an offer. */
function offerWords(standing: RsvpState | null): string | null {
  if (!standing?.offer) return null;
  const { kind, time } = standing.offer;
  return kind === "offer" ? `A seat is kept for you until ${time}` : "A seat is free. The first to take it has it.";
}

function Waiting({ tools, waiting }: { tools: StandingTools; waiting: NonNullable<RsvpState["waiting"]> }) {
  const isLeaving = tools.pending?.answer === "left";
  const isTaking = tools.pending?.answer === "going";
  return (
    <div className={styles.waiting}>
      <p className={styles.place}>
        {isLeaving
          ? "Leaving…"
          : (offerWords(tools.standing) ?? `You are number ${waiting.place} of ${waiting.of} on the waiting list`)}
      </p>
      {tools.standing?.offer && (
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

/** What is said under the choices: how one stands, what was refused, what came of waiting. */
function Said({ tools }: { tools: StandingTools }) {
  const { standing, pending } = tools;
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
    (pending === null && standing?.answer && standing.waiting === null ? SAID[standing.answer] : null) ??
    (standing?.waiting && !standing.offer ? "We write to you as soon as a place is free." : null);
  return (
    <p className={styles.said} aria-live="polite" data-promoted={word?.kind === "promoted" || undefined}>
      {text}
    </p>
  );
}

/** One's own answer to an event, in one touch; on phones at the bottom of the screen. */
export function RsvpBar({ tools }: { tools: StandingTools }) {
  const [givingUpFor, setGivingUpFor] = useState<Answer | null>(null);
  const [isAskingName, setIsAskingName] = useState(false);
  const { standing, pending } = tools;
  const isLeavingFullEvent = (answer: Answer) =>
    standing?.answer === "going" && standing.spacesLeft === 0 && answer !== "going";

  function choose(answer: Answer) {
    if (!standing || (answer === standing.answer && pending === null)) return;
    if (isLeavingFullEvent(answer)) setGivingUpFor(answer);
    else tools.answer(answer);
    // Afterwards, so that nobody loses a place over it.
    if (standing.isNameless && answer !== "not_going") setIsAskingName(true);
  }

  return (
    <div className={styles.bar} data-action-bar data-rsvp-bar>
      {givingUpFor !== null && standing ? (
        <GivingUp
          standing={standing}
          onKeep={() => setGivingUpFor(null)}
          onGive={() => {
            setGivingUpFor(null);
            tools.answer(givingUpFor);
          }}
        />
      ) : standing?.waiting ? (
        <Waiting tools={tools} waiting={standing.waiting} />
      ) : (
        <Choices tools={tools} onAnswer={choose} />
      )}
      <Said tools={tools} />
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
