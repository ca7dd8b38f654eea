import { lazy, Suspense } from "react";
import { useProofRequest } from "#src/features/identity/proof-requests.ts";

// Few visits ever need it, so its code is fetched when it is asked for.
const ProofDialog = lazy(() =>
  import("#src/features/factors/components/proof-dialog.tsx").then((module) => ({
    default: module.ProofDialog,
  })),
);

/** Stands once in every page: opens the dialog "Confirm it's you" when a call needs a fresh proof. */
export function ProofKeeper() {
  const request = useProofRequest();
  return <Suspense>{request && <ProofDialog request={request} />}</Suspense>;
}
