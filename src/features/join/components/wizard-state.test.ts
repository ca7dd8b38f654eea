import { describe, expect, test } from "vitest";
import { BLANK, wizard, type WizardAction, type WizardState } from "#src/features/join/components/wizard-state.ts";
import { NO_ANSWERS, type Step } from "#src/features/join/rules.ts";

const EVENT = "2026-11-22-sunrise-run";

function start(more: Partial<Extract<WizardAction, { type: "start" }>> = {}): WizardState {
  return wizard(BLANK, { type: "start", kept: null, freshId: "fresh", cameFor: null, typedPhone: "", ...more });
}

function kept(step: Step, more: Partial<WizardState> = {}) {
  return { submissionId: "kept", step, furthest: step, answers: NO_ANSWERS, cameFor: null, ...more };
}

describe("starting a run", () => {
  test("[JOIN-16] a stored run continues where it was, with its id", () => {
    expect(start()).toMatchObject({ isReady: true, step: 1, submissionId: "fresh" });
    expect(start({ kept: kept(6) })).toMatchObject({ isReady: true, step: 6, submissionId: "kept" });
  });

  test("input typed before hydration is not lost", () => {
    expect(start({ typedPhone: "904" }).answers.phone).toBe("904");
  });

  test("[JOIN-11] the event that led here is preselected once, and stays removed", () => {
    const run = start({ cameFor: EVENT });
    expect(run.answers.events).toEqual([EVENT]);
    const { answers } = wizard(run, { type: "answer", answers: { events: [] } });
    expect(start({ kept: kept(7, { answers, cameFor: EVENT }), cameFor: EVENT }).answers.events).toEqual([]);
  });

  test("[JOIN-11] a second event that leads here is added to the first", () => {
    const { answers } = start({ cameFor: EVENT });
    const again = start({ kept: kept(3, { answers, cameFor: EVENT }), cameFor: "2026-11-23-salsa" });
    expect(again.answers.events).toEqual([EVENT, "2026-11-23-salsa"]);
  });

  test("[JOIN-11] a plain /join afterwards is not about that event", () => {
    expect(start({ kept: kept(7, { cameFor: EVENT }) }).cameFor).toBeNull();
    expect(
      wizard(start({ cameFor: EVENT }), { type: "start", kept: null, freshId: "", cameFor: null, typedPhone: "" })
        .cameFor,
    ).toBeNull();
  });
});

describe("moving between steps", () => {
  test("[JOIN-02] Next reports errors and continues once they are fixed; Previous keeps the input", () => {
    const refused = wizard(start(), { type: "next" });
    expect(refused).toMatchObject({ step: 1, refusals: 1 });
    expect(refused.faults.map(({ field }) => field)).toEqual(["phone"]);
    const answered = wizard(refused, { type: "answer", answers: { phone: "9045550142" } });
    expect(answered.faults).toEqual([]);
    const second = wizard(answered, { type: "next" });
    expect(second).toMatchObject({ step: 2, furthest: 2, faults: [] });
    expect(wizard(second, { type: "previous" })).toMatchObject({
      step: 1,
      furthest: 2,
      answers: { phone: "9045550142" },
    });
  });

  test("[JOIN-01] Edit opens a question, and returns to the review only with a valid answer", () => {
    const edited = wizard(start({ kept: kept(9) }), { type: "go", to: 3 });
    expect(edited).toMatchObject({ step: 3, furthest: 9 });
    expect(wizard(edited, { type: "go", to: 9 })).toMatchObject({ step: 3, refusals: 1 });
    const right = wizard(edited, { type: "answer", answers: { email: "ana@example.com" } });
    expect(wizard(right, { type: "go", to: 9 }).step).toBe(9);
  });
});
