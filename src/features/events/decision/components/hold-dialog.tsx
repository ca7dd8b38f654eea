import { useState } from "react";
import { DecisionForm } from "#src/features/events/decision/components/decision-form.tsx";
import { DefaultChoice } from "#src/features/events/decision/components/default-choice.tsx";
import { ReasonChoice } from "#src/features/events/decision/components/reason-choice.tsx";
import type { useDecision } from "#src/features/events/decision/components/use-decision.ts";
import { MINIMUM_FORM } from "#src/features/events/decision/messages.ts";
import { beforeWords, momentsBefore, USUAL_MINUTES_BEFORE } from "#src/features/events/decision/rules.ts";
import type { DecisionView, Hold } from "#src/features/events/decision/schema/decision.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { weekdayName } from "#src/shared/dates.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { Options, SelectField, TextField } from "#src/ui/field.tsx";

/** The hold as the dialog edits it. */
type Draft = Pick<Hold, "reason" | "decidesAt" | "default"> & { readonly minimum: string };
type Moment = ReturnType<typeof momentsBefore>[number];

/** Parses the minimum: null if empty, undefined if invalid. */
function readMinimum(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const number = Number(typed);
  return Number.isInteger(number) && number >= 2 && number <= 999 ? number : undefined;
}

function draftOf({ decision, startsAt }: EventView, moments: readonly Moment[]): Draft {
  const usual = moments.find(({ minutes }) => minutes <= USUAL_MINUTES_BEFORE);
  return {
    reason: decision?.reason ?? "weather",
    // In the format of the listed times, so that it matches one of them.
    decidesAt: decision?.state === "hold" ? new Date(decision.decidesAt).toISOString() : (usual?.iso ?? startsAt),
    default: decision?.default ?? "runs",
    minimum: decision?.minimum ? String(decision.minimum) : "",
  };
}

type MomentFieldProps = {
  value: string;
  moments: readonly Moment[];
  was: DecisionView | undefined;
  onValue: (iso: string) => void;
};

function MomentField({ value, moments, was, onValue }: MomentFieldProps) {
  const isListed = moments.some(({ iso }) => iso === value);
  return (
    <SelectField label="Decide" name="decidesAt" value={value} onValue={onValue}>
      {!isListed && (
        <option value={value}>
          {was && Date.parse(was.decidesAt) === Date.parse(value)
            ? `${weekdayName(was.day).slice(0, 3)} ${was.time}, as now`
            : "At the start"}
        </option>
      )}
      <Options of={moments.map(({ iso, minutes, words }) => [iso, `${beforeWords(minutes)} (${words})`])} />
    </SelectField>
  );
}

type HoldDialogProps = {
  event: EventView;
  now: Date;
  onClose: () => void;
} & Pick<ReturnType<typeof useDecision>, "send" | "sending">;

const titleOf = ({ decision }: EventView) => (decision?.state === "hold" ? "Change the hold" : "Put on hold");

/** Puts an event on hold: the reason, the decision time, and the default. */
export function HoldDialog({ event, now, send, sending, onClose }: HoldDialogProps) {
  const moments = momentsBefore(event, now);
  const [draft, setDraft] = useState(() => draftOf(event, moments));
  const [failure, setFailure] = useState<string | null>(null);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const minimum = readMinimum(draft.minimum);

  async function confirm() {
    if (minimum === undefined) return;
    const refused = await send({ ...draft, decision: "hold", minimum });
    if (refused === null) onClose();
    else setFailure(refused);
  }

  return (
    <Dialog title={titleOf(event)} about={event.title} mayClose={() => sending === null} onClose={onClose}>
      <DecisionForm
        failure={failure}
        isSending={sending !== null}
        label="Save the hold"
        onSend={() => void confirm()}
        onClose={onClose}
      >
        <ReasonChoice name="hold-reason" value={draft.reason} onValue={(reason) => change({ reason })} />
        <MomentField
          value={draft.decidesAt}
          moments={moments}
          was={event.decision}
          onValue={(decidesAt) => change({ decidesAt })}
        />
        <DefaultChoice value={draft.default} onValue={(chosen) => change({ default: chosen })} />
        <TextField
          label="Runs with at least (optional)"
          name="minimum"
          type="number"
          inputMode="numeric"
          min={2}
          max={999}
          hint="With fewer people going by then, it is canceled no matter what you chose above."
          error={minimum === undefined ? MINIMUM_FORM : undefined}
          value={draft.minimum}
          onValue={(typed) => change({ minimum: typed })}
        />
      </DecisionForm>
    </Dialog>
  );
}
