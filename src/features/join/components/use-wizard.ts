import { type RefObject, useEffect, useLayoutEffect, useReducer } from "react";
import { BLANK, wizard } from "#src/features/join/components/wizard-state.ts";
import { clearDraft, readDraft, RESTORING, writeDraft } from "#src/features/join/draft-storage.ts";
import { phoneDigits } from "#src/shared/contact.ts";
import { randomUuid } from "#src/shared/ids.ts";

/** One run of the wizard, stored in this tab until it is sent. */
export function useWizard(root: RefObject<HTMLElement | null>, cameFor: string | null) {
  const [state, dispatch] = useReducer(wizard, BLANK);

  // Before paint, so that a reload shows the current step without flashing the first.
  useLayoutEffect(() => {
    const phoneField = root.current?.querySelector<HTMLInputElement>("input[name=phone]");
    const typedPhone = phoneDigits(phoneField?.value ?? "");
    dispatch({ type: "start", kept: readDraft(), freshId: randomUuid(), cameFor, typedPhone });
    root.current?.removeAttribute(RESTORING);
    // On hydration, and when a link on the page names another event: the run then continues.
  }, [root, cameFor]);

  return [state, dispatch] as const;
}

/** Stores the run until it is sent, then deletes it. */
export function useKeptDraft(state: ReturnType<typeof useWizard>[0], isSent: boolean): void {
  useEffect(() => {
    if (!state.isReady) return;
    if (isSent) return clearDraft();
    const { submissionId, step, furthest, answers, cameFor } = state;
    writeDraft({ submissionId, step, furthest, answers, cameFor });
  }, [state, isSent]);
}
