import { afterAll, beforeAll, test } from "vitest";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, startBrowserSite } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DESK-08] on a phone an organizer previews an automation, turns it on and off, and the log says so in words", async () => {
  const { page } = await openApp(site, "automation", { viewport: PHONE });
  const card = page.getByRole("listitem", { name: "Invite back people who stopped coming" });
  await card.getByText("Off", { exact: true }).waitFor();
  await card.getByLabel("Weeks since they last came").fill("99");
  await card.getByText("Enter a number from 2 to 26.").waitFor();
  await card.getByLabel("Weeks since they last came").fill("6");
  await card.getByRole("button", { name: "Preview of" }).click();
  await card.getByText(/^Would have (?:sent nothing|mailed)/).waitFor();
  await card.getByText("We haven't seen you in a while").waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await card.getByRole("button", { name: "Turn on" }).click();
  await card.getByText(/^On since/).waitFor();
  await card.getByText("“Invite back people who stopped coming” is on.").waitFor();
  await page.reload();
  await card.getByText(/^On since/).waitFor();
  await card.getByRole("button", { name: "Turn off" }).click();
  await card.getByText("Off", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByText("turned off “Invite back people who stopped coming”").waitFor();
});

test("[DESK-08] on a desk the panel says who would get the digest, and that nothing was done yet", async () => {
  const { page } = await openApp(site, "automation");
  const card = page.getByRole("listitem", { name: "Tell organizers what waits" });
  await card.getByRole("button", { name: "Preview of" }).click();
  await card.getByText(/^Would mail \d+ (?:person|people) if it were 8 AM now\.$/).waitFor();
  await page.getByRole("heading", { name: "What it did" }).waitFor();
  await page.getByText("Nothing yet.").waitFor();
  await expectAccessible(page);
});
