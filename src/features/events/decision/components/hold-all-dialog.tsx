import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { DecisionForm } from "#src/features/events/decision/components/decision-form.tsx";
import { DefaultChoice } from "#src/features/events/decision/components/default-choice.tsx";
import type { HoldAll } from "#src/features/events/decision/schema/decision.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { RadioGroup } from "#src/ui/field.tsx";

const MINUTE_MS = 60_000;

/** Whole minutes, because holds end at second 0. */
function inMinutes(now: Date, minutes: number): string {
  return new Date(Math.ceil((now.getTime() + minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
}

/** Holds all of today's events that have not begun. `onClose` receives their number, or null when nothing was done. */
export function HoldAllDialog({ now, onClose }: { now: Date; onClose: (count: number | null) => void }) {
  const [minutes, setMinutes] = useState<"30" | "60" | "120">("30");
  const [otherwise, setOtherwise] = useState<HoldAll["default"]>("called_off");
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function confirm() {
    setIsSending(true);
    const body: HoldAll = { reason: "weather", decidesAt: inMinutes(now, Number(minutes)), default: otherwise };
    const answer = await consoleFetch<{ held: string[] }>("/api/admin/beach-board/hold", { method: "POST", body });
    setIsSending(false);
    if (answer.ok) onClose(answer.value.held.length);
    else setFailure(answer.message);
  }

  return (
    <Dialog title="Hold all of today’s events" onClose={() => onClose(null)}>
      <DecisionForm
        failure={failure}
        isSending={isSending}
        label="Hold all"
        onSend={() => void confirm()}
        onClose={() => onClose(null)}
      >
        <p>Lightning or a storm: every event that has not begun goes on hold because of the weather.</p>
        <RadioGroup
          name="hold-all-minutes"
          legend="Decide in"
          choices={[
            { value: "30", label: "30 minutes" },
            { value: "60", label: "1 hour" },
            { value: "120", label: "2 hours" },
          ]}
          value={minutes}
          onValue={setMinutes}
        />
        <p className="quiet">
          Each is decided at least 30 minutes before its start, or at its start if that is too close.
        </p>
        <DefaultChoice value={otherwise} onValue={setOtherwise} />
      </DecisionForm>
    </Dialog>
  );
}
