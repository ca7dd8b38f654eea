import { useState } from "react";
import { DecisionForm } from "#src/features/events/decision/components/decision-form.tsx";
import { ReasonChoice } from "#src/features/events/decision/components/reason-choice.tsx";
import type { useDecision } from "#src/features/events/decision/components/use-decision.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

/** The hold's reason as the default, unless enough people are going by now. */
function likelyReason({ decision, going }: EventView) {
  const isEnough = decision?.reason === "minimum" && going >= (decision.minimum ?? 0);
  return isEnough ? "other" : (decision?.reason ?? "other");
}

type CallOffProps = { event: EventView } & Pick<ReturnType<typeof useDecision>, "send" | "sending">;

/** Cancels an event on hold. Asks for the reason first, because every guest is mailed right away. */
export function CallOff({ event, send, sending }: CallOffProps) {
  // Null until the dialog opens, because the hold's reason may change before.
  const [reason, setReason] = useState<ReturnType<typeof likelyReason> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => setReason(null);
  async function callOff(chosen: NonNullable<typeof reason>): Promise<void> {
    const refused = await send({ decision: "called_off", reason: chosen });
    setFailure(refused);
    if (refused === null) close();
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setReason(likelyReason(event))}>
        Cancel this event
      </Button>
      {reason !== null && (
        <Dialog title="Cancel this event?" about={event.title} mayClose={() => sending === null} onClose={close}>
          <DecisionForm
            failure={failure}
            isSending={sending !== null}
            label="Cancel it and tell everyone"
            onSend={() => void callOff(reason)}
            onClose={close}
          >
            <ReasonChoice name="call-off-reason" value={reason} onValue={setReason} />
          </DecisionForm>
        </Dialog>
      )}
    </>
  );
}
