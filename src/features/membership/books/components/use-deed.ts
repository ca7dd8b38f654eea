import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";
import { useFaultFocus } from "#src/ui/use-fault-focus.ts";

/** One action at a time. A refusal appears at its field, which gets the focus, or above the buttons. */
export function useDeed(onChanged: (said: string) => void) {
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [failure, setFailure] = useState<MemberFailure | null>(null);
  const form = useFaultFocus(failure);
  async function send(path: string, body: unknown): Promise<void> {
    if (isUnderWay) return;
    setIsUnderWay(true);
    setFailure(null);
    const answer = await consoleFetch<{ message: string }>(path, { method: "POST", body });
    setIsUnderWay(false);
    if (answer.ok) onChanged(answer.value.message);
    else setFailure(answer);
  }
  const { note, amountCents } = failure?.fields ?? {};
  const refusal = note === undefined && amountCents === undefined ? failure?.message : undefined;
  return { form, isUnderWay, faults: { note, amountCents }, refusal, send };
}
