import { expect, test } from "vitest";
import { monthsBetween, periodsOf } from "#src/features/insights/rules.ts";

test("[DESK-05] a span's weeks are consecutive and end today, also across a new year", () => {
  const weeks = periodsOf("weeks", "2027-01-05");
  expect(weeks.map(({ from, to }) => [from, to])).toEqual([
    ["2026-12-09", "2026-12-15"],
    ["2026-12-16", "2026-12-22"],
    ["2026-12-23", "2026-12-29"],
    ["2026-12-30", "2027-01-05"],
  ]);
  expect(weeks[3]).toMatchObject({ title: "Dec 30 – Jan 5", label: "Dec 30" });
  expect(periodsOf("quarter", "2026-11-23")).toHaveLength(13);
  expect(periodsOf("quarter", "2026-11-23")[0]?.from).toBe("2026-08-25");
});

test("[DESK-05] a year is twelve calendar months, and the last one ends today", () => {
  const months = periodsOf("year", "2028-02-29");
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ from: "2027-03-01", to: "2027-03-31", title: "March 2027", label: "Mar" });
  expect(months[10]).toMatchObject({ from: "2028-01-01", to: "2028-01-31" });
  expect(months[11]).toMatchObject({ from: "2028-02-01", to: "2028-02-29", title: "February 2028" });
});

test("[DESK-05] revenue covers each month that the span touches", () => {
  expect(monthsBetween("2026-12-09", "2027-01-05").map(({ month }) => month)).toEqual(["2026-12", "2027-01"]);
  expect(monthsBetween("2026-11-01", "2026-11-23").map(({ month }) => month)).toEqual(["2026-11"]);
});
