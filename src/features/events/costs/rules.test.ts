import { expect, test } from "vitest";
import { sharesOf, splitEvenly } from "#src/features/events/costs/rules.ts";

const parties = (...heads: number[]) => heads.map((count, at) => ({ key: `p${at}`, heads: count }));
const sum = (shares: Map<string, number>) => [...shares.values()].reduce((total, cents) => total + cents, 0);

test("[DESK-06] shares add up to the cent, and differ by at most a cent per head", () => {
  expect([...splitEvenly(10_000, parties(1, 1, 1)).values()]).toEqual([3334, 3333, 3333]);
  expect([...splitEvenly(1001, parties(3, 1)).values()]).toEqual([751, 250]);
  expect([...splitEvenly(2, parties(1, 1, 1)).values()]).toEqual([1, 1, 0]);
  for (let cents = 1; cents < 400; cents += 7)
    for (const heads of [[1], [2, 3], [1, 4, 1, 2], [5, 1, 1, 1, 1, 1, 1]]) {
      const list = parties(...heads);
      const shares = splitEvenly(cents, list);
      const count = heads.reduce((total, each) => total + each, 0);
      expect(sum(shares)).toBe(cents);
      for (const { key, heads: own } of list)
        expect(Math.abs((shares.get(key) ?? 0) - (cents * own) / count)).toBeLessThan(own + 1);
    }
});

test("[DESK-06] a price per head counts guests; settled shares reduce a total", () => {
  expect([...(sharesOf({ kind: "each", amountCents: 500 }, parties(1, 3), 999) ?? [])]).toEqual([
    ["p0", 500],
    ["p1", 1500],
  ]);
  expect([...(sharesOf({ kind: "total", amountCents: 1000 }, parties(1, 1), 400)?.values() ?? [])]).toEqual([300, 300]);
  expect(sharesOf({ kind: "total", amountCents: 1000 }, parties(1, 1), 1001)).toBeNull();
  expect(sharesOf({ kind: "total", amountCents: 1000 }, [], 400)).toEqual(new Map());
});
