import { useState } from "react";
import styles from "#src/features/events/decision/components/decision.module.css";
import type { useDecision } from "#src/features/events/decision/components/use-decision.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

type RunAgainProps = { event: EventView } & Pick<ReturnType<typeof useDecision>, "send" | "sending">;

/** Reinstates a canceled event. Asks first, because every guest is mailed. */
export function RunAgain({ event, send, sending }: RunAgainProps) {
  const [isAsking, setIsAsking] = useState(false);
  async function run(): Promise<void> {
    await send({ decision: "runs" });
    setIsAsking(false);
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        Run it after all
      </Button>
      {isAsking && (
        <Dialog title="Run it after all?" mayClose={() => sending === null} onClose={() => setIsAsking(false)}>
          <p>
            {event.title} is canceled. If it runs after all, everyone who said going or maybe and everyone who waits
            gets an email and a notice at once.
          </p>
          <div className={styles.buttons}>
            <Button aria-disabled={sending !== null || undefined} onClick={() => void run()}>
              {sending === "runs" ? "Saving…" : "Run it and tell everyone"}
            </Button>
            <Button variant="quiet" disabled={sending !== null} onClick={() => setIsAsking(false)}>
              Keep it canceled
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
