import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

// The whole way of a member with the built-in demonstrations of the payment services: no account of anybody's needed.

const EVENT = makeEvent({
  day: "2026-11-28",
  title: "Secret Bonfire",
  membersOnlyLocation: true,
  location: "FIRE RING 9",
});

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  await site.addEvent(EVENT);
});
afterAll(() => site.close());

const section = (page: Page) => page.getByRole("region", { name: "Membership and payments" });

async function expectPlace(page: Page, isTold: boolean): Promise<void> {
  await visit(page, `/events/${EVENT.id}`);
  // The greeting of a member comes after the page, so the way in is waited for by what it shows.
  if (isTold) await page.getByText("FIRE RING 9").first().waitFor();
  else await page.getByText("join group for location").first().waitFor();
}

async function expectCalm(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSideways(page);
}

test("[PAY-01, PAY-07, M18] a person subscribes, sees members' things without signing in again, fails, pays, and ends", async () => {
  const { token, email } = await site.signedIn({ email: "subscriber@example.com", user: { zsex: "male" } });
  const { page, problems } = await site.open({ as: token, viewport: PHONE, colorScheme: "light" });
  await expectPlace(page, false);
  await visit(page, "/subscribe");
  const main = page.getByRole("main");
  const link = main.getByRole("link", { name: "Subscribe" });
  await eventually(() => link.getAttribute("href")).toContain("client_reference_id=");
  await link.click();
  await main.getByText("This is a demonstration", { exact: true }).waitFor();
  await eventually(() => main.getByLabel("Email").inputValue()).toBe(email);
  await main.getByRole("button", { name: "Decline the card" }).click();
  await main.getByText("The card was declined").waitFor();
  await expectCalm(page);
  await main.getByRole("button", { name: "Pay $20" }).click();
  await main.getByRole("heading", { name: "Payment received" }).waitFor();
  await main.getByRole("heading", { name: "Your subscription" }).waitFor();
  // The day that the account names, below.
  await main.getByText(/^Paid until .*\b21\b/).waitFor();
  await expectCalm(page);
  await expectPlace(page, true);
  await visit(page, "/subscribe");
  await main.getByText("You are already a member.").waitFor();
  await expectCalm(page);
  await main.getByRole("link", { name: "Membership and payments" }).click();
  await section(page).getByText("You are a member. The next payment is on December 21, 2026.").waitFor();
  await eventually(() => section(page).getByRole("row").nth(1).innerText()).toMatch(
    /Nov 21, 2026\s+Card[^$]*no money moved\s+\$20\.00/,
  );
  const mails = await site.mailsWhen((all) => all.some(({ to }) => to === email));
  expect(mails.find(({ to }) => to === email)?.text).toContain("no money moves");

  await section(page).getByRole("link", { name: "The demonstration’s page" }).click();
  await main.getByRole("button", { name: "Fail the next payment" }).click();
  await main.getByText("Done: Fail the next payment.").waitFor();
  await site.mailsWhen((all) => all.some(({ subject }) => subject.includes("did not go through")));
  await visit(page, "/dashboard?tab=account");
  await section(page).getByText("You stay a member until December 28, 2026, 7 days after it was due.").waitFor();
  await section(page).getByRole("link", { name: "The demonstration’s page" }).click();
  await main.getByRole("button", { name: "Cancel now" }).click();
  await main.getByText("Done: Cancel now.").waitFor();
  await expectPlace(page, false);
  await visit(page, "/dashboard?tab=account");
  await section(page).getByText("Your membership ended on November 21, 2026.").waitFor();
  expect(problems).toEqual([]);
});

test("[PAY-07] a visitor who paid is led to an account with the email of the payment", async () => {
  const { page, problems } = await site.open({ viewport: PHONE });
  await visit(page, "/checkout");
  const main = page.getByRole("main");
  await main.getByText("No account yet? Create one with this email afterwards.").waitFor();
  await main.getByLabel("Email").fill("visitor.payer@example.com");
  await main.getByRole("button", { name: "Pay $20" }).click();
  await main.getByText("Your membership goes with visitor.payer@example.com.").waitFor();
  await expectCalm(page);
  await main.getByRole("link", { name: "Create an account" }).click();
  await page.waitForURL(/\/login\?/);
  await eventually(() => main.getByLabel("Email", { exact: true }).inputValue()).toBe("visitor.payer@example.com");
  expect(problems).toEqual([]);
});

test("[PAY-07] what goes wrong on the way to paying is said, and loses nothing", async () => {
  const { token } = await site.signedIn({ email: "late.payer@example.com" });
  const { page } = await site.open({ as: token, viewport: DESK, colorScheme: "dark" });
  await visit(page, "/checkout");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Pay $20" }).click();
  await main.getByText("Required").waitFor();
  await main.getByLabel("Email").fill("late.payer@example.com");
  await page.route("**/api/demonstration/checkout", (route) => route.abort());
  await main.getByRole("button", { name: "Pay $20" }).click();
  await main.getByText("You pay only once.").waitFor();
  await eventually(() => main.getByLabel("Email").inputValue()).toBe("late.payer@example.com");
  await expectCalm(page);
  await page.unroute("**/api/demonstration/checkout");
  // Without a reference the verified address is enough.
  await main.getByRole("button", { name: "Pay $20" }).click();
  await main.getByRole("heading", { name: "Payment received" }).waitFor();
  await visit(page, "/dashboard?tab=account");
  await section(page).getByText("You are a member.").waitFor();
  await expectCalm(page);
});

test("[PAY-04, PAY-05, PAY-07] Bitcoin Cash: the demonstration in its frame, and a month for who is signed in", async () => {
  const { token } = await site.signedIn({ email: "wallet@example.com" });
  const { page, problems } = await site.open({ as: token });
  await visit(page, "/paybch");
  const main = page.getByRole("main");
  await main.getByText("This is a demonstration", { exact: true }).waitFor();
  await main.getByLabel("Email").fill("wallet@example.com");
  await main.getByLabel("Chat username").fill("wal-let");
  await main.getByRole("button", { name: "Continue" }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Pay" }).click();
  await frame.getByRole("heading", { name: "Paid" }).waitFor();
  await main.getByRole("button", { name: "Refresh Checkout" }).click();
  await frame.getByRole("heading", { name: "Paid" }).waitFor();

  await visit(page, "/bchMembership");
  await main.getByText("You’re signed in, so the month counts for you").waitFor();
  await expectCalm(page);
  await main.getByRole("button", { name: "Pay $15 in Bitcoin Cash" }).click();
  await page.getByRole("button", { name: "Pay" }).click();
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await expectAccessible(page);
  await visit(page, "/dashboard?tab=account");
  await section(page).getByText("You are a member until December 21, 2026.").waitFor();
  await eventually(() => section(page).getByRole("row").count()).toBe(3);
  expect(problems).toEqual([]);
});
