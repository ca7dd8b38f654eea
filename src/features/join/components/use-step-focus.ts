import { type RefObject, useLayoutEffect, useRef } from "react";
import { fieldId } from "#src/features/join/components/text-field.tsx";
import type { WizardState } from "#src/features/join/components/wizard-state.ts";
import { FIRST_STEP, type Step } from "#src/features/join/rules.ts";

/**
 * A new step begins at the top with the focus in its field, or on its question when there is none to type in; a
 * refused step puts the focus on what is wrong. A page that just loaded keeps the focus where
 * it is.
 */
export function useStepFocus(
  form: RefObject<HTMLFormElement | null>,
  { step, isReady, faults, refusals }: WizardState,
): void {
  const shown = useRef<Step | null>(null);
  const answered = useRef(0);

  // Before paint, and within the tap that led here: only then do phones bring the keyboard up.
  useLayoutEffect(() => {
    if (!isReady || shown.current === step) return;
    const isFirstLook = shown.current === null;
    shown.current = step;
    // Also after a reload: the browser's own place belongs to the first step, which it saw before this one came back.
    if (!isFirstLook || step !== FIRST_STEP) scrollTo({ top: 0, behavior: "instant" });
    if (isFirstLook) return;
    const target = form.current?.querySelector<HTMLElement>("[data-first]") ?? form.current?.querySelector("h2");
    target?.focus({ preventScroll: true });
  }, [form, step, isReady]);

  useLayoutEffect(() => {
    const [first] = faults;
    if (!first || answered.current === refusals) return;
    answered.current = refusals;
    const target =
      document.getElementById(fieldId(first.field)) ?? form.current?.querySelector<HTMLElement>("[data-faults]");
    target?.focus();
  }, [form, faults, refusals]);
}
