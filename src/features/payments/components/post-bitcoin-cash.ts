import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";
import type { BegunPayment, NewBitcoinCashPayment } from "#src/features/payments/schema.ts";

/** Begins a payment; a signed-in caller is recorded as the payer. Never rejects. */
export function postBitcoinCash(body: NewBitcoinCashPayment): Promise<MemberAnswer<BegunPayment>> {
  return memberFetch<BegunPayment>("/api/payments/bitcoin-cash", { method: "POST", body });
}
