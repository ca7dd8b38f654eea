import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, LOOKS } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopWaits, visit } from "#tests/support/browser-site.ts";
import { holdCalls } from "#tests/support/held-calls.ts";

const PAYMENT_LINK = "https://buy.stripe.example/subscribe-now";

let bare: BrowserSite;
let site: BrowserSite;
beforeAll(async () => {
  [bare, site] = await Promise.all([
    startBrowserSite({ DEMONSTRATION_PAYMENTS: "off" }),
    startBrowserSite({ STRIPE_PAYMENT_LINK: PAYMENT_LINK }),
  ]);
});
afterAll(() => Promise.all([bare.close(), site.close()]));

for (const path of ["/subscribe", "/sub", "/subscription", "/supporter", "/subscribe/supporter"]) {
  test(`[PAY-01] ${path} shows the two plans, and Subscribe leads to the hosted payment page`, async () => {
    const { page } = await site.open();
    await visit(page, path);
    const main = page.getByRole("main");
    const supporter = main.locator("[data-plan=supporter]");
    const nonmembers = main.locator("[data-plan=nonmembers]");
    await eventually(() => main.locator("[data-plan]").count()).toBe(2);
    await eventually(() => supporter.getByRole("heading").textContent()).toBe("Supporting Members");
    await eventually(() => supporter.getByText("$20 per month", { exact: true }).count()).toBe(1);
    await eventually(() => nonmembers.getByRole("heading").textContent()).toBe("Non-members");
    await eventually(() => nonmembers.getByText("$0", { exact: true }).count()).toBe(1);
    await page.route(`${PAYMENT_LINK}**`, (route) => route.fulfill({ contentType: "text/html", body: "Card, please" }));
    await main.getByRole("link", { name: "Subscribe" }).click();
    await page.waitForURL(PAYMENT_LINK);
  });
}

test("[PAY-01] a signed-in person can subscribe once the site knows them, so that the payment is theirs", async () => {
  const { page } = await site.open({ as: await site.tokenFor([], { email: "payer@example.com" }) });
  await stopWaits(page);
  const read = await holdCalls(page, "**/api/membership", "GET");
  await visit(page, "/subscribe");
  await eventually(read.count).toBe(1);
  const way = page.getByRole("main").getByRole("link", { name: "Subscribe", includeHidden: true });
  await eventually(() => way.isVisible()).toBe(false);
  read.open();
  await eventually(() => way.isVisible()).toBe(true);
  await eventually(() => way.getAttribute("href")).toContain("client_reference_id");
});

test("[PAY-01] while no payment page is set up, the button says so and leads to the other ways to pay", async () => {
  const { page, problems } = await bare.open();
  await visit(page, "/subscribe");
  const main = page.getByRole("main");
  await eventually(() => main.getByText("Paying by card is not set up yet").count()).toBe(1);
  await main.getByRole("link", { name: "Subscribe" }).click();
  await page.getByRole("heading", { level: 1, name: "Donate or Pay" }).waitFor();
  expect(problems).toEqual([]);
});

test("[PAY-02, PAY-08] 'Show Our Annual Budget' opens eight lines that total $10,000, by keyboard and without scripts too", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await bare.open({ javaScriptEnabled });
    await page.goto("/subscribe");
    const lines = page.getByRole("main").locator("tbody tr");
    await eventually(() => lines.first().isVisible()).toBe(false);
    await page.getByText("Show Our Annual Budget", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await lines.first().waitFor();
    const shown = (await lines.allInnerTexts()).map((line) => line.split(/\s*\t\s*/));
    expect(shown.map(([what]) => what?.toLowerCase())).toEqual(
      [
        "equipment",
        "incorporation",
        "supplies",
        "web hosting",
        "beach permits",
        "advertisement",
        "meetup fees",
        "group communication",
      ].map((what) => expect.stringContaining(what) as string),
    );
    const amounts = shown.map(([, amount]) => Number(amount?.replace(/[$,]/g, "")));
    expect(amounts).toEqual([3000, 2000, 1000, 1000, 1000, 1000, 300, 700]);
    expect(amounts.reduce((sum, amount) => sum + amount)).toBe(10_000);
    await eventually(() => page.getByRole("main").locator("tfoot").innerText()).toMatch(/Total\s+\$10,000/);
  }
});

test.each(LOOKS)(
  "[PAY-01, PAY-02, NAV-06] the page fits and keeps nobody out, the budget open: $viewport.width px, $colorScheme",
  async (look) => {
    const { page } = await site.open(look);
    await visit(page, "/subscribe");
    await page.getByText("Show Our Annual Budget", { exact: true }).click();
    await expectAccessible(page);
    await expectNoSideways(page);
  },
);
