import { useEffect, useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { type MergeWork, mergeRequestOf, recordsOfMerge } from "#src/features/people/components/merge/merge-work.ts";
import { AT_LEAST_TWO, errorApproving, errorUpdatingBase } from "#src/features/people/messages.ts";
import type { Merged, MergePreview, MergeRequest } from "#src/features/people/schema/merge.ts";
import type { User } from "#src/features/people/schema/users.ts";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";

const MERGE = "/api/users/merge";

/** Which part of the merge was refused, and why. It is one transaction: nothing else was done either. */
function reasonOf({ status, reason, message }: MemberFailure): string {
  if (reason === "request_not_open") return `${errorApproving(status)}. ${message}`;
  if (reason === "person_gone" || status === 422) return `${errorUpdatingBase(status)}. ${message}`;
  return message;
}

type Options = {
  records: readonly User[];
  work: MergeWork;
  approval: MergeRequest["approval"];
  /** The sentence around what went wrong. */
  failed: (reason: string) => string;
  onMerged: (merged: Merged) => void;
};

/** What the merge would make of the records, and the merge itself. */
export function useMerge({ records, work, approval, failed, onMerged }: Options) {
  const part = recordsOfMerge(records, work);
  const isEnough = part.length > 1;
  const request = JSON.stringify({ ...mergeRequestOf(part, work), approval });
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);
  const wording = useRef(failed);
  useEffect(() => {
    wording.current = failed;
  });

  useEffect(() => {
    if (!isEnough) return;
    const { signal, abort } = abortable();
    const body: unknown = JSON.parse(request);
    void consoleFetch<MergePreview>(`${MERGE}/preview`, { method: "POST", body, signal, isQuestion: true }).then(
      (answer) => {
        if (signal.aborted) return;
        setFailure(answer.ok ? null : wording.current(reasonOf(answer)));
        if (answer.ok) setPreview(answer.value);
      },
    );
    return abort;
  }, [request, isEnough]);

  async function merge(): Promise<void> {
    if (isUnderWay.current || !isEnough) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(null);
    const body: unknown = JSON.parse(request);
    const answer = await consoleFetch<Merged>(MERGE, { method: "POST", body });
    isUnderWay.current = false;
    setIsBusy(false);
    if (answer.ok) onMerged(answer.value);
    else setFailure(failed(reasonOf(answer)));
  }

  return { part, preview, isBusy, merge, failure: isEnough ? failure : AT_LEAST_TWO };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
