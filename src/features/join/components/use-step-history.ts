import { useEffect, useRef } from "react";
import { isStep, type Step } from "#src/features/join/rules.ts";
import { onHistoryMove } from "#src/ui/history-moves.ts";

/** The steps of one run up to a history entry, ending with its own. */
type Trail = { readonly run: string; readonly steps: readonly Step[] };

function trailOf(state: unknown): Trail | null {
  if (typeof state !== "object" || state === null || !("joinTrail" in state)) return null;
  return state.joinTrail as Trail;
}

/** Whether this history entry showed the success page that stays. Phones may reload it on return from another app. */
export function wasSent(): boolean {
  return (history.state as { readonly joinSent?: boolean } | null)?.joinSent === true;
}

type StepHistory = {
  /** The run's submission id; empty until the run is known. */
  readonly run: string;
  readonly step: Step;
  readonly isSent: boolean;
  /** Whether the success page stays. */
  readonly stays: boolean;
  readonly onStep: (step: Step) => void;
};

/** Gives each step a history entry, so that the browser's Back goes to the previous step. */
export function useStepHistory({ run, step, isSent, stays, onStep }: StepHistory): void {
  const latest = useRef({ run, step, isSent, stays, onStep });
  /** True while a Previous of the page waits for the browser to reach its entry. */
  const isTraversing = useRef(false);

  useEffect(() => {
    latest.current = { run, step, isSent, stays, onStep };
    if (run === "" || isTraversing.current) return;
    isTraversing.current = arrive(latest.current);
  }, [run, step, isSent, stays, onStep]);

  useEffect(() => {
    return onHistoryMove((state) => {
      const now = latest.current;
      const trail = trailOf(state);
      const to = trail?.steps.at(-1);
      if (isTraversing.current) {
        isTraversing.current = arrive(now);
        return true;
      }
      if (trail && (trail.run !== now.run || now.isSent)) {
        // A completed run has no steps to return to: go to what was before it.
        history.go(-trail.steps.length);
        return true;
      }
      if (!isStep(to) || to === now.step) return false;
      now.onStep(to);
      return true;
    });
  }, []);
}

/** Makes the current history entry that of the step, or of the success page; true while the browser navigates to it. */
function arrive({ run, step, isSent, stays }: StepHistory): boolean {
  if (!isSent) return align(run, step);
  if (collapse(run)) return true;
  if (stays) history.replaceState({ ...(history.state as object | null), joinSent: true }, "");
  return false;
}

/** Makes the current history entry this step's; true while the browser navigates to it. */
function align(run: string, step: Step): boolean {
  const kept = trailOf(history.state);
  const steps = kept?.run === run ? kept.steps : [];
  const last = steps.at(-1);
  if (last === step) return false;
  if (steps.at(-2) === step) {
    history.back();
    return true;
  }
  const state = (joined: readonly Step[]) => ({
    ...(history.state as object | null),
    joinTrail: { run, steps: joined },
  });
  // A run restored in the middle has no entry for the previous step: this one becomes it.
  if (last === undefined) history.replaceState(state([step]), "");
  else if (step === last - 1) history.replaceState(state([...steps.slice(0, -1), step]), "");
  else history.pushState(state([...steps, step]), "");
  return false;
}

/** Goes to the run's first entry, so that Back leaves a sent form; true while the browser navigates there. */
function collapse(run: string): boolean {
  const kept = trailOf(history.state);
  if (kept?.run !== run || kept.steps.length < 2) return false;
  history.go(1 - kept.steps.length);
  return true;
}
