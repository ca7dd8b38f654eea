import { useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { PendingPerson } from "#src/features/requests/components/pending-types.ts";
import type { DeskTools } from "#src/features/requests/components/use-desk.ts";
import { failedToApprove, failedToDecline, SELECT_USERS_TO_APPROVE } from "#src/features/requests/messages.ts";
import type { Approval, Decided } from "#src/features/requests/schema/requests.ts";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";

const BASE = "/api/pending-join-requests";

/** What became of what was done last. */
export type Said = { readonly kind: "done" | "error"; readonly words: string };

/** The approvals that a desk's choices make, in the order of the list. */
export function approvalsOf(people: readonly PendingPerson[], chosen: Readonly<Record<string, string>>): Approval[] {
  return people.flatMap(({ requestId, groupmeData }) => {
    const chosenUserId = chosen[requestId];
    if (chosenUserId === undefined) return [];
    return [{ groupmeId: groupmeData.id, groupmeUserId: groupmeData.user_id, chosenUserId }];
  });
}

type Options = { people: readonly PendingPerson[]; desk: DeskTools; reload: () => void };

/** Answers requests, one thing at a time, and says what came of it. */
export function useDecisions({ people, desk, reload }: Options) {
  const [said, setSaid] = useState<Said | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);

  async function run(
    send: () => Promise<MemberAnswer<{ message: string }>>,
    failed: (message: string) => string,
  ): Promise<boolean> {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setIsBusy(true);
    setSaid(null);
    const answer = await send();
    isUnderWay.current = false;
    setIsBusy(false);
    setSaid(
      answer.ok ? { kind: "done", words: answer.value.message } : { kind: "error", words: failed(answer.message) },
    );
    if (answer.ok) reload();
    return answer.ok;
  }

  async function submit(): Promise<void> {
    const approvals = approvalsOf(people, desk.desk.chosen);
    if (approvals.length === 0) return setSaid({ kind: "error", words: SELECT_USERS_TO_APPROVE });
    const isDone = await run(() => consoleFetch(BASE, { method: "POST", body: { approvals } }), failedToApprove);
    if (isDone) desk.clearChosen();
  }

  /** Answers one request: with a new record, or not at all. */
  function decide(requestId: string, decision: "create" | "decline"): Promise<boolean> {
    const isCreate = decision === "create";
    const path = `${BASE}/pending-requests/${encodeURIComponent(requestId)}/${isCreate ? "approve" : "decline"}`;
    const body = isCreate ? { create: true } : {};
    return run(
      () => consoleFetch<Decided>(path, { method: "POST", body }),
      isCreate ? failedToApprove : failedToDecline,
    );
  }

  return { said, say: setSaid, isBusy, submit, decide };
}
