import { useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import type { PendingPerson } from "#src/features/requests/components/pending-types.ts";
import type { DeskTools } from "#src/features/requests/components/use-desk.ts";
import { failedToApprove, failedToDecline, SELECT_USERS_TO_APPROVE } from "#src/features/requests/messages.ts";
import type { Approval, Decided } from "#src/features/requests/schema/requests.ts";
import type { MemberAnswer } from "#src/features/identity/member-fetch.ts";

const BASE = "/api/pending-join-requests";

/** The outcome of the last action. */
export type Said = {
  readonly kind: "done" | "error";
  readonly words: string;
  /** The audit log entries for an undo. */
  readonly auditIds?: readonly string[];
};

/** The approvals that the current choices make, in list order. */
export function approvalsOf(people: readonly PendingPerson[], chosen: Readonly<Record<string, string>>): Approval[] {
  return people.flatMap(({ requestId, groupmeData }) => {
    const chosenUserId = chosen[requestId];
    if (chosenUserId === undefined) return [];
    return [{ groupmeId: groupmeData.id, groupmeUserId: groupmeData.user_id, chosenUserId }];
  });
}

type Options = { people: readonly PendingPerson[]; desk: DeskTools; reload: () => void };

/** Decides requests, one action at a time, and reports the result. */
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
    // Also after a refusal: someone else may have decided. The other choices stay.
    if (answer.ok || answer.status === 409 || answer.status === 404) reload();
    return answer.ok;
  }

  async function submit(): Promise<void> {
    const approvals = approvalsOf(people, desk.desk.chosen);
    if (approvals.length === 0) return setSaid({ kind: "error", words: SELECT_USERS_TO_APPROVE });
    const isDone = await run(() => consoleFetch(BASE, { method: "POST", body: { approvals } }), failedToApprove);
    if (!isDone) return;
    const approved = new Set(approvals.map(({ groupmeId }) => groupmeId));
    const sent = people.filter(({ groupmeData }) => approved.has(groupmeData.id));
    desk.welcome(sent);
    desk.clearChosen(new Set(sent.map(({ requestId }) => requestId)));
  }

  /** Approves one person with a new record, or declines the request. */
  async function decide(person: PendingPerson, decision: "create" | "decline"): Promise<void> {
    const { requestId } = person;
    const isCreate = decision === "create";
    const path = `${BASE}/pending-requests/${encodeURIComponent(requestId)}/${isCreate ? "approve" : "decline"}`;
    const body = isCreate ? { create: true } : {};
    const isDone = await run(
      () => consoleFetch<Decided>(path, { method: "POST", body }),
      isCreate ? failedToApprove : failedToDecline,
    );
    if (isDone && isCreate) desk.welcome([person]);
  }

  return { said, say: setSaid, isBusy, submit, decide };
}
