import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DESK-04] an organizer writes, previews, tests and sends an announcement; a reload loses nothing", async () => {
  const { page } = await openApp(site, "announcements", { viewport: PHONE });
  const write = page.getByRole("button", { name: "Write announcement" });
  const hasFocus = (element: Element) => element === document.activeElement;
  await write.click();
  const form = page.getByRole("group", { name: "New announcement" });
  await eventually(() => form.evaluate(hasFocus)).toBe(true);
  await form.getByRole("button", { name: "Close", exact: true }).click();
  await eventually(() => write.evaluate(hasFocus)).toBe(true);
  await write.click();
  await page.getByLabel("To", { exact: true }).selectOption("interested");
  await page.getByLabel("Interest").selectOption("volleyball");
  await page.getByText(/^\d[\d,]* (?:person|people)/).waitFor();
  await page.getByLabel("Subject").fill("Nets are back");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.click();
  await page.getByRole("button", { name: "Bold" }).click();
  await page.getByRole("button", { name: "Bold", pressed: true }).waitFor();
  expect(await message.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.type("Sunday at nine");
  await page.getByRole("button", { name: "Link…" }).click();
  const link = page.getByRole("dialog", { name: "Link" });
  await link.getByLabel("Web address").fill("javascript:alert(1)");
  await link.getByRole("button", { name: "Save link" }).click();
  await link.getByText("Enter a web address, such as example.com.").waitFor();
  await link.getByLabel("Web address").fill("example.com/nets");
  await link.getByLabel("Text (optional)").fill("where the nets are");
  await link.getByRole("button", { name: "Save link" }).click();
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.reload();
  await write.click();
  await page.getByRole("textbox", { name: "Message" }).getByText("Sunday at nine").waitFor();
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Preview" });
  await preview.getByText("Nets are back").waitFor();
  await eventually(() => preview.locator("strong").innerText()).toContain("Sunday at nine");
  await eventually(() => preview.getByRole("link", { name: "where the nets are" }).getAttribute("href")).toBe(
    "https://example.com/nets",
  );
  await preview.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Send test to me" }).click();
  await page.getByText("A test is on its way to admins@example.com. Unlike").waitFor();
  await page.getByRole("button", { name: /^Send to \d/ }).click();
  await page.getByRole("button", { name: "Yes, send it" }).click();
  await page.getByText(/\d (?:mail is|mails are) on the way\./).waitFor();
  const entry = page.getByRole("listitem").filter({ hasText: "Nets are back" });
  await entry.getByText(/^Sen(?:t to|ding)/).waitFor();
  await entry.getByRole("button", { name: "Show results of Nets are back" }).click();
  await page
    .getByRole("dialog", { name: /Mails of/ })
    .getByText("Sent", { exact: true })
    .first()
    .waitFor();
  await site.mailsWhen((mails) => mails.some(({ subject }) => subject === "Nets are back"));
  await page
    .getByRole("dialog", { name: /Mails of/ })
    .getByRole("button", { name: "Close" })
    .click();
  // The next one starts empty.
  await page.getByRole("button", { name: "Write announcement" }).click();
  await eventually(() => page.getByLabel("Subject").inputValue()).toBe("");
  await page.getByRole("button", { name: /^Send to \d/ }).click();
  await page.getByText("Enter a subject.").waitFor();
  await page.getByLabel("Subject").fill("Nets");
  await page.getByText("Enter a subject.").waitFor({ state: "detached" });
  await page.getByLabel("When").selectOption("later");
  await page.getByRole("button", { name: "Schedule" }).click();
  await page.getByText("Choose a day.").waitFor();
});

test("[DESK-04] what would reach nobody isn't asked about; stopping asks first, and takes back what was said before", async () => {
  const { page } = await openApp(site, "announcements", { viewport: PHONE });
  await page.getByRole("button", { name: "Write announcement" }).click();
  await page.getByLabel("To", { exact: true }).selectOption("going");
  await page.getByRole("button", { name: "Send to …" }).click();
  await page.getByText("Choose an event.", { exact: true }).waitFor();
  await page.getByLabel("To", { exact: true }).selectOption("lapsed");
  await page.getByRole("button", { name: "Send to 0 people" }).click();
  await page.getByText("Nobody is in this group. Choose another.").waitFor();
  await eventually(() => page.getByRole("button", { name: "Yes, send it" }).count()).toBe(0);
  await page.getByLabel("To", { exact: true }).selectOption("everyone");
  await page.getByText(/who have no email or aren’t approved yet\.$/).waitFor();
  await page.getByLabel("Subject").fill("Low tide");
  await page.getByRole("textbox", { name: "Message" }).click();
  await page.keyboard.type("Bring shoes");
  await page.getByLabel("When").selectOption("later");
  await page.getByLabel("Day").fill("2026-11-28");
  await page.getByRole("button", { name: "Schedule" }).click();
  const said = page.getByText("Scheduled. You can cancel it until it's sent.");
  await said.waitFor();
  const entry = page.getByRole("listitem").filter({ hasText: "Low tide" });
  await entry.getByText("Scheduled. Recipients are counted when it’s sent.").waitFor();
  await entry.getByRole("button", { name: "Cancel Low tide" }).click();
  await entry.getByText("Cancel this announcement? Nobody gets it then.").waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await entry.getByRole("button", { name: "Yes, cancel it" }).click();
  await entry.getByText("Canceled. Nobody gets it.").waitFor();
  await said.waitFor({ state: "detached" });
  await entry.getByText("Canceled · written by admins@example.com").waitFor();
});
