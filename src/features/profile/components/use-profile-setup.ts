import { useState } from "react";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import {
  type ProfileFeature,
  REVIEW_STEP,
  setupAnswers,
  type SetupAnswers,
  setupPatch,
  STEP_OF_FIELD,
  type SetupField,
  type SetupStep,
  stepFault,
} from "#src/features/profile/components/profile-setup.ts";
import type { Profile } from "#src/features/profile/schema.ts";

type Setup = { feature: ProfileFeature; profile: Profile; onSaved: (profile: Profile) => void };
type Failure = { message: string; step: SetupStep | null };

/** The step of a refusal's first field, if any. */
function failureOf(message: string, fields: Readonly<Record<string, string>> = {}): Failure {
  const [field] = Object.keys(fields);
  const step = field === undefined ? undefined : STEP_OF_FIELD[field as SetupField];
  return step === undefined ? { message, step: null } : { message: fields[field ?? ""] ?? message, step };
}

/** State of the steps: current step, answers, completion. */
export function useProfileSetup({ feature, profile, onSaved }: Setup) {
  const [step, setStep] = useState<SetupStep>(1);
  const [answers, setAnswers] = useState(() => setupAnswers(profile));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const patch = setupPatch(profile, answers);

  const go = (to: SetupStep) => {
    setFailure(null);
    setStep(to);
  };

  async function save(): Promise<void> {
    if (Object.keys(patch).length === 0) return onSaved(profile);
    setIsSaving(true);
    const answer = await memberFetch<Profile>("/api/profile", { method: "PATCH", body: patch });
    setIsSaving(false);
    if (answer.ok) return onSaved(answer.value);
    const refused = failureOf(answer.message, answer.fields);
    setFailure(refused);
    if (refused.step !== null) setStep(refused.step);
  }

  function next(): void {
    if (step === REVIEW_STEP) {
      if (!isSaving) void save();
      return;
    }
    const fault = stepFault(step, answers, feature);
    if (fault === null) go((step + 1) as SetupStep);
    else setFailure({ message: fault, step });
  }

  return {
    step,
    answers,
    isSaving,
    isChanged: Object.entries(patch).some(([field, value]) => value !== profile[field as SetupField]),
    /** The current step's error. */
    error: failure?.step === step ? failure.message : null,
    /** The error of the whole setup. */
    failure: failure?.step === null ? failure.message : null,
    isFixed: (field: SetupField) => profile.isFromJoinForm !== true && profile[field] !== "",
    answer: (answered: Partial<SetupAnswers>) => {
      setFailure(null);
      setAnswers({ ...answers, ...answered });
    },
    go,
    next,
  };
}
