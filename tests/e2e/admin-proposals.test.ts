import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { card, openPending } from "#tests/support/pending-console.ts";

let site: BrowserSite;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

const TESS = "Tess Lindqvist-Cole may be Tess Lindqvist";
const LUIS = "Rafa Ortega may be Luis Ortega";
const tess = async () =>
  (await site.sql("select last_name, email, shirtsize from users where phone = '9045550213' order by user_id"))[0];

test("[JOIN-17] a join form about somebody known is taken over but for the email, and undone from the notice", async () => {
  const before = await tess();
  const { page, problems } = await openPending(site, { as: admin, viewport: PHONE, colorScheme: "dark" });
  await page.getByRole("link", { name: "Join forms (2)" }).click();
  const form = card(page, TESS);
  await form.getByText("Same phone number", { exact: true }).waitFor();
  await eventually(() => form.getByRole("checkbox", { name: /^Email/ }).isChecked()).toBe(false);
  await expectAccessible(page);
  await expectNoSideways(page);
  await form.getByRole("button", { name: /^Take over all but the email/ }).click();
  await page.getByText(/^\d fields of Tess Lindqvist changed\.$/).waitFor();
  await form.waitFor({ state: "detached" });
  expect(await tess()).toEqual({ last_name: "Lindqvist-Cole", email: before?.["email"], shirtsize: "L" });
  await eventually(() => page.locator("#tab-pending-waiting").textContent()).toMatch(/^7 waiting/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("The person is as before, and the join form waits for a decision again.").waitFor();
  await form.waitFor();
  expect(await tess()).toEqual(before);
  expect(problems).toEqual([]);
});

test("[JOIN-17, ADMIN-03] the keyboard reaches the forms after the requests, and one field is taken over by itself", async () => {
  const { page } = await openPending(site, { as: admin, viewport: DESK });
  const form = card(page, LUIS);
  await form.waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-labelledby") ?? "");
  // Six requests, then the forms, the newest first.
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("j");
  const ids = [await form.getAttribute("aria-labelledby"), await card(page, TESS).getAttribute("aria-labelledby")];
  expect(ids).toContain(await focused());
  await form.focus();
  for (const box of await form.getByRole("checkbox").all()) await box.uncheck();
  await form.getByRole("checkbox", { name: /^Referred by/ }).check();
  await form.focus();
  await page.keyboard.press("t");
  await page.getByText("1 field of Luis Ortega changed.", { exact: true }).waitFor();
  const [luis] = await site.sql("select first_name, referred_by from users where email = 'luis.ortega@example.com'");
  expect(luis).toEqual({ first_name: "Luis", referred_by: "my brother Luis" });
  await card(page, TESS).focus();
  await page.keyboard.press("d");
  await page.getByText("The join form is dismissed. Both people stay as they are.", { exact: true }).waitFor();
  await expectAccessible(page);
});

test("[JOIN-17] a list that does not load says so, and a decision that somebody else made meanwhile too", async () => {
  await site.sql("update join_proposals set decided_at = null, decision = null");
  const { page } = await openPending(site, { as: admin, viewport: DESK });
  const form = card(page, TESS);
  await form.waitFor();
  await site.sql("update join_proposals set decided_at = now(), decision = 'dismissed'");
  await form.getByRole("button", { name: /^Dismiss/ }).click();
  await page.getByText(/^Failed to decide about the join form: Someone already decided/).waitFor();
  await form.waitFor({ state: "detached" });
  await page.route("**/api/admin/proposals", (route) => route.fulfill({ status: 500, json: { message: "Not now." } }));
  await page.reload();
  await page.getByText("Failed to load join forms: Not now.", { exact: true }).waitFor();
  await eventually(() => page.getByRole("button", { name: /^Take over/ }).count()).toBe(0);
});
