import { lazy, Suspense, useState } from "react";
import { CallOff } from "#src/features/events/decision/components/call-off.tsx";
import styles from "#src/features/events/decision/components/decision.module.css";
import { RunAgain } from "#src/features/events/decision/components/run-again.tsx";
import { useDecision } from "#src/features/events/decision/components/use-decision.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

const HoldDialog = lazy(async () => {
  const { HoldDialog: component } = await import("#src/features/events/decision/components/hold-dialog.tsx");
  return { default: component };
});

type DecisionButtonsProps = {
  event: EventView;
  now: Date;
  onDone: () => void;
  call?: Parameters<typeof useDecision>[2];
};

/** The host's buttons about whether an event runs. “It runs” takes one press; the others ask first. */
export function DecisionButtons({ event, now, onDone, call }: DecisionButtonsProps) {
  const { send, sending, failure } = useDecision(event.socialEventId, onDone, call);
  const [isHolding, setIsHolding] = useState(false);
  const isOnHold = event.decision?.state === "hold";
  const isOff = event.status === "cancelled";
  return (
    <div className={styles.control} role="group" aria-label={`Does ${event.title} run?`}>
      <div className={styles.buttons}>
        {isOff && <RunAgain event={event} send={send} sending={sending} />}
        {isOnHold && (
          <Button aria-disabled={sending !== null || undefined} onClick={() => void send({ decision: "runs" })}>
            {sending === "runs" ? "Saving…" : "It runs"}
          </Button>
        )}
        {isOnHold && <CallOff event={event} send={send} sending={sending} />}
        {!isOff && (
          <Button variant="quiet" onClick={() => setIsHolding(true)}>
            {isOnHold ? "Change the hold" : "Put on hold"}
          </Button>
        )}
      </div>
      {failure !== null && (
        <Notice kind="error" title="Nothing was changed">
          <p>{failure}</p>
        </Notice>
      )}
      {isHolding && (
        <Suspense>
          <HoldDialog event={event} now={now} send={send} onClose={() => setIsHolding(false)} />
        </Suspense>
      )}
    </div>
  );
}
