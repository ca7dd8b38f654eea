import { lazy, Suspense, useRef, useState } from "react";
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
  /** Reads the event again. */
  onDone: () => Promise<void>;
  call?: Parameters<typeof useDecision>[2];
};

/** The host's buttons about whether an event runs. “It runs” takes one press; the others ask first. */
export function DecisionButtons({ event, now, onDone, call }: DecisionButtonsProps) {
  const { send, sending, failure } = useDecision(event.socialEventId, onDone, call);
  const [isHolding, setIsHolding] = useState(false);
  const isOnHold = event.decision?.state === "hold";
  const isOff = event.status === "cancelled";
  const group = useRef<HTMLDivElement>(null);
  async function run(): Promise<void> {
    const refused = await send({ decision: "runs" });
    // The button that had the focus is gone.
    if (refused === null) group.current?.focus();
  }
  return (
    <div ref={group} tabIndex={-1} className={styles.control} role="group" aria-label={`Does ${event.title} run?`}>
      <div className={styles.buttons}>
        {isOff && <RunAgain event={event} send={send} sending={sending} />}
        {isOnHold && (
          <Button aria-disabled={sending !== null || undefined} onClick={() => void run()}>
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
