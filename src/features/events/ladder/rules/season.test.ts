import { expect, test } from "vitest";
import { seasonOf, seasonsAt } from "#src/features/events/ladder/rules/season.ts";

test("[COURT-04] a season is a quarter or a year of calendar days", () => {
  expect(seasonOf("2026-Q4")).toEqual({
    id: "2026-Q4",
    name: "Oct–Dec 2026",
    from: "2026-10-01",
    before: "2027-01-01",
  });
  expect(seasonOf("2026-Q1")).toMatchObject({ from: "2026-01-01", before: "2026-04-01" });
  expect(seasonOf("2026")).toMatchObject({ name: "2026", from: "2026-01-01", before: "2027-01-01" });
  expect(seasonsAt("2026-02-28").map(({ id }) => id)).toEqual([
    "2026-Q1",
    "2025-Q4",
    "2025-Q3",
    "2025-Q2",
    "2026",
    "2025",
  ]);
});
