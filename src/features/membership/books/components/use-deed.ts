import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";

/** One action at a time; a refusal appears beside it. */
export function useDeed(onChanged: (said: string) => void) {
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [refusal, setRefusal] = useState("");
  async function send(path: string, body: unknown): Promise<void> {
    if (isUnderWay) return;
    setIsUnderWay(true);
    setRefusal("");
    const answer = await consoleFetch<{ message: string }>(path, { method: "POST", body });
    setIsUnderWay(false);
    if (answer.ok) onChanged(answer.value.message);
    else setRefusal(answer.fields?.["note"] ?? answer.fields?.["amountCents"] ?? answer.message);
  }
  return { isUnderWay, refusal, send };
}
