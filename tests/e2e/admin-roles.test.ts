import { afterAll, beforeAll, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DESK-01] an organizer gives and takes roles, and reads who may do what", async () => {
  await site.tokenFor([], { email: "kim@example.com" });
  const { page } = await openApp(site, "roles", { viewport: PHONE });
  const give = page.getByRole("region", { name: "Give a role" });
  await give.getByRole("button", { name: "Give role" }).click();
  await give.getByText("Enter the email of their account.").waitFor();
  await give.getByLabel("Email").fill("nobody@example.com");
  await give.getByLabel("Role").selectOption("treasurer");
  await give.getByRole("button", { name: "Give role" }).click();
  await give.getByText(/There's no account with this email/).waitFor();
  await give.getByLabel("Email").fill("kim@example.com");
  await give.getByRole("button", { name: "Give role" }).click();
  await page.getByText("kim@example.com is now a treasurer.").waitFor();
  const kim = page.getByRole("listitem").filter({ hasText: "kim@example.com" }).first();
  await kim.getByText("Treasurer", { exact: true }).waitFor();
  const row = page.getByRole("row", { name: /Record and correct payments/ });
  await eventually(() => row.getByRole("cell").allInnerTexts()).toEqual(["Yes", "No", "No", "Yes", "No"]);
  await expectNoSideways(page);
  await expectAccessible(page);
  await kim.getByRole("button", { name: /Take away/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take role away" }).click();
  await page.getByText("kim@example.com is no longer a treasurer.").waitFor();
});

test("[DESK-01] the console shows a treasurer what the role includes, and no more", async () => {
  const token = await site.tokenFor([], { email: "books@example.com" });
  await site.sql(
    "insert into account_roles (sub, role, granted_at) select sub, 'treasurer', now() from accounts where email = 'books@example.com'",
  );
  const { page } = await site.open({ as: token, viewport: DESK });
  await visit(page, "/dashboard");
  await page.getByRole("link", { name: "Open the console" }).click();
  const apps = page.getByRole("navigation", { name: "Apps" });
  await page.getByRole("tab", { name: "Apps" }).click();
  await eventually(() => apps.getByRole("link").allInnerTexts()).toEqual([
    "User Manager",
    "Payments",
    "Who owes",
    "Insights",
  ]);
  await eventually(() => page.getByRole("tab").count()).toBe(3);
  await apps.getByRole("link", { name: "Payments" }).click();
  await page.getByRole("heading", { name: "Payments", exact: true }).waitFor();
  await expectAccessible(page);
});
