import { useState } from "react";
import { DecisionForm } from "#src/features/events/decision/components/decision-form.tsx";
import { ReasonChoice } from "#src/features/events/decision/components/reason-choice.tsx";
import type { useDecision } from "#src/features/events/decision/components/use-decision.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

/** The reason of the hold, unless it went away: with enough people it is something else. */
function likelyReason({ decision, going }: EventView) {
  const isEnough = decision?.reason === "minimum" && going >= (decision.minimum ?? 0);
  return isEnough ? "other" : (decision?.reason ?? "other");
}

type CallOffProps = { event: EventView } & Pick<ReturnType<typeof useDecision>, "send" | "sending">;

/** Cancels an event on hold. It asks first and says why, because every guest gets an email right away. */
export function CallOff({ event, send, sending }: CallOffProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState(() => likelyReason(event));
  const [failure, setFailure] = useState<string | null>(null);
  async function callOff(): Promise<void> {
    const refused = await send({ decision: "called_off", reason });
    setFailure(refused);
    if (refused === null) setIsAsking(false);
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        Cancel this event
      </Button>
      {isAsking && (
        <Dialog title="Cancel this event?" about={event.title} onClose={() => setIsAsking(false)}>
          <DecisionForm
            failure={failure}
            isSending={sending !== null}
            label="Cancel it and tell everyone"
            onSend={() => void callOff()}
            onClose={() => setIsAsking(false)}
          >
            <ReasonChoice name="call-off-reason" value={reason} onValue={setReason} />
          </DecisionForm>
        </Dialog>
      )}
    </>
  );
}
