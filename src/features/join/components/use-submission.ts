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

async function send(payload: JoinSubmission): Promise<Submission> {
  const fields = await findFaults(payload);
  if (Object.keys(fields).length > 0) return { kind: "incomplete", fields };
  const outcome = await postSubmission(payload);
  return outcome.ok ? { kind: "sent" } : { kind: "failed", error: outcome.error };
}

/** Sends the final submission, one request at a time. Ignores the result of one that was abandoned for a correction. */
export function useSubmission() {
  const [submission, setSubmission] = useState<Submission>({ kind: "idle" });
  const underWay = useRef<JoinSubmission>(null);
  async function submit(payload: JoinSubmission): Promise<void> {
    if (underWay.current) return;
    underWay.current = payload;
    setSubmission({ kind: "sending" });
    const outcome = await send(payload);
    if (underWay.current !== payload) return;
    underWay.current = null;
    setSubmission(outcome);
  }

  return {
    submission,
    submit,
    reset: () => {
      underWay.current = null;
      setSubmission({ kind: "idle" });
    },
    /** Shows the result of an earlier submission again. */
    showSent: useCallback(() => setSubmission({ kind: "sent" }), []),
  };
}
