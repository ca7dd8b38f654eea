import { useState } from "react";
import type { Costs } from "#src/features/events/costs/schema.ts";
import { type Loaded, useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { type MemberFailure, memberFetch } from "#src/features/identity/member-fetch.ts";

export type CostsTools = Loaded<Costs> & {
  readonly isBusy: boolean;
  /** Why the last change failed; null if it succeeded. */
  readonly refusal: MemberFailure | null;
  /** The result of the last change, in words. */
  readonly said: string;
  readonly change: (
    method: "PUT" | "PATCH" | "POST" | "DELETE",
    rest: string,
    said: string,
    body?: object,
  ) => Promise<boolean>;
};

/** An event's cost and the calls that change it. Each returns the resulting cost. */
export function useCosts(eventId: string): CostsTools {
  const path = `/api/social-events/${encodeURIComponent(eventId)}/costs`;
  const loaded = useLoaded<Costs>(path);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<MemberFailure | null>(null);
  const [said, setSaid] = useState("");
  const change: CostsTools["change"] = async (method, rest, words, body) => {
    if (isBusy) return false;
    setIsBusy(true);
    const answer = await memberFetch<Costs>(`${path}${rest}`, { method, ...(body !== undefined && { body }) });
    setIsBusy(false);
    setRefusal(answer.ok ? null : answer);
    setSaid(answer.ok ? words : "");
    if (answer.ok) loaded.set(answer.value);
    return answer.ok;
  };
  return { ...loaded, isBusy, refusal, said, change };
}
