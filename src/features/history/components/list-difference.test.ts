import { expect, test } from "vitest";
import { listDifference } from "#src/features/history/components/list-difference.ts";

test.each([
  ["an entry is added", "a, x", "a, x\nb, y", [{ word: "Added", before: null, after: "b, y" }]],
  ["an entry is removed", "a, x\nb, y", "a, x", [{ word: "Removed", before: "b, y", after: null }]],
  ["an entry is changed", "a, x\nb, y", "a, z\nb, y", [{ word: null, before: "a, x", after: "a, z" }]],
  ["the order is changed", "a, x\nb, y", "b, y\na, x", [{ word: "In another order", before: null, after: null }]],
  ["one of two alike is removed", "a, x\na, x", "a, x", [{ word: "Removed", before: "a, x", after: null }]],
  [
    "one of two of the same name is changed, the other removed",
    "a, x\na, y",
    "a, z",
    [
      { word: null, before: "a, x", after: "a, z" },
      { word: "Removed", before: "a, y", after: null },
    ],
  ],
])("[ADMIN-12] the log says of a list that %s", (_, before, after, changes) => {
  expect(listDifference("places", before, after)).toEqual(changes);
});
