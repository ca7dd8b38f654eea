import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectPath, signedInTab } from "#tests/support/sign-in-screen.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[SAFE-06] [SAFE-16] one device sees the other, ends it, and reads of it; the other is at the sign-in with its next call", async () => {
  const laptop = await signedInTab(site, { viewport: DESK });
  const phone = await signedInTab(site, { viewport: PHONE });
  await visit(phone.page, "/account/security");
  await visit(laptop.page, "/account/security");
  const devices = laptop.page.getByRole("region", { name: "Devices" });
  await eventually(() => devices.getByRole("listitem").count()).toBe(2);
  await eventually(() => devices.getByText("This device", { exact: true }).count()).toBe(1);
  await eventually(() => devices.getByText("In use now", { exact: true }).count()).toBe(1);
  // Tells two phones of one kind apart.
  await eventually(() => devices.getByText(/^Signed in .*\d/).count()).toBe(2);
  await eventually(() => laptop.page.getByRole("link", { name: "Back to your account" }).count()).toBe(1);
  await expectAccessible(laptop.page);
  await expectNoSideways(phone.page);

  await devices.getByRole("button", { name: "Sign out Chrome on Linux" }).click();
  await devices.getByText("Chrome on Linux is signed out.").waitFor();
  await eventually(() => devices.getByRole("listitem").count()).toBe(1);

  await phone.page.reload();
  await expectPath(phone.page, "/login?next=%2Faccount%2Fsecurity");
  // The list follows without a reload.
  const activity = laptop.page.getByRole("region", { name: "Recent activity" });
  await activity.getByText("Device signed out").waitFor();
  expect(await laptop.token()).not.toBeNull();
});

test("[SAFE-06] a browser that signs this device out is at the sign-in, and tabs take up each other's session after a rotation", async () => {
  const { page, token } = await signedInTab(site, { viewport: DESK });
  const second = await page.context().newPage();
  const third = await page.context().newPage();
  // Both take up the session at once: each refresh replaces the cookie of all.
  await Promise.all([visit(second, "/dashboard"), visit(third, "/dashboard")]);
  const tokenOf = (tab: typeof page) => tab.evaluate(() => sessionStorage.getItem("idToken"));
  await eventually(async () => (await tokenOf(second)) !== null && (await tokenOf(third)) !== null).toBe(true);
  expect(await token()).not.toBeNull();
  await visit(page, "/account/security");
  await page.getByRole("button", { name: "Sign out this device" }).click();
  await eventually(() => tokenOf(page)).toBeNull();
  await eventually(() => tokenOf(second)).toBeNull();
  await eventually(() =>
    site.sql("select 1 from security_events where kind = 'session_ended'").then((r) => r.length),
  ).toBe(2);
});
