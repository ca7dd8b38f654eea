import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, LOOKS, stopClock } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ COUNTRY_PARTY_DATE: "2026-12-12", VENMO_HANDLE: "@jaxbeach" });
});
afterAll(() => site.close());

const signUp = (page: Page) => page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
const received = (page: Page) => page.getByRole("heading", { name: /^We received your entry\.\.\./ });

const oneLine = (text: string) => text.replace(/\s+/g, " ");

const ANSWERS = {
  "First name": "Ana",
  "Last name": "Ruiz",
  Email: "ana@example.com",
  "Phone number": "9045550142",
} as const;

async function fillIn(page: Page, answers: Readonly<Record<string, string>> = ANSWERS): Promise<void> {
  for (const [label, value] of Object.entries(answers)) await page.getByRole("main").getByLabel(label).fill(value);
}

for (const path of ["/xmas", "/usa"]) {
  test(`[FORM-06] ${path} stands under Home, knows its prices, and has male chosen`, async () => {
    const { page } = await site.open();
    await visit(page, path);
    const trail = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
    await eventually(() => trail.allTextContents()).toEqual(["Home", "Country Party"]);
    await eventually(() => trail.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
    const main = page.getByRole("main");
    const prices = await main.locator("dl > div").allInnerTexts();
    expect(prices.map(oneLine)).toEqual(["Before the day $20 today", "On the day $25"]);
    await eventually(() => main.getByRole("radio", { name: "Male", exact: true }).isChecked()).toBe(true);
    await main.getByText("December 12, 2026").waitFor();
  });
}

test("[FORM-06] all is checked together, and the first thing that is wrong is said under 'Error!'", async () => {
  const { page, problems } = await site.open();
  await visit(page, "/xmas");
  const main = page.getByRole("main");
  const alerts = main.getByRole("alert");
  const steps: readonly [fill: Record<string, string>, says: string, field: string][] = [
    [{}, "Email is required.", "email"],
    [{ Email: "ana@" }, "Please enter a valid email address.", "email"],
    [{ Email: `${"a".repeat(89)}@example.com` }, "Email: at most 100 characters.", "email"],
    [{ Email: "ana@example.com" }, "First name is required.", "firstName"],
    [{ "First name": "x".repeat(101) }, "First name: at most 100 characters.", "firstName"],
    [{ "First name": "Ana" }, "Last name is required.", "lastName"],
    [{ "Last name": "x".repeat(101) }, "Last name: at most 100 characters.", "lastName"],
    [
      { "Last name": "Ruiz", "Questions or comments": "m".repeat(1001) },
      "Message: at most 1000 characters.",
      "message",
    ],
    [{ "Questions or comments": "m".repeat(1000) }, "Phone number is required.", "phone"],
    [{ "Phone number": "12" }, "A phone number has 7 to 15 digits.", "phone"],
  ];
  for (const [fill, says, field] of steps) {
    await fillIn(page, fill);
    await signUp(page);
    await alerts.getByText(says, { exact: true }).waitFor();
    expect((await alerts.allInnerTexts()).map(oneLine)).toEqual([`Error! ${says}`]);
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(field);
    await eventually(() => main.locator("[aria-invalid]").count()).toBe(1);
  }
  await expectAccessible(page);
  expect(await site.sql("select 1 from form_submissions")).toEqual([]);
  await fillIn(page, { "Phone number": "9045550142" });
  await signUp(page);
  await received(page).waitFor();
  // A page with a way to pay the ticket's price.
  await main.getByRole("link", { name: "Pay for a ticket" }).click();
  await main.getByRole("link", { name: /^Venmo/ }).waitFor();
  const [kept] = await site.sql("select form_type, data from form_submissions where email = 'ana@example.com'");
  expect(kept).toMatchObject({
    form_type: "country-party",
    data: {
      firstName: "Ana",
      lastName: "Ruiz",
      phone: "9045550142",
      sex: "male",
      message: `RSVP for the Country Party: ${"m".repeat(1000)}`,
    },
  });
  expect(problems).toEqual([]);
});

test("[FORM-06] the server's sentence is shown under 'Error!', nothing typed is lost, and it can be sent again", async () => {
  const { page } = await site.open();
  await visit(page, "/usa");
  const main = page.getByRole("main");
  await fillIn(page, { ...ANSWERS, Email: "twice@example.com" });
  const answers = [
    { status: 503, json: { error: "unavailable", message: "The list is being moved." } },
    { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" },
  ];
  await page.route("**/api/form-submission", (route) => route.fulfill(answers.shift()), { times: 2 });
  await signUp(page);
  await main.getByText("The list is being moved.", { exact: true }).waitFor();
  await eventually(() => main.getByRole("alert").innerText()).toContain("Error!");
  await signUp(page);
  await main.getByText(/^Your entry did not reach us\./).waitFor();
  await eventually(() => main.getByLabel("Email").inputValue()).toBe("twice@example.com");
  await signUp(page);
  await received(page).waitFor();
});

test("[FORM-06] the bar fills by one percent every 50 milliseconds; after ten seconds one is asked to refresh", async () => {
  const { page } = await site.open();
  await stopClock(page);
  await visit(page, "/xmas");
  const main = page.getByRole("main");
  await fillIn(page, { ...ANSWERS, Email: "slow@example.com" });
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/form-submission", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await signUp(page);
  const bar = main.getByRole("progressbar");
  await bar.waitFor();
  const percents: (string | null)[] = [];
  for (const milliseconds of [49, 1, 50, 4850, 50]) {
    await page.clock.runFor(milliseconds);
    percents.push(await bar.getAttribute("aria-valuenow"));
  }
  expect(percents).toEqual(["0", "1", "2", "99", "100"]);
  await page.clock.runFor(4999);
  await eventually(() => main.getByText(/refresh the page/).count()).toBe(0);
  await page.clock.runFor(1);
  await main.getByText(/refresh the page/).waitFor();
  answered.resolve();
  await received(page).waitFor();
});

test("[FORM-06] on the day of the party a ticket is $25", async () => {
  const then = await startBrowserSite({
    COUNTRY_PARTY_DATE: "2026-12-12",
    NOW: "2026-12-12T23:00:00Z",
    SEED: "none",
  });
  try {
    const { page } = await then.open();
    await visit(page, "/xmas");
    const prices = await page.getByRole("main").locator("dl > div").allInnerTexts();
    expect(prices.map(oneLine)).toEqual(["Before the day $20", "On the day $25 today"]);
    // Without a payment app no page takes the ticket's price.
    await fillIn(page);
    await signUp(page);
    await received(page).waitFor();
    await page.getByText(/^Pay for your ticket at the door\./).waitFor();
    await eventually(() => page.getByRole("link", { name: "Pay for a ticket" }).count()).toBe(0);
  } finally {
    await then.close();
  }
});

test.each(LOOKS)(
  "[FORM-06, NAV-06] the form fits and keeps nobody out, its fault shown: $viewport.width px, $colorScheme",
  async (look) => {
    const { page } = await site.open(look);
    await visit(page, "/xmas");
    await signUp(page);
    await expectAccessible(page);
    await expectNoSideways(page);
  },
);
