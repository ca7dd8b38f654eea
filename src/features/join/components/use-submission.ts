import { useCallback, useRef, useState } from "react";
import { findFaults, postSubmission } from "#src/features/join/post-join.ts";
import type { JoinSubmission } from "#src/features/join/schema.ts";

export type Submission =
  | { readonly kind: "idle" }
  | { readonly kind: "sending" }
  /** The schema rejected it: field → message. */
  | { readonly kind: "incomplete"; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "sent" };

/** Sends the final submission, one request at a time. */
export function useSubmission() {
  const [submission, setSubmission] = useState<Submission>({ kind: "idle" });
  const isUnderWay = useRef(false);
  async function submit(payload: JoinSubmission): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSubmission({ kind: "sending" });
    const fields = await findFaults(payload);
    if (Object.keys(fields).length > 0) {
      setSubmission({ kind: "incomplete", fields });
    } else {
      const outcome = await postSubmission(payload);
      setSubmission(outcome.ok ? { kind: "sent" } : { kind: "failed", error: outcome.error });
    }
    isUnderWay.current = false;
  }

  return {
    submission,
    submit,
    reset: () => setSubmission({ kind: "idle" }),
    /** Shows the result of an earlier submission again. */
    showSent: useCallback(() => setSubmission({ kind: "sent" }), []),
  };
}
