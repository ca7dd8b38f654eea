import { expect, test } from "vitest";
import { BUDGET, readBudget, wrongBudgetLine } from "#src/shared/budget.ts";
import { messageOf, WELCOME_TEXT } from "#src/shared/message-texts.ts";

test("[PAY-02] a new site's budget has eight lines that total $10,000", () => {
  const cents = readBudget(BUDGET).map((line) => line.cents);
  expect(cents).toEqual([300_000, 200_000, 100_000, 100_000, 100_000, 100_000, 30_000, 70_000]);
  expect(cents.reduce((sum, each) => sum + each)).toBe(1_000_000);
});

test("[DESK-02] a line of a budget begins with its amount", () => {
  expect(readBudget("$1,000 Web\n\n  12.5 Ice, first aid \n$100,000 Boats")).toEqual([
    { what: "Web", cents: 100_000 },
    { what: "Ice, first aid", cents: 1250 },
    { what: "Boats", cents: 10_000_000 },
  ]);
  const wrong = ["Web $10", "$10", "$1,00 Ice", "$10,00 Ice", "-5 Ice", "$10 "];
  expect(readBudget(wrong.join("\n"))).toEqual([]);
  expect(wrong.map((line) => wrongBudgetLine(`$5 Nets\n${line}`))).toEqual(wrong.map((line) => line.trim()));
  expect(wrongBudgetLine(BUDGET)).toBeUndefined();
});

test("[DESK-02, ADMIN-04] a message greets by first name, or by none, and takes what is filled in as it is", () => {
  const facts = { nickname: "Ana Maria", groupName: "Dunes {name} $&", publicUrl: "https://dunes.example" };
  expect(messageOf("Hi {name}, {group}: {site}/events", facts)).toBe(
    "Hi Ana, Dunes {name} $&: https://dunes.example/events",
  );
  expect(messageOf(WELCOME_TEXT, { ...facts, nickname: "🏐" })).toMatch(/^Hi, welcome to Dunes/);
});
