import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { NOW } from "#tests/support/town.ts";

const BUY_BUTTON_SCRIPT = "https://js.stripe.com/v3/buy-button.js";
const ANY_OFFER = "iframe, stripe-buy-button, [href*='venmo'], [href*='cash.app'], form";

/** A payment service of another origin that shows what it was told. */
async function startPaymentService(): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Payment</title><h1>Scan this</h1>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

let service: Awaited<ReturnType<typeof startPaymentService>>;
let bare: BrowserSite;
let site: BrowserSite;
beforeAll(async () => {
  service = await startPaymentService();
  [bare, site] = await Promise.all([
    startBrowserSite({ DEMONSTRATION_PAYMENTS: "off" }),
    startBrowserSite({
      PROMPT_CASH_URL: `${service.url}/`,
      PROMPT_CASH_TOKEN: "608-abc",
      VENMO_HANDLE: "@jaxbeach",
      CASHTAG: "$jaxbeach",
      STRIPE_PUBLISHABLE_KEY: "pk_test_123",
      STRIPE_TEST_BUTTON: "buy_btn_test",
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([bare.close(), site.close()]);
  service.server.close();
});

const trail = (page: Page) => page.getByLabel("Breadcrumb").getByRole("listitem").allTextContents();

test("[PAY-03] /pay stands under Events, and leads to Bitcoin Cash and the two payment apps", async () => {
  const { page } = await site.open();
  await visit(page, "/pay");
  expect(await trail(page)).toEqual(["Home", "Events", "Donate or Pay"]);
  const main = page.getByRole("main");
  for (const [name, href] of [
    ["Bitcoin Cash", "/paybch"],
    ["Venmo", "https://venmo.com/u/jaxbeach"],
    ["Cash App", "https://cash.app/$jaxbeach"],
  ] as const)
    await eventually(() => main.getByRole("link", { name: new RegExp(`^${name}`) }).getAttribute("href")).toBe(href);
  await main.getByRole("link", { name: /^Bitcoin Cash/ }).click();
  await page.getByRole("heading", { level: 1, name: "Pay with Bitcoin Cash" }).waitFor();
});

test("[PAY-03, PAY-04, PAY-05, PAY-06] what is not set up is not offered, and said calmly", async () => {
  const { page, problems } = await bare.open();
  const main = page.getByRole("main");
  for (const [path, words] of [
    ["/pay", "Ask at an event which payment apps the host takes."],
    ["/paybch", "doesn’t take Bitcoin Cash at the moment"],
    ["/bchMembership", "doesn’t take Bitcoin Cash at the moment"],
    ["/3", "doesn’t take cards at the moment"],
  ] as const) {
    await visit(page, path);
    await eventually(() => main.getByText(words).count(), path).toBe(1);
    await eventually(() => page.locator(ANY_OFFER).count()).toBe(0);
  }
  expect(problems).toEqual([]);
});

/** The payment is named by its millisecond, by the site's clock, which began at NOW. */
function expectMoment(txId: string | undefined): void {
  expect(Number(txId)).toBeGreaterThanOrEqual(Date.parse(NOW));
  expect(Number(txId)).toBeLessThan(Date.parse(NOW) + 3_600_000);
}

async function goToPayment(page: Page): Promise<void> {
  await visit(page, "/paybch");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill("ana@example.com");
  await main.getByLabel("Chat username").fill("ana-ruiz-7");
  await main.getByRole("button", { name: "Continue" }).click();
  await main.getByText("Step 2 of 2: pay $15").waitFor();
}

test("[PAY-04] first who pays: both answers are required, and the address must be one", async () => {
  const { page } = await site.open();
  await visit(page, "/paybch");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Continue" }).click();
  await eventually(() => main.getByRole("alert").allTextContents()).toEqual(["Required", "Required"]);
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("email");
  await main.getByLabel("Email").fill("ana@");
  await main.getByLabel("Chat username").fill("ana");
  await main.getByRole("button", { name: "Continue" }).click();
  await eventually(() => main.getByRole("alert").allTextContents()).toEqual(["Invalid email address"]);
  await eventually(() => page.locator("iframe").count()).toBe(0);
});

test("[PAY-04] then the frame of the payment service, told token, payment, amount and what it is for", async () => {
  const { page, problems } = await site.open();
  await goToPayment(page);
  await eventually(() => page.getByRole("main").locator("ol:not(nav ol) > li").count()).toBe(3);
  const src = new URL((await page.locator("iframe").getAttribute("src")) ?? "");
  expect(src.origin + src.pathname).toBe(`${service.url}/pay-frame`);
  const { tx_id: txId, ...told } = Object.fromEntries(src.searchParams);
  expect(told).toEqual({ token: "608-abc", amount: "15", currency: "USD", desc: "ana@example.com anaruiz7" });
  expectMoment(txId);
  // The policy lets it in.
  await page.frameLocator("iframe").getByRole("heading", { name: "Scan this" }).waitFor();
  expect(problems).toEqual([`loads from elsewhere: ${src}`]);
});

test("[PAY-04] Refresh Checkout takes the frame out and puts it in again after half a second, for the same payment", async () => {
  const { page } = await site.open();
  await page.clock.install();
  await goToPayment(page);
  const frame = page.locator("iframe");
  const src = await frame.getAttribute("src");
  const first = await frame.elementHandle();
  const heightBefore = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.getByRole("button", { name: "Refresh Checkout" }).click();
  await eventually(() => frame.count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(heightBefore);
  await page.clock.runFor(499);
  await eventually(() => frame.count()).toBe(0);
  await page.clock.runFor(1);
  await eventually(() => frame.count()).toBe(1);
  await eventually(() => frame.getAttribute("src")).toBe(src);
  expect(await first?.evaluate((element) => element.isConnected)).toBe(false);
});

test("[PAY-04] a frame that stays empty: one reads so after ten seconds, and the same payment has a page of its own", async () => {
  const { page } = await site.open();
  await page.clock.install();
  // A service that takes the call and never answers.
  await page.route(`${service.url}/pay-frame**`, () => {});
  await goToPayment(page);
  const room = page.getByRole("main").getByRole("status");
  await room.getByText("Asking the payment service…").waitFor();
  await page.clock.fastForward(10_000);
  await room.getByText("The payment service has not answered yet. Nothing was paid.").waitFor();
  const way = page.getByRole("link", { name: "Open this payment on a page of its own" });
  const [own, framed] = [
    new URL((await way.getAttribute("href")) ?? ""),
    new URL((await page.locator("iframe").getAttribute("src")) ?? ""),
  ];
  expect(own.origin + own.pathname).toBe(`${service.url}/pay`);
  expect(own.searchParams.get("tx_id")).toBe(framed.searchParams.get("tx_id"));
  await stopTransitions(page);
  await expectAccessible(page);
});

test("[PAY-04] every page's policy lets in the frame of the configured service and no other", async () => {
  const policyOf = async (of: BrowserSite, path: string) =>
    (await fetch(of.url + path)).headers.get("content-security-policy")?.split("; ") ?? [];
  for (const path of ["/", "/paybch"]) {
    const policy = await policyOf(site, path);
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain(`frame-src ${service.url} https://js.stripe.com https://buy.stripe.com`);
    expect((await policyOf(bare, path)).filter((rule) => /^frame-src|http/.test(rule))).toEqual([]);
  }
  const { page } = await site.open();
  await visit(page, "/paybch");
  const blocked = page.waitForEvent("console", (message) => message.text().includes("frame-src"));
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.src = "https://elsewhere.example/";
    document.body.append(frame);
  });
  await blocked;
});

for (const path of ["/bchMembership", "/bchmembership"]) {
  test(`[PAY-05] ${path} hands over to the payment service: $15, named at the moment of paying`, async () => {
    const { page } = await site.open();
    await visit(page, path);
    expect(await trail(page)).toEqual(["Home", "Subscribe", "Bitcoin Cash"]);
    await page.getByRole("main").getByRole("button", { name: "Pay $15 in Bitcoin Cash" }).click();
    await page.waitForURL(`${service.url}/pay?**`);
    const { tx_id: txId, ...told } = Object.fromEntries(new URL(page.url()).searchParams);
    expect(told).toEqual({ token: "608-abc", amount: "15", currency: "USD", desc: "Membership of Jax Beach" });
    expectMoment(txId);
  });
}

for (const [path, missing] of [
  ["/1", "You must enter an amount owed."],
  ["/2", "Required"],
] as const) {
  test(`[PAY-06, PAY-08] ${path}: Pay opens with an amount above nothing; tips and totals are exact to the cent`, async () => {
    const { page, problems } = await site.open();
    await visit(page, path);
    const main = page.getByRole("main");
    const pay = main.getByRole("button", { name: "Pay" });
    const total = () => main.getByRole("status").first().textContent();
    const owed = main.getByLabel("Amount owed");
    const tip = main.getByLabel("Tip in dollars");
    expect(
      await main.getByRole("radio").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(["0", "15", "18", "20", "25"]);
    for (const nothing of ["", "0", "-5", "abc", "1e309", "0.001"]) {
      await owed.fill(nothing);
      await eventually(() => pay.isDisabled(), nothing).toBe(true);
      await eventually(() => main.getByText(missing, { exact: true }).count(), nothing).toBe(1);
    }
    await owed.fill("33.33");
    await main.getByText(missing, { exact: true }).waitFor({ state: "detached" });
    await eventually(() => pay.isEnabled()).toBe(true);
    expect([await tip.inputValue(), await total()]).toEqual(["0.00", "$33.33"]);
    for (const [percent, tipped, sum] of [
      ["15%", "5.00", "$38.33"],
      ["18%", "6.00", "$39.33"],
      ["20%", "6.67", "$40.00"],
      ["25%", "8.33", "$41.66"],
    ] as const) {
      await main.getByRole("radio", { name: percent }).check();
      expect([await tip.inputValue(), await total()], percent).toEqual([tipped, sum]);
    }
    await tip.fill("-1");
    await eventually(() => pay.isDisabled()).toBe(true);
    await main.getByText("A tip is an amount of money, or nothing. It is never negative.").waitFor();
    await tip.fill("0.1");
    await owed.fill("0.2");
    expect(await total()).toBe("$0.30");
    await pay.click();
    await main.getByText("$0.30 would be paid now").waitFor();
    await main.getByText("This is a test page: no money has moved.").waitFor();
    expect(problems).toEqual([]);
  });
}

/** The provider's script, as far as we need it: the button says what it was told when it came into the page. */
const BUY_BUTTON_BODY = `customElements.define("stripe-buy-button", class extends HTMLElement {
  connectedCallback() {
    const told = ["buy-button-id", "publishable-key", "client-reference-id", "customer-email"];
    this.textContent = told.map((name) => this.getAttribute(name)).filter(Boolean).join(" ");
  }
});`;

const playProvider = (page: Page) =>
  page.route(BUY_BUTTON_SCRIPT, (route) => route.fulfill({ contentType: "text/javascript", body: BUY_BUTTON_BODY }));

test("[PAY-06, PAY-07] /3 is the card provider's button and nothing else; it is told who is signed in", async () => {
  const { token, userId, email } = await site.signedIn({ email: "buyer@example.com" });
  for (const [as, told] of [
    [undefined, "buy_btn_test pk_test_123"],
    [token, `buy_btn_test pk_test_123 ${userId} ${email}`],
  ] as const) {
    const { page } = await site.open(as === undefined ? {} : { as });
    await playProvider(page);
    await visit(page, "/3");
    const main = page.getByRole("main");
    await main.getByText(told, { exact: true }).waitFor();
    await eventually(() => main.locator("a, button, input").count()).toBe(0);
  }
});

test("[PAY-06] a card provider that is kept out, or never answers: a sentence, another try and the other ways to pay", async () => {
  for (const isRefused of [true, false]) {
    const { page } = await site.open();
    await page.clock.install();
    await page.route(BUY_BUTTON_SCRIPT, (route) => (isRefused ? route.abort() : undefined));
    await page.goto("/3", { waitUntil: "commit" });
    await page.getByRole("group", { name: "Color scheme" }).waitFor();
    if (!isRefused) await page.clock.fastForward(8000);
    const main = page.getByRole("main");
    await main.getByText("The card button did not load").waitFor();
    await eventually(() => main.getByRole("link", { name: "Other ways to pay" }).getAttribute("href")).toBe("/pay");
    await playProvider(page);
    if (isRefused) await expectAccessible(page);
    await main.getByRole("button", { name: "Try again" }).click();
    await main.getByText("buy_btn_test pk_test_123", { exact: true }).waitFor();
  }
});

test.each([PHONE, DESK])("[PAY-04, PAY-06, NAV-06] the steps fit and keep nobody out, at %o", async (viewport) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await site.open({ viewport, colorScheme });
    await visit(page, "/paybch");
    await page.getByRole("button", { name: "Continue" }).click();
    await expectAccessible(page);
    await expectNoSideways(page);
    await goToPayment(page);
    await expectAccessible(page);
    await expectNoSideways(page);
    await visit(page, "/2");
    await page.getByLabel("Amount owed").fill("x");
    await page.getByLabel("Tip in dollars").fill("-1");
    await expectAccessible(page);
    await expectNoSideways(page);
  }
});
