import { useEffect, useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";

/** How long the success shows before the dialog closes. */
const CLOSES_AFTER_MS = 1500;

type Sending<T> =
  | { readonly kind: "idle" | "sending" }
  | { readonly kind: "failed"; readonly failure: MemberFailure }
  | { readonly kind: "done"; readonly answer: T };

type Call = NonNullable<Parameters<typeof consoleFetch>[1]> & { readonly path: string };

/** Sends a change, one at a time. Shows the success for a moment, then calls `onDone`. */
export function useSending<T>(onDone: (answer: T) => void) {
  const [sending, setSending] = useState<Sending<T>>({ kind: "idle" });
  const isUnderWay = useRef(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (sending.kind !== "done") return;
    const closing = setTimeout(() => done.current(sending.answer), CLOSES_AFTER_MS);
    return () => clearTimeout(closing);
  }, [sending]);

  async function send({ path, ...options }: Call): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending({ kind: "sending" });
    const answer = await consoleFetch<T>(path, options);
    isUnderWay.current = false;
    setSending(answer.ok ? { kind: "done", answer: answer.value } : { kind: "failed", failure: answer });
  }

  return {
    sending,
    send,
    /** Closing early skips the wait. */
    finish: () => {
      if (sending.kind === "done") done.current(sending.answer);
    },
  };
}
