import { useEffect, useRef, useState } from "react";
import { type ProfileFeature, PROFILE_TITLES, REVIEW_STEP } from "#src/features/profile/components/profile-setup.ts";
import { Question, Review, StepLine } from "#src/features/profile/components/profile-steps.tsx";
import styles from "#src/features/profile/components/profile-modal.module.css";
import { useProfileSetup } from "#src/features/profile/components/use-profile-setup.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Notice } from "#src/ui/notice.tsx";

type ProfileModalProps = {
  /** The purpose, which decides the texts and questions. */
  feature: ProfileFeature;
  profile: Profile;
  /** Called after saving, with the new profile; the caller closes the modal. */
  onSaved: (profile: Profile) => void;
  onClose: () => void;
};

type Setup = ReturnType<typeof useProfileSetup>;

/** Focuses the step's field, except when the dialog opens and the browser sets the focus. */
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

/** Confirms before answers are discarded. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <div className={styles.leave} role="alertdialog" aria-label="Leave without saving?">
      <p>What you answered is not saved yet.</p>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button variant="quiet" onClick={onStay} ref={(button) => button?.focus()}>
          Keep going
        </Button>
      </div>
    </div>
  );
}

/** Phone, sex and shirt size in three questions and a review. Fields that are already set are read-only. */
export function ProfileModal({ feature, profile, onSaved, onClose }: ProfileModalProps) {
  const setup = useProfileSetup({ feature, profile, onSaved });
  const [isLeaving, setIsLeaving] = useState(false);
  const { step, answers, isFixed, error, failure, next, go, answer } = setup;
  const form = useStepFocus(step);
  const mayClose = () => {
    if (!setup.isChanged || isLeaving) return true;
    setIsLeaving(true);
    return false;
  };
  return (
    <Dialog title={PROFILE_TITLES[feature]} mayClose={mayClose} onClose={onClose}>
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
        {failure !== null && (
          <Notice kind="error" title="Not saved">
            <p>{failure} What you answered is still here.</p>
          </Notice>
        )}
        {isLeaving ? (
          <LeaveQuestion onStay={() => setIsLeaving(false)} onLeave={onClose} />
        ) : (
          <StepActions setup={setup} />
        )}
      </form>
    </Dialog>
  );
}
