import { useEffect, useRef, useState } from "react";
import { findFaults, postSubmission } from "#src/features/join/post-join.ts";
import type { JoinSubmission } from "#src/features/join/schema.ts";

const TICK_MS = 100;
const SLOW_MS = 20_000;

export type Submission =
  | { readonly kind: "idle" }
  | { readonly kind: "sending"; readonly percent: number; readonly isSlow: boolean }
  /** The schema refused it: field → words. */
  | { readonly kind: "incomplete"; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "sent" };

/** Sends the final submission, once at a time, and tells how far it is. */
export function useSubmission() {
  const [submission, setSubmission] = useState<Submission>({ kind: "idle" });
  const isUnderWay = useRef(false);
  const isSending = submission.kind === "sending";

  useEffect(() => {
    if (!isSending) return;
    const change = (next: { isSlow?: true }, by = 0) =>
      setSubmission((now) =>
        now.kind === "sending" ? { ...now, ...next, percent: Math.min(100, now.percent + by) } : now,
      );
    const ticks = setInterval(() => change({}, 1), TICK_MS);
    const slow = setTimeout(() => change({ isSlow: true }), SLOW_MS);
    return () => {
      clearInterval(ticks);
      clearTimeout(slow);
    };
  }, [isSending]);

  async function submit(payload: JoinSubmission): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSubmission({ kind: "sending", percent: 0, isSlow: false });
    const fields = await findFaults(payload);
    if (Object.keys(fields).length > 0) {
      setSubmission({ kind: "incomplete", fields });
    } else {
      const outcome = await postSubmission(payload);
      setSubmission(outcome.ok ? { kind: "sent" } : { kind: "failed", error: outcome.error });
    }
    isUnderWay.current = false;
  }

  return { submission, submit, reset: () => setSubmission({ kind: "idle" }) };
}
