import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

// The server does what it was asked, and the network loses its answer.

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

function loseAnswer(page: Page, path: string) {
  const isCall = (url: URL) => url.pathname === path;
  return page.route(
    isCall,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

test("[PAY-07, PAY-08] a checkout whose answer is lost is tried again, and is paid once", async () => {
  const { token, userId, email } = await site.signedIn({ email: "lost.answer@example.com" });
  const { page } = await site.open({ as: token, viewport: PHONE });
  await visit(page, `/checkout?client_reference_id=${userId}&prefilled_email=${email}`);
  const main = page.getByRole("main");
  await loseAnswer(page, "/api/demonstration/checkout");
  const pay = main.getByRole("button", { name: "Pay $20" });
  await pay.click();
  await main.getByText("Not confirmed").waitFor();
  await main.getByText("You pay only once.").waitFor();
  await expectAccessible(page);
  await pay.click();
  await main.getByRole("heading", { name: "Payment received" }).waitFor();
  expect(await site.sql("select amount_cents from payments where user_id = $1", [userId])).toEqual([
    { amount_cents: 2000 },
  ]);
});

const sames = () => site.sql("select count(*)::int as number from users where last_name = 'Twotimes'");

test("[DESK-03] a person whose addition has no answer is found by the next try, also one who was added as new", async () => {
  await site.sql("insert into users (user_id, first_name, last_name) values ('same-1', 'Tia', 'Twotimes')");
  const { page } = await openApp(site, "users");
  await page.getByRole("button", { name: "Add person" }).click();
  const dialog = page.getByRole("dialog", { name: "Add person" });
  await dialog.getByLabel("First name").fill("Tia");
  await dialog.getByLabel("Last name").fill("Twotimes");
  await dialog.getByRole("button", { name: "Add person" }).click();
  await dialog.getByText("1 person may be the same").waitFor();
  await loseAnswer(page, "/api/pending-join-requests/users");
  await dialog.getByRole("button", { name: "Add as a new person" }).click();
  await dialog.getByText("The site cannot be reached right now.").waitFor();
  await dialog.getByRole("button", { name: "Add person" }).click();
  await dialog.getByText("2 people may be the same").waitFor();
  expect(await sames()).toEqual([{ number: 2 }]);
});

test("[CREATE-09] a Host ID whose answer is lost is in the list at once, and the form says what to do", async () => {
  const { page } = await site.open({ as: await site.tokenFor(["Admins"]) });
  await visit(page, "/admin?tab=events");
  await page.getByRole("heading", { name: "Host IDs" }).click();
  await page.getByLabel("Name of the Host ID").fill("Tuesday host");
  await loseAnswer(page, "/api/admin/host-ids");
  const issue = page.getByRole("button", { name: "Issue a Host ID" });
  await issue.click();
  await page.getByText(/If the list shows it now, it was issued but can’t be shown again/).waitFor();
  const item = page.getByRole("listitem").filter({ hasText: "Tuesday host" });
  await item.getByRole("button", { name: "Revoke…" }).waitFor();
  await eventually(() => page.getByLabel("Name of the Host ID").inputValue()).toBe("Tuesday host");
});
