import type { Db, Transaction } from "#src/db/connect.server.ts";
import { secondFactorMethods } from "#src/features/factors/queries.server.ts";
import type { Proof, SecondFactor } from "#src/shared/security.ts";

/** The second factors required before tokens are issued; none if the first factor suffices. */
export async function listSecondFactors(
  db: Db | Transaction,
  { sub, provedWith }: { readonly sub: string; readonly provedWith: readonly Proof[] },
): Promise<readonly SecondFactor[]> {
  // A passkey is two factors in one: the device, and the finger, face or PIN that unlocks it.
  return provedWith.includes("passkey") ? [] : secondFactorMethods(db, sub);
}
