import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { fieldId } from "#src/features/join/components/text-field.tsx";
import type { WizardState } from "#src/features/join/components/wizard-state.ts";
import { FIRST_STEP, REVIEW_STEP, type Step } from "#src/features/join/rules.ts";

/** Focuses and scrolls as little as needed; focus alone does not scroll to what has it already, nor by the page's padding. */
function focusInView(target: HTMLElement | null | undefined): void {
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/**
 * Scrolls a new step to the top and focuses its field, or its question if it has no text field; focuses the error of a
 * rejected step. A page that just loaded keeps its focus.
 */
export function useStepFocus(
  form: RefObject<HTMLFormElement | null>,
  { step, isReady, faults, refusals }: WizardState,
): void {
  const shown = useRef<Step | null>(null);
  const answered = useRef(0);

  // Before paint, within the tap's event: otherwise phones do not open the keyboard.
  useLayoutEffect(() => {
    if (!isReady || shown.current === step) return;
    const isFirstLook = shown.current === null;
    shown.current = step;
    // Also after a reload: the browser's scroll position belongs to the first step, shown before this one was restored.
    if (!isFirstLook || step !== FIRST_STEP) scrollTo({ top: 0, behavior: "instant" });
    if (isFirstLook) return;
    const target = form.current?.querySelector<HTMLElement>("[data-first]") ?? form.current?.querySelector("h2");
    focusInView(target);
  }, [form, step, isReady]);

  // Enter goes on also while the question has the focus. The last step is sent by its button only.
  useEffect(() => {
    const element = form.current;
    if (!element || step === REVIEW_STEP) return;
    const goOn = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.repeat || !(event.target instanceof HTMLHeadingElement)) return;
      event.preventDefault();
      element.requestSubmit();
    };
    element.addEventListener("keydown", goOn);
    return () => element.removeEventListener("keydown", goOn);
  }, [form, step]);

  useLayoutEffect(() => {
    const [first] = faults;
    if (!first || answered.current === refusals) return;
    answered.current = refusals;
    const target =
      document.getElementById(fieldId(first.field)) ?? form.current?.querySelector<HTMLElement>("[data-faults]");
    // What is wrong stands below the field, where the bar could cover it.
    form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest", behavior: "instant" });
    focusInView(target);
  }, [form, faults, refusals]);
}
