import { useState } from "react";
import type { Decide } from "#src/features/events/decision/schema/decision.ts";
import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";

type Fetch = (path: string, options: { method: string; body: unknown }) => Promise<MemberAnswer<unknown>>;

/** Sends decisions about one event, one at a time until the page shows it. `send` returns why it was refused, or null. */
export function useDecision(eventId: string, onDone: () => Promise<void>, call: Fetch = memberFetch) {
  const [sending, setSending] = useState<Decide["decision"] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  async function send(wish: Decide): Promise<string | null> {
    if (sending !== null) return null;
    setSending(wish.decision);
    setFailure(null);
    const answer = await call(`/api/social-events/${encodeURIComponent(eventId)}/decision`, {
      method: "PUT",
      body: wish,
    });
    if (answer.ok) await onDone();
    setSending(null);
    if (answer.ok) return null;
    // Dialogs show their own refusals; this line is for the buttons.
    if (wish.decision === "runs") setFailure(answer.message);
    return Object.values(answer.fields ?? {})[0] ?? answer.message;
  }
  return { send, sending, failure };
}
