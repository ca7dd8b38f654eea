import { type RefObject, useEffect, useLayoutEffect, useReducer } from "react";
import { wasSent } from "#src/features/join/components/use-step-history.ts";
import { BLANK, wizard } from "#src/features/join/components/wizard-state.ts";
import { clearDraft, readDraft, RESTORING, writeDraft } from "#src/features/join/draft-storage.ts";
import { phoneDigits } from "#src/shared/contact.ts";
import { randomUuid } from "#src/shared/ids.ts";

/** One run of the wizard, stored in this tab until it is sent. */
export function useWizard(root: RefObject<HTMLElement | null>, cameFor: string | null, showSent: () => void) {
  const [state, dispatch] = useReducer(wizard, BLANK);

  // Before paint, so that a reload shows the current step without flashing the first.
  useLayoutEffect(() => {
    const phoneField = root.current?.querySelector<HTMLInputElement>("input[name=phone]");
    const typedPhone = phoneDigits(phoneField?.value ?? "");
    const isSent = wasSent();
    const kept = isSent ? null : readDraft();
    dispatch({ type: "start", kept, freshId: randomUuid(), cameFor, typedPhone });
    if (isSent) {
      // The success page depends only on this; nothing else of a sent run is stored.
      dispatch({ type: "answer", answers: { sex: "female" } });
      showSent();
    }
    root.current?.removeAttribute(RESTORING);
    // Only once, on hydration. In development React runs it twice; then the run continues.
  }, [root, cameFor, showSent]);

  return [state, dispatch] as const;
}

/** Stores the run until it is sent, then deletes it. */
export function useKeptDraft(state: ReturnType<typeof useWizard>[0], isSent: boolean): void {
  useEffect(() => {
    if (!state.isReady) return;
    if (isSent) return clearDraft(state.submissionId);
    const { submissionId, step, furthest, answers, cameFor } = state;
    writeDraft({ submissionId, step, furthest, answers, cameFor });
  }, [state, isSent]);
}
