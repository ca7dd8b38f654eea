import type { SignedIn } from "#src/policy/viewer.ts";
import { fail, type Result } from "#src/shared/result.ts";

/** How long a proof counts as fresh. */
const FRESH_MS = 10 * 60_000;

/** The error that opens the browser's dialog "Confirm it's you". */
export const PROOF_REQUIRED = "Please confirm it's you first.";

declare const fresh: unique symbol;
/** A caller who proved their identity within the last ten minutes. Only {@link requireFreshProof} makes one. */
export type Proved<A extends SignedIn = SignedIn> = A & { readonly [fresh]: "fresh" };

/**
 * Narrows an admitted caller to one with a fresh proof. Guards exports, imports, deletions, merges, other people's
 * emails, the undo of these, money, roles, keys and second factors against an unattended device.
 */
export function requireFreshProof<A extends SignedIn>(admitted: Result<A>, now: Date): Result<Proved<A>> {
  if (!admitted.ok) return admitted;
  const { session } = admitted.value;
  const isFresh = session !== null && now.getTime() - session.provedAt.getTime() < FRESH_MS;
  return isFresh ? { ok: true, value: admitted.value as Proved<A> } : fail("proof_required", PROOF_REQUIRED);
}
