import { expect, test } from "vitest";
import { describePayer, payerFaults, presetTip, sumUp, TIP_PERCENTS } from "./rules.ts";

test("[PAY-04] both fields are required, the email must be valid, and dashes are removed from the username", () => {
  expect(payerFaults({ email: " ", username: "" })).toEqual({ email: "Required", username: "Required" });
  expect(payerFaults({ email: "ana@", username: "ana" })).toEqual({ email: "Invalid email address" });
  expect(payerFaults({ email: "ana@example.com", username: "ana-ruiz" })).toEqual({});
  expect(describePayer({ email: " ana@example.com", username: "ana-ruiz-7 " })).toBe("ana@example.com anaruiz7");
});

test("[PAY-06, PAY-08] amount and tip are summed in cents; a zero amount or a negative tip has no total", () => {
  const missing = "You must enter an amount owed.";
  expect(sumUp("0.10", "0.20", missing)).toMatchObject({ totalCents: 30, faults: {} });
  expect(sumUp("33.33", presetTip("33.33", 18), missing).totalCents).toBe(3933);
  expect(sumUp("12", "", missing).totalCents).toBe(1200);
  for (const owed of [
    "",
    "0",
    "0.00",
    "-5",
    "-1",
    "abc",
    "1e309",
    "1e3",
    "0.001",
    "1,00",
    "20,00",
    "Infinity",
    "NaN",
    "0x10",
  ])
    expect(sumUp(owed, "1", missing)).toMatchObject({ totalCents: null, faults: { owed: missing } });
  expect(sumUp("1,000", "0.50", missing).totalCents).toBe(100_050);
  for (const tip of ["1e309", "0.001", "-0.01", "0,50"])
    expect(sumUp("10", tip, missing)).toMatchObject({ totalCents: null, faults: { owed: undefined } });
  expect(sumUp("10", "-1", missing)).toMatchObject({
    totalCents: null,
    faults: { owed: undefined, tip: "A tip is an amount of money, or nothing. It is never negative." },
  });
});

test("[PAY-06] the presets", () => {
  expect(TIP_PERCENTS.map((percent) => presetTip("40", percent))).toEqual(["0.00", "6.00", "7.20", "8.00", "10.00"]);
  expect(presetTip("", 20)).toBe("0.00");
});
