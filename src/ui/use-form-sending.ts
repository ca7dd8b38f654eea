import { useEffect, useRef, useState } from "react";
import type { Outcome } from "#src/ui/post-form.ts";

type Sending =
  | { readonly kind: "idle" | "incomplete" | "sending" | "sent" }
  | { readonly kind: "failed"; readonly error: unknown };

type FormToSend = {
  /** Whether validation failed: nothing is sent, and the first invalid field gets the focus. */
  readonly hasFaults: () => boolean;
  readonly send: () => Promise<Outcome>;
};

/** Submits a form, once at a time. The input stays with the caller. */
export function useFormSending({ hasFaults, send }: FormToSend) {
  const form = useRef<HTMLFormElement>(null);
  /** The failure box, which takes the focus. */
  const failure = useRef<HTMLDivElement>(null);
  const isUnderWay = useRef(false);
  const [sending, setSending] = useState<Sending>({ kind: "idle" });

  useEffect(() => {
    if (sending.kind === "failed") failure.current?.focus();
  }, [sending.kind]);

  async function submit(): Promise<void> {
    if (isUnderWay.current) return;
    if (hasFaults()) {
      setSending({ kind: "incomplete" });
      // Focuses the first invalid field after the errors are rendered.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    isUnderWay.current = true;
    setSending({ kind: "sending" });
    const outcome = await send();
    isUnderWay.current = false;
    setSending(outcome.ok ? { kind: "sent" } : { kind: "failed", error: outcome.error });
  }

  function onSubmit(event: React.FormEvent): void {
    event.preventDefault();
    void submit();
  }
  return { form, failure, sending, submit, onSubmit };
}
