import type { StoredDraft } from "#src/features/join/draft-storage.ts";
import {
  type Answers,
  checkStep,
  type Fault,
  FIRST_STEP,
  NO_ANSWERS,
  REVIEW_STEP,
  type Step,
  stepAfter,
  stepBefore,
} from "#src/features/join/rules.ts";

export type WizardState = StoredDraft & {
  /** False until this tab was checked for a stored run: on the server and during hydration. */
  readonly isReady: boolean;
  /** The errors of the last Next, in order. */
  readonly faults: readonly Fault[];
  /** How often Next was rejected: each time moves the focus to the error. */
  readonly refusals: number;
  /** Whether the step changed on this page: the first step shown does not slide in. */
  readonly hasMoved: boolean;
};

export type WizardAction =
  | { type: "start"; kept: StoredDraft | null; freshId: string; cameFor: string | null; typedPhone: string }
  | { type: "answer"; answers: Partial<Answers> }
  | { type: "next" }
  | { type: "previous" }
  | { type: "go"; to: Step };

export const BLANK: WizardState = {
  isReady: false,
  submissionId: "",
  step: FIRST_STEP,
  furthest: FIRST_STEP,
  answers: NO_ANSWERS,
  cameFor: null,
  faults: [],
  refusals: 0,
  hasMoved: false,
};

type Start = Extract<WizardAction, { type: "start" }>;

function start(state: WizardState, { kept, freshId, cameFor, typedPhone }: Start): WizardState {
  const run = state.isReady ? state : (kept ?? { ...state, submissionId: freshId });
  // People can type before hydration, and browsers can fill the field in.
  let answers = run.answers.phone === "" ? { ...run.answers, phone: typedPhone } : run.answers;
  if (cameFor !== null && cameFor !== run.cameFor && !answers.events.includes(cameFor)) {
    answers = { ...answers, events: [...answers.events, cameFor] };
  }
  return { ...state, ...run, answers, cameFor, isReady: true };
}

function moveTo(state: WizardState, step: Step): WizardState {
  const furthest = step > state.furthest ? step : state.furthest;
  return { ...state, step, furthest, faults: [], hasMoved: true };
}

function leave(state: WizardState, step: Step): WizardState {
  const faults = checkStep(state.step, state.answers);
  return faults.length > 0 ? { ...state, faults, refusals: state.refusals + 1 } : moveTo(state, step);
}

/** The wizard's moves as a pure reducer. */
export function wizard(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case "start":
      return start(state, action);
    case "answer": {
      const answers = { ...state.answers, ...action.answers };
      // Editing an answer clears its error.
      return { ...state, answers, faults: state.faults.filter(({ field }) => !(field in action.answers)) };
    }
    case "next":
      return leave(state, stepAfter(state.step));
    case "previous":
      return moveTo(state, stepBefore(state.step));
    case "go":
      // Returning to the review requires a valid step; going back to an answer never does.
      return action.to === REVIEW_STEP ? leave(state, REVIEW_STEP) : moveTo(state, action.to);
  }
}
