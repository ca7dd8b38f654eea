import { useEffect, useRef } from "react";
import { type ProfileFeature, PROFILE_TITLES, REVIEW_STEP } from "#src/features/profile/components/profile-setup.ts";
import { Question, Review, StepLine } from "#src/features/profile/components/profile-steps.tsx";
import styles from "#src/features/profile/components/profile-modal.module.css";
import { useProfileSetup } from "#src/features/profile/components/use-profile-setup.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

type ProfileModalProps = {
  /** The purpose, which decides the texts and questions. */
  feature: ProfileFeature;
  profile: Profile;
  /** Called after saving, with the new profile; the caller closes the modal. */
  onSaved: (profile: Profile) => void;
  onClose: () => void;
};

type Setup = ReturnType<typeof useProfileSetup>;

/** Focuses the step's field, except when the dialog opens, which sets the focus itself. */
function useStepFocus(step: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("[data-first]");
    first?.focus();
  }, [step]);
  return form;
}

function StepActions({ setup }: { setup: Setup }) {
  const { step, isSaving, go } = setup;
  return (
    <div className={styles.actions}>
      {step > 1 && (
        <Button variant="quiet" disabled={isSaving} onClick={() => go((step - 1) as typeof step)}>
          Back
        </Button>
      )}
      <Button type="submit" aria-disabled={isSaving}>
        {step === REVIEW_STEP ? (isSaving ? "Saving…" : "Save") : "Next"}
      </Button>
    </div>
  );
}

/** Phone, sex and shirt size in three questions and a review. Fields that are already set are read-only. */
export function ProfileModal({ feature, profile, onSaved, onClose }: ProfileModalProps) {
  const setup = useProfileSetup({ feature, profile, onSaved });
  const { step, answers, isFixed, error, failure, next, go, answer } = setup;
  const form = useStepFocus(step);
  return (
    <Dialog title={PROFILE_TITLES[feature]} hasAnswers={setup.isChanged} onClose={onClose}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        <StepLine step={step} />
        <div className={styles.step}>
          {step === REVIEW_STEP ? (
            <Review answers={answers} isFixed={isFixed} onEdit={go} />
          ) : (
            <Question
              step={step}
              feature={feature}
              answers={answers}
              isFixed={isFixed}
              error={error}
              onAnswer={answer}
            />
          )}
        </div>
        <FailureNotice title="Not saved" words={failure && `${failure} What you answered is still here.`} />
        <StepActions setup={setup} />
      </form>
    </Dialog>
  );
}
