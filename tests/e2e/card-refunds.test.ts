import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, LOOKS, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  await checkOut("pat@example.com");
});
afterAll(() => site.close());

/** A first month of $20 at the demonstration. */
async function checkOut(email: string): Promise<void> {
  const answer = await fetch(`${site.url}/api/demonstration/checkout`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ attempt: crypto.randomUUID(), outcome: "paid", email }),
  });
  expect(answer.status).toBe(200);
}

test("[DESK-06] a treasurer refunds a part of a card payment on a phone, by keyboard, and sees it in the books", async () => {
  await site.sql(
    "update payments set user_id = (select user_id from users limit 1), matched_by = 'email' where payer_email = 'pat@example.com'",
  );
  const { page, problems } = await openApp(site, "payments", { viewport: PHONE });
  const entry = page.getByRole("listitem").filter({ hasText: "$20.00 Card" });
  await entry.getByRole("button", { name: "Refund" }).focus();
  await page.keyboard.press("Enter");
  const amount = entry.getByLabel("Refund, in dollars");
  await eventually(() => amount.inputValue()).toBe("20.00");
  await entry.getByText("Nothing was refunded so far. $20.00 at most.").waitFor();
  await entry.getByText("a refund does not stop the subscription").waitFor();
  // What is wrong is said, and nothing typed is lost.
  await amount.fill("5.50");
  await page.keyboard.press("Enter");
  await entry.getByText("Please say why, for the books.").waitFor();
  await eventually(() => amount.inputValue()).toBe("5.50");
  await expectAccessible(page);
  await expectNoSideways(page);
  await entry.getByLabel("Why").fill("Rained off");
  await page.keyboard.press("Enter");
  await page.getByText("The demonstration refunds it.").waitFor();
  await entry.getByText("$5.50 of it was given back").waitFor();
  await page.getByText("-$5.50").first().waitFor();
  await entry.getByRole("button", { name: "Refund" }).click();
  await entry.getByText("$5.50 was refunded so far. $14.50 at most.").waitFor();
  await amount.fill("15");
  await entry.getByLabel("Why").fill("More");
  await entry.getByRole("button", { name: "Refund to the card" }).click();
  await entry.getByText("You can’t give back more than was paid.").waitFor();
  expect(
    await site.sql("select sum(amount_cents)::int as cents from payments where payer_email = 'pat@example.com'"),
  ).toEqual([{ cents: 1450 }]);
  expect(problems).toEqual([]);
});

test.each(LOOKS)("[DESK-06] the form fits and keeps nobody out: $viewport.width px, $colorScheme", async (look) => {
  const { page } = await openApp(site, "payments", look);
  const entry = page.getByRole("listitem").filter({ hasText: "$20.00 Card" });
  await entry.getByRole("button", { name: "Refund" }).click();
  await entry.getByLabel("Why").waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
});
