import { useRef, useState } from "react";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { failedToDecideProposal, failedToLoadProposals } from "#src/features/requests/messages/proposals.ts";
import type { Proposal, ProposalDecided, Proposals } from "#src/features/requests/schema/proposals.ts";
import type { JoinFormField } from "#src/shared/proposals.ts";

const PATH = "/api/admin/proposals";

export type Deed = { readonly words: string; readonly auditIds: readonly string[] };

const SOURCE: PagedSource<Proposals, Proposal> = {
  cursor: "after",
  read: ({ proposals, next }) => ({ items: proposals, next }),
};

/** Join forms that may be about a known person, and the last decision. */
export function useProposals() {
  const { items, next, failure, reload, more } = usePagedList(PATH, SOURCE);
  const [deed, setDeed] = useState<Deed | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const isUnderWay = useRef(false);

  async function decide(id: string, action: "take-over" | "dismiss", body: object): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusyId(id);
    setRefusal(null);
    setDeed(null);
    const path = `${PATH}/${encodeURIComponent(id)}/${action}`;
    const answer = await consoleFetch<ProposalDecided>(path, { method: "POST", body });
    isUnderWay.current = false;
    setBusyId(null);
    if (answer.ok) setDeed({ words: answer.value.message, auditIds: [answer.value.auditId] });
    else setRefusal(failedToDecideProposal(answer.message));
    reload();
  }

  return {
    /** Null until loaded. */
    items,
    next,
    failure: failure && failedToLoadProposals(failure.message),
    refusal,
    deed,
    busyId,
    reload,
    more,
    forgetDeed: () => setDeed(null),
    takeOver: ({ id, mark }: Proposal, fields: readonly JoinFormField[]) => decide(id, "take-over", { mark, fields }),
    dismiss: ({ id }: Proposal) => decide(id, "dismiss", {}),
  };
}
export type ProposalTools = ReturnType<typeof useProposals>;
