import { useEffect, useRef } from "react";
import { useEventChoices } from "#src/features/join/components/use-event-choices.ts";
import { useStepFocus } from "#src/features/join/components/use-step-focus.ts";
import { useStepHistory } from "#src/features/join/components/use-step-history.ts";
import { useSubmission } from "#src/features/join/components/use-submission.ts";
import { useKeptDraft, useWizard } from "#src/features/join/components/use-wizard.ts";
import { postDraft, prepareSubmission } from "#src/features/join/post-join.ts";
import {
  type Answers,
  checkStep,
  draftPayload,
  type EventChoice,
  type MissedEvent,
  REVIEW_STEP,
  staysOnSuccess,
  type Step,
  submissionPayload,
} from "#src/features/join/rules.ts";

/** The data of the page's loader. */
export type JoinPageData = {
  readonly events: readonly EventChoice[] | null;
  readonly cameFor: string | null;
  readonly missed: MissedEvent | null;
};

/** The wizard's logic without its looks: the run, its moves and their effects, and sending. */
export function useJoin({ events: fromPage, cameFor }: Pick<JoinPageData, "events" | "cameFor">) {
  const root = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { submission, submit, reset, showSent } = useSubmission();
  const [run, dispatch] = useWizard(root, cameFor, showSent);
  const choices = useEventChoices(fromPage, cameFor);
  const { submissionId, step, answers } = run;
  const isSent = submission.kind === "sent";
  useKeptDraft(run, isSent);
  useStepFocus(form, run);
  useStepHistory({ run: submissionId, step, isSent, stays: staysOnSuccess(answers), onStep: edit });

  useEffect(() => {
    if (step === REVIEW_STEP) prepareSubmission();
  }, [step]);

  function edit(to: Step): void {
    reset();
    dispatch({ type: "go", to });
  }

  function goOn(action: { type: "next" } | { type: "go"; to: typeof REVIEW_STEP }): void {
    if (checkStep(step, answers).length === 0) {
      postDraft(draftPayload(submissionId, run.furthest, answers, choices.events));
    }
    dispatch(action);
  }

  return {
    root,
    form,
    run,
    choices,
    /** The event whose page led here. */
    event: choices.events.find(({ socialEventId }) => socialEventId === cameFor) ?? null,
    submission,
    answer: (given: Partial<Answers>) => dispatch({ type: "answer", answers: given }),
    /** Next, or Submit on the last step. */
    next: () => {
      if (step !== REVIEW_STEP) goOn({ type: "next" });
      else if (checkStep(step, answers).length > 0) dispatch({ type: "next" });
      else void submit(submissionPayload(submissionId, answers, choices.events));
    },
    previous: () => {
      reset();
      dispatch({ type: "previous" });
    },
    edit,
    backToReview: () => goOn({ type: "go", to: REVIEW_STEP }),
  };
}
