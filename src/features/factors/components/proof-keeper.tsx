import { lazy, Suspense } from "react";
import { useProofRequest } from "#src/features/identity/proof-requests.ts";

// Rarely needed, so its code loads on demand.
const ProofDialog = lazy(() =>
  import("#src/features/factors/components/proof-dialog.tsx").then((module) => ({
    default: module.ProofDialog,
  })),
);

/** Rendered once per page: opens the dialog "Confirm it's you" when a call requires reauthentication. */
export function ProofKeeper() {
  const request = useProofRequest();
  return <Suspense>{request && <ProofDialog request={request} />}</Suspense>;
}
