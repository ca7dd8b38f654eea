import { lazy, useEffect, useRef, useState } from "react";
import { CallOff } from "#src/features/events/decision/components/call-off.tsx";
import styles from "#src/features/events/decision/components/decision.module.css";
import { RunAgain } from "#src/features/events/decision/components/run-again.tsx";
import { useDecision } from "#src/features/events/decision/components/use-decision.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { NOT_CONFIRMED } from "#src/features/identity/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";
import { LateDialog } from "#src/ui/late-dialog.tsx";

const HoldDialog = lazy(async () => {
  const { HoldDialog: component } = await import("#src/features/events/decision/components/hold-dialog.tsx");
  return { default: component };
});

type DecisionButtonsProps = {
  event: EventView;
  now: Date;
  /** Reloads the event. */
  onDone: () => Promise<void>;
  call?: Parameters<typeof useDecision>[2];
};

type Send = ReturnType<typeof useDecision>["send"];

/** The pressed button disappears with its decision, so the focus moves to the group once it shows the new `state`. */
function useFocusHere(send: Send, state: string) {
  const group = useRef<HTMLDivElement>(null);
  const isOwn = useRef(false);
  useEffect(() => {
    if (isOwn.current && document.activeElement === document.body) group.current?.focus();
    isOwn.current = false;
  }, [state]);
  const decide: Send = async (wish) => {
    isOwn.current = true;
    const refused = await send(wish);
    if (refused !== null) isOwn.current = false;
    return refused;
  };
  return { group, decide };
}

/** The host's buttons for the decision. “It runs” takes one press; the others ask first. */
export function DecisionButtons({ event, now, onDone, call }: DecisionButtonsProps) {
  const { send, sending, failure } = useDecision(event.socialEventId, onDone, call);
  const [isHolding, setIsHolding] = useState(false);
  const isOnHold = event.decision?.state === "hold";
  const isOff = event.status === "cancelled";
  const { group, decide } = useFocusHere(send, `${isOnHold} ${isOff}`);
  return (
    <div ref={group} tabIndex={-1} className={styles.control} role="group" aria-label={`Does ${event.title} run?`}>
      <div className={styles.buttons}>
        {isOff && <RunAgain event={event} send={decide} sending={sending} />}
        {isOnHold && (
          <Button aria-disabled={sending !== null || undefined} onClick={() => void decide({ decision: "runs" })}>
            {sending === "runs" ? "Saving…" : "It runs"}
          </Button>
        )}
        {isOnHold && <CallOff event={event} send={decide} sending={sending} />}
        {!isOff && (
          <Button variant="quiet" onClick={() => setIsHolding(true)}>
            {isOnHold ? "Change the hold" : "Put on hold"}
          </Button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isOff ? "Canceled." : isOnHold ? "On hold." : "It runs."}
      </p>
      <FailureNotice title={NOT_CONFIRMED} words={failure} />
      {isHolding && (
        <LateDialog onClose={() => setIsHolding(false)}>
          <HoldDialog event={event} now={now} send={send} sending={sending} onClose={() => setIsHolding(false)} />
        </LateDialog>
      )}
    </div>
  );
}
