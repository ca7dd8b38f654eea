import { useContext, useEffect, useRef } from "react";
import styles from "#src/features/join/components/join-wizard.module.css";
import { ProgressDots } from "#src/features/join/components/progress-dots.tsx";
import { QUESTIONS } from "#src/features/join/components/questions.ts";
import { ReviewLetter } from "#src/features/join/components/review-letter.tsx";
import { IncompleteBox, SendingRequest } from "#src/features/join/components/sending.tsx";
import { StepActions } from "#src/features/join/components/step-actions.tsx";
import { StepFaults } from "#src/features/join/components/step-faults.tsx";
import { StepFields } from "#src/features/join/components/step-fields.tsx";
import { SuccessPanel } from "#src/features/join/components/success-panel.tsx";
import { faultOf, fieldId } from "#src/features/join/components/text-field.tsx";
import { type JoinPageData, useJoin } from "#src/features/join/components/use-join.ts";
import { useOnline } from "#src/ui/use-online.ts";
import { restoringScript } from "#src/features/join/draft-storage.ts";
import { JOIN_FAILURE } from "#src/features/join/messages.ts";
import {
  EVENTS_STEP,
  type EventChoice,
  FIRST_STEP,
  type MissedEvent,
  REVIEW_STEP,
  type Step,
  STEPS,
} from "#src/features/join/rules.ts";
import { NonceContext } from "#src/nonce.ts";
import { TERMS_VERSION } from "#src/shared/terms.ts";
import { AgreementBox } from "#src/ui/agreement-box.tsx";
import { Button } from "#src/ui/button-link.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { NeedsScripts } from "#src/ui/scripted-form.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

type Join = ReturnType<typeof useJoin>;
type JoinWizardProps = { data: JoinPageData; groupName: string; chatInviteUrl: string };

/** Hides the first step while a stored draft is restored; see draft-storage.ts. */
function RestoringMark() {
  const nonce = useContext(NonceContext);
  if (useHydrated()) return null;
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: restoringScript }} />;
}

function OfflineHint() {
  if (useOnline()) return null;
  return (
    <div role="status">
      <Notice kind="warning">
        <p>
          You are offline. Keep going: what you type stays in this tab, and you can send it once you are back online.
        </p>
      </Notice>
    </div>
  );
}

/** The result of sending. Takes the focus, because the pressed button may be gone. */
function Outcome({ submission, edit }: Join) {
  const box = useRef<HTMLDivElement>(null);
  const { kind } = submission;
  useEffect(() => {
    if (kind !== "failed" && kind !== "incomplete") return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "center" });
  }, [kind]);
  if (kind === "failed") {
    // Nothing typed is lost: this tab stores it across the reload.
    const tryAgain = () => location.reload();
    return <FailureBox ref={box} message={JOIN_FAILURE} error={submission.error} onTryAgain={tryAgain} />;
  }
  if (kind === "incomplete") return <IncompleteBox ref={box} fields={submission.fields} onEdit={edit} />;
  return null;
}

/** Fills the space below a short question on phones: the sun rises by a ninth per step. */
function RisingSun({ step }: { step: Step }) {
  const risen = (step / STEPS.length).toFixed(2);
  return (
    <div className={styles.sky} aria-hidden>
      <div className={styles.sun} style={{ "--risen": risen } as React.CSSProperties} />
    </div>
  );
}

function Question({ join, groupName }: { join: Join; groupName: string }) {
  const { run, choices, submission, answer, edit } = join;
  const { title, hint } = QUESTIONS[run.step];
  return (
    <div key={run.step} className={run.hasMoved ? styles.arriving : undefined}>
      <h2 tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <div className={styles.fields}>
        <StepFields
          step={run.step}
          answers={run.answers}
          faults={run.faults}
          events={choices.events}
          isLoadingEvents={choices.isLoading}
          onAnswer={answer}
        />
        {run.step === REVIEW_STEP && (
          <>
            <ReviewLetter
              groupName={groupName}
              answers={run.answers}
              events={choices.events}
              isLocked={submission.kind === "sending"}
              onEdit={edit}
            />
            <AgreementBox
              id={fieldId("agreedTerms")}
              name="agreedTerms"
              checked={run.answers.agreedTerms !== ""}
              error={faultOf(run.faults, "agreedTerms")}
              disabled={submission.kind === "sending"}
              onChange={({ target }) => answer({ agreedTerms: target.checked ? TERMS_VERSION : "" })}
            />
          </>
        )}
      </div>
      <StepFaults step={run.step} faults={run.faults} onEdit={edit} />
      <Outcome {...join} />
    </div>
  );
}

function WizardForm({ join, groupName }: { join: Join; groupName: string }) {
  const { run, submission } = join;
  const isLast = run.step === REVIEW_STEP;
  const isEditing = !isLast && run.furthest === REVIEW_STEP;
  return (
    <form
      ref={join.form}
      method="post"
      // Our own messages instead of the browser's bubbles.
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        join.next();
      }}
    >
      <ProgressDots step={run.step} />
      <Question join={join} groupName={groupName} />
      {isEditing && (
        <Button variant="quiet" className={styles.back} onClick={join.backToReview}>
          Back to review
        </Button>
      )}
      <OfflineHint />
      <RisingSun step={run.step} />
      <StepActions
        next={submission.kind === "failed" ? undefined : isLast ? "Submit" : "Next"}
        isReady={run.isReady}
        isSending={submission.kind === "sending"}
        isFirst={run.step === FIRST_STEP}
        onPrevious={join.previous}
      >
        {submission.kind === "sending" && <SendingRequest />}
      </StepActions>
    </form>
  );
}

/** Shows the event that led here on every step. */
function ForEvent({ event: { title, weekday, shortDate, time, note } }: { event: EventChoice }) {
  return (
    <p className={styles.event}>
      For <strong>{title}</strong>, {weekday.slice(0, 3)}, {shortDate}, {time}
      {note !== null && ` · ${note}`}
    </p>
  );
}

const MISSED_WORDS = {
  canceled: "is canceled",
  postponed: "is postponed and has no new date yet",
  over: "is over",
  unknown: "cannot be found",
} as const satisfies Record<MissedEvent["why"], string>;

/** Explains on the first step, and where events are chosen, why the event that led here cannot be chosen. */
function Missed({ event: { title, why }, step }: { event: MissedEvent; step: Step }) {
  if (step !== FIRST_STEP && step !== EVENTS_STEP) return null;
  return (
    <div className={styles.missed}>
      <Notice kind="warning">
        <p>
          <strong>{title}</strong> {MISSED_WORDS[why]}. You can still join the group, and choose other events on the
          way.
        </p>
      </Notice>
    </div>
  );
}

/** The nine steps of joining, from the phone number to the review. */
export function JoinWizard({ data, groupName, chatInviteUrl }: JoinWizardProps) {
  const join = useJoin(data);
  return (
    // The script marks this element before hydration.
    <div ref={join.root} className={styles.wizard} suppressHydrationWarning>
      <RestoringMark />
      <h1 className={styles.name}>Join {groupName}</h1>
      {join.event && <ForEvent event={join.event} />}
      {data.missed && join.submission.kind !== "sent" && <Missed event={data.missed} step={join.run.step} />}
      <NeedsScripts />
      {join.submission.kind === "sent" ? (
        <SuccessPanel answers={join.run.answers} chatInviteUrl={chatInviteUrl} event={join.event} />
      ) : (
        <WizardForm join={join} groupName={groupName} />
      )}
    </div>
  );
}
