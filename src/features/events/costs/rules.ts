import type { CostKind } from "#src/shared/states.ts";

/** A person and their guests, who pay one share. */
export type Party = { readonly key: string; readonly heads: number };

/**
 * Splits whole cents over heads so that the shares add up exactly: leftover cents go to the first heads, one each.
 */
export function splitEvenly(cents: number, parties: readonly Party[]): Map<string, number> {
  const heads = parties.reduce((sum, party) => sum + party.heads, 0);
  const each = heads === 0 ? 0 : Math.floor(cents / heads);
  let left = heads === 0 ? 0 : cents % heads;
  const shares = new Map<string, number>();
  for (const { key, heads: own } of parties) {
    const more = Math.min(own, left);
    left -= more;
    shares.set(key, own * each + more);
  }
  return shares;
}

type Cost = { readonly kind: CostKind; readonly amountCents: number };

/**
 * What each party owes. `settled` is the sum of paid and waived shares, which is deducted from a total. Null if it
 * exceeds the total.
 */
export function sharesOf(cost: Cost, parties: readonly Party[], settled: number): Map<string, number> | null {
  if (cost.kind === "each") return new Map(parties.map(({ key, heads }) => [key, heads * cost.amountCents]));
  return settled > cost.amountCents ? null : splitEvenly(cost.amountCents - settled, parties);
}
