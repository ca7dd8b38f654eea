import { useRef, useState } from "react";
import { type AuthCall, postAuth } from "#src/features/sign-in/auth-calls.ts";
import { CODE_SENT_AGAIN } from "#src/features/sign-in/messages.ts";
import { VERIFICATION_FAILED } from "#src/features/identity/messages.ts";

/** Requests another code, one request at a time; `said` is the result. `sent` counts the codes sent: earlier codes become invalid. */
export function useResend(call: AuthCall, body: () => unknown) {
  const isUnderWay = useRef(false);
  const [said, setSaid] = useState<string | null>(null);
  const [sent, setSent] = useState(0);

  async function resend(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSaid("Sending another code…");
    const answer = await postAuth(call, body(), VERIFICATION_FAILED);
    setSaid(answer.ok ? CODE_SENT_AGAIN : answer.message);
    if (answer.ok) setSent((count) => count + 1);
    isUnderWay.current = false;
  }

  return { said, sent, resend };
}
