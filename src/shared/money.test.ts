import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalOf, dollars, exactDollars, parseCents, percentOf, signedDecimalOf, signedDollars } from "./money.ts";

test("[PAY-08] input is parsed to whole cents, or null", () => {
  const typed = ["12", "12.5", " $12.50 ", "0.1", "1,000", "$1,000.50", "12.", "999999.99", "999,999.99"];
  expect(typed.map(parseCents)).toEqual([1200, 1250, 1250, 10, 100_000, 100_050, 1200, 99_999_999, 99_999_999]);
  for (const no of [
    "",
    "-1",
    "1.234",
    "1,00",
    "10,00",
    "1000,000",
    "0,500",
    "1,000,000",
    "1e3",
    "abc",
    ".5",
    "1000000",
    "NaN",
  ])
    expect(parseCents(no)).toBeNull();
});

test("[PAY-08] cents are shown as dollars", () => {
  expect([0, 2000, 100_000, 1_000_000, 1250, 5].map(dollars)).toEqual([
    "$0",
    "$20",
    "$1,000",
    "$10,000",
    "$12.50",
    "$0.05",
  ]);
  expect([0, 2000, 123_456_05].map(exactDollars)).toEqual(["$0.00", "$20.00", "$123,456.05"]);
  expect([0, 1500, 123_456_05].map(decimalOf)).toEqual(["0.00", "15.00", "123456.05"]);
});

test("[PAY-08] every amount round-trips through its display", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      (cents) => parseCents(decimalOf(cents)) === cents && parseCents(dollars(cents)) === cents,
    ),
  );
});

test("[PAY-06, PAY-08] a percentage is rounded to whole cents, half a cent up", () => {
  expect(percentOf(3333, 18)).toBe(600);
  expect(percentOf(10, 15)).toBe(2);
  expect(percentOf(1, 25)).toBe(0);
  expect(percentOf(0, 25)).toBe(0);

  expect(percentOf(10_070, 15)).toBe(1511);
});

test("[PAY-07] refunds show a minus sign", () => {
  expect([2000, 0, -2000, -5].map(signedDollars)).toEqual(["$20.00", "$0.00", "-$20.00", "-$0.05"]);
  expect([2000, 0, -2050, -5].map(signedDecimalOf)).toEqual(["20.00", "0.00", "-20.50", "-0.05"]);
});
