import { useState } from "react";
import { TIMES } from "#src/features/events/form/rules/draft.ts";
import type { ChangeScope } from "#src/shared/states.ts";
import styles from "#src/features/events/edit/components/edit-event.module.css";
import { audienceWords } from "#src/features/events/edit/components/guests-note.tsx";
import { ScopeChoice } from "#src/features/events/edit/components/scope-choice.tsx";
import type { EditTools } from "#src/features/events/edit/components/use-edit-event.ts";
import type { Change } from "#src/features/events/edit/rules/edit.ts";
import type { EditableEvent } from "#src/features/events/edit/schema.ts";
import { clockTime } from "#src/shared/dates.ts";
import { NOT_CONFIRMED } from "#src/features/identity/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Options, RadioGroup, SelectField, TextArea, TextField } from "#src/ui/field.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

/** The actions that change whether and when the event takes place. */
type Step = "cancel" | "postpone" | "schedule" | "restore";

const TITLES: Readonly<Record<Step, string>> = {
  cancel: "Cancel this event",
  postpone: "Postpone this event",
  schedule: "Set the new date",
  restore: "Run it after all",
};
const CONFIRM: Readonly<Record<Step, string>> = {
  cancel: "Cancel the event",
  postpone: "Postpone it",
  schedule: "Set the new date",
  restore: "Run the event",
};
const STEPS: Readonly<Record<EditableEvent["settings"]["status"], readonly Step[]>> = {
  scheduled: ["postpone", "cancel"],
  postponed: ["schedule", "cancel"],
  cancelled: ["restore"],
};

/** The input of an action: a new date and time if known, or the reason for canceling. */
type Answer = { readonly isKnown: boolean; readonly date: string; readonly time: string; readonly reason: string };

function changeFor(step: Step, { isKnown, date, time, reason }: Answer, { settings }: EditableEvent): Change {
  if (step === "cancel") return { status: "cancelled", ...(reason.trim() !== "" && { cancelReason: reason.trim() }) };
  if (step === "postpone" && !isKnown) return { status: "postponed" };
  return {
    ...(settings.status !== "scheduled" && { status: "scheduled" as const }),
    ...(date !== settings.date && { date }),
    ...(time !== settings.time && { time }),
  };
}

type FieldsProps = { step: Step; value: Answer; onValue: (value: Answer) => void };

function ReasonField({ value, onValue }: Omit<FieldsProps, "step">) {
  return (
    <TextArea
      id="cancel-reason"
      label="Why (optional)"
      name="cancelReason"
      hint="Guests see it on the page, in their email and in their calendar."
      rows={2}
      maxLength={300}
      value={value.reason}
      onValue={(reason) => onValue({ ...value, reason })}
    />
  );
}

function DateFields({ step, value, onValue }: FieldsProps) {
  if (step === "cancel") return null;
  const times = TIMES.includes(value.time) ? TIMES : [...TIMES, value.time].toSorted();
  return (
    <>
      {step === "postpone" && (
        <RadioGroup
          name="new-date"
          legend="When instead"
          choices={[
            { value: "yes", label: "On a new date" },
            { value: "no", label: "Not known yet" },
          ]}
          value={value.isKnown ? "yes" : "no"}
          onValue={(known) => onValue({ ...value, isKnown: known === "yes" })}
        />
      )}
      {value.isKnown && (
        <div className={styles.pair}>
          <TextField
            label="New date"
            name="newDate"
            type="date"
            value={value.date}
            onValue={(date) => onValue({ ...value, date })}
          />
          <SelectField
            label="New time"
            name="newTime"
            value={value.time}
            onValue={(time) => onValue({ ...value, time })}
          >
            <Options of={times.map((time) => [time, clockTime(time)])} />
          </SelectField>
        </div>
      )}
    </>
  );
}

function toldWords(step: Step, event: EditableEvent, scope: ChangeScope, isAsked: boolean): string {
  const audience = audienceWords(event, scope);
  if (event.mustWait && isAsked)
    return "An organizer looks at the new date first: guests see it, and hear of it, once it is published.";
  const what =
    step === "cancel"
      ? "It stays at its address and in the list, marked as canceled. RSVPs are closed."
      : "It keeps its address, its RSVPs and its waiting list.";
  return audience === null
    ? `${what} Nobody has RSVPed yet, so no emails go out.`
    : `${what} We email ${audience} right away.`;
}

type CourseDialogProps = { step: Step; event: EditableEvent; send: EditTools["send"]; onClose: () => void };

function CourseDialog({ step, event, send, onClose }: CourseDialogProps) {
  const { date, time } = event.settings;
  const [value, setValue] = useState<Answer>({
    isKnown: true,
    date: step === "postpone" ? "" : date,
    time,
    reason: "",
  });
  const [scope, setScope] = useState<ChangeScope>("this");
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function confirm() {
    if (step === "postpone" && value.isKnown && value.date === "") return setFailure("Pick the new date.");
    const change = changeFor(step, value, event);
    if (Object.keys(change).length === 0)
      return setFailure("Pick another date or time. It is already planned for this one.");
    setIsSending(true);
    const refused = await send(change, scope, false);
    setIsSending(false);
    if (refused === null) onClose();
    else setFailure(refused);
  }

  return (
    <Dialog title={TITLES[step]} about={event.settings.title} mayClose={() => !isSending} onClose={onClose}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault();
          if (!isSending) void confirm();
        }}
      >
        <DateFields step={step} value={value} onValue={setValue} />
        {/* If the host's changes wait for review, the reason would come after the mail. */}
        {step === "cancel" && !event.mustWait && <ReasonField value={value} onValue={setValue} />}
        <ScopeChoice id={`scope-${step}`} count={event.following.length} scope={scope} onScope={setScope} />
        <p>{toldWords(step, event, scope, step !== "cancel" && value.isKnown)}</p>
        <FailureNotice title={NOT_CONFIRMED} words={failure} />
        <div className="buttons">
          <Button type="submit" aria-disabled={isSending || undefined}>
            {isSending ? "Saving…" : CONFIRM[step]}
          </Button>
          <Button variant="quiet" disabled={isSending} onClick={onClose}>
            Leave it as it is
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Actions to cancel, postpone or reinstate the event. */
export function CourseActions({ event, send }: { event: EditableEvent; send: EditTools["send"] }) {
  const [step, setStep] = useState<Step | null>(null);
  return (
    <section className={styles.course} aria-labelledby="course">
      <h2 id="course" className={styles.courseTitle}>
        Is it on?
      </h2>
      <p>
        {event.settings.status === "scheduled" &&
          (event.isOnHold ? "It is on hold. Decide on the event’s page." : "Yes, as planned.")}
        {event.settings.status === "cancelled" && "It is canceled."}
        {event.settings.status === "postponed" && "It is postponed and needs a new date."}
      </p>
      <div className="buttons">
        {STEPS[event.settings.status].map((each) => (
          <Button key={each} variant="quiet" onClick={() => setStep(each)}>
            {TITLES[each]}
          </Button>
        ))}
      </div>
      {step !== null && <CourseDialog key={step} step={step} event={event} send={send} onClose={() => setStep(null)} />}
    </section>
  );
}
