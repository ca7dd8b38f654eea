import { useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { type MergeWork, mergeRequestOf, recordsOfMerge } from "#src/features/people/components/merge/merge-work.ts";
import { AT_LEAST_TWO, errorApproving, errorUpdatingBase } from "#src/features/people/messages.ts";
import type { Merged, MergePreview, MergeRequest } from "#src/features/people/schema/merge.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";

const MERGE = "/api/users/merge";

/** Which part of the merge was refused, and why. It is one transaction, so nothing was done. */
function reasonOf({ status, reason, message }: MemberFailure): string {
  if (reason === "request_not_open") return `${errorApproving(status)}. ${message}`;
  if (reason === "person_gone" || status === 422) return `${errorUpdatingBase(status)}. ${message}`;
  return message;
}

type Options = {
  records: readonly User[];
  work: MergeWork;
  approval: MergeRequest["approval"];
  /** Wraps a failure reason into a sentence. */
  failed: (reason: string) => string;
  onMerged: (merged: Merged) => void;
};

/** Previews the merge and performs it. */
export function useMerge({ records, work, approval, failed, onMerged }: Options) {
  const part = recordsOfMerge(records, work);
  const isEnough = part.length > 1;
  const request = { ...mergeRequestOf(part, work), approval };
  const preview = useLoaded<MergePreview>(isEnough ? `${MERGE}/preview` : null, consoleFetch, request);
  const [refusal, setRefusal] = useState<{ of: string; failure: MemberFailure } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const asked = JSON.stringify(request);

  async function merge(): Promise<void> {
    if (isUnderWay.current || !isEnough) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setRefusal(null);
    const answer = await consoleFetch<Merged>(MERGE, { method: "POST", body: request });
    isUnderWay.current = false;
    setIsBusy(false);
    if (answer.ok) onMerged(answer.value);
    else setRefusal({ of: asked, failure: answer });
  }

  const failure = refusal?.of === asked ? refusal.failure : preview.failure;
  const words = isEnough ? failure && failed(reasonOf(failure)) : AT_LEAST_TWO;
  return { part, preview: preview.value, isBusy, merge, failure: words };
}
