import { afterAll, beforeAll, expect, test } from "vitest";
import { PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { ANA, openWizard, wizardOn } from "#tests/support/join-wizard.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const UPCOMING = "2026-11-21-sunset-volleyball";

test("[JOIN-02] Back goes through the steps of the wizard, and only from the first one to the page before", async () => {
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, "/terms");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Join", exact: true }).click();
  const wizard = wizardOn(page);
  await wizard.expectStep(1);
  await wizard.field("Phone number").fill(ANA.phone);
  await wizard.next(2);
  await wizard.field("First name").fill(ANA.firstName);
  await wizard.field("Last name").fill(ANA.lastName);
  await wizard.next(3);
  await wizard.field("Email").fill(ANA.email);
  await wizard.next(4);
  await page.goBack();
  await wizard.expectStep(3);
  await eventually(() => wizard.field("Email").inputValue()).toBe(ANA.email);
  await page.goForward();
  await wizard.expectStep(4);
  // Previous of the page is the same way: it leaves no step behind for Back to return to.
  await wizard.button("Previous").click();
  await wizard.expectStep(3);
  await wizard.button("Previous").click();
  await wizard.expectStep(2);
  await eventually(() =>
    page.evaluate(() => (history.state as { joinTrail: { steps: number[] } }).joinTrail.steps),
  ).toEqual([1, 2]);
  await page.goBack();
  await wizard.expectStep(1);
  await page.goBack();
  await page.waitForURL(`${site.url}/terms`);
});

test("[JOIN-02, JOIN-14] Back from a request that was sent does not open its form again", async () => {
  const wizard = await openWizard(site, { path: "/join" });
  const { page } = wizard;
  await wizard.field("Phone number").fill("9045550199");
  await wizard.next(2);
  await wizard.field("First name").fill("Bea");
  await wizard.field("Last name").fill("Back");
  await wizard.next(3);
  await wizard.field("Email").fill("bea.back@example.com");
  await wizard.next(4);
  await wizard.radio("Female").check();
  for (const step of [5, 6, 7, 8, 9]) await wizard.next(step);
  await wizard.agreement.check();
  await wizard.button("Submit").click();
  const invitation = wizard.main.getByRole("link", { name: "Join Group Chat" });
  await invitation.waitFor();
  // Phones drop the page while the chat app is downloaded.
  await page.reload();
  await invitation.waitFor();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe("/join");
});

test("[NAV-06] Back closes the photo viewer, a dialog over it and the menu, and stays on the page", async () => {
  const { page } = await site.open({ viewport: PHONE });
  const [event] = await site.sql(
    "select id from social_events where show_photos and general_public and cardinality(img_list) > 1 limit 1",
  );
  const path = `/events/${String(event?.["id"])}`;
  await visit(page, "/terms");
  await page.goto(path);
  await visit(page, path);
  const scripts = () => page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  await scripts();
  const viewer = page.getByRole("dialog", { name: /^Photos of/ });
  await page.getByRole("region", { name: "Photos" }).locator("a[aria-haspopup=dialog]").first().click();
  await viewer.waitFor();
  // Back pressed as soon as a dialog shows closes only that one.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelectorAll("dialog[open]").length < 2) return;
      observer.disconnect();
      document.documentElement.setAttribute("data-pressed", "back");
      history.back();
    }).observe(document, { attributes: true, subtree: true });
  });
  await viewer.getByRole("button", { name: /^Ask us to take this/ }).click();
  const asking = page.getByRole("dialog", { name: "Take this down" });
  await page.locator("html[data-pressed=back]").waitFor();
  await asking.waitFor({ state: "hidden" });
  await eventually(() => viewer.isVisible()).toBe(true);
  await viewer.getByRole("button", { name: /^Ask us to take this/ }).click();
  await asking.waitFor();
  await page.goBack();
  await asking.waitFor({ state: "hidden" });
  await eventually(() => viewer.isVisible()).toBe(true);
  await page.goBack();
  await viewer.waitFor({ state: "hidden" });
  // Closed by its own button, it leaves no entry behind.
  await page.getByRole("region", { name: "Photos" }).locator("a[aria-haspopup=dialog]").first().click();
  await viewer.getByRole("button", { name: "Close" }).click();
  await viewer.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.waitFor();
  await eventually(() => page.evaluate(() => (history.state as { overlays?: number }).overlays)).toBe(1);
  await page.goBack();
  await menu.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe(path);
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-same"))).toBe(true);
  // A link of the menu leads on, and Back from there to the page that had the menu.
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Photos" }).click();
  await page.waitForURL(/isPastEvents|\/photos/);
  await page.goBack();
  await page.waitForURL(`${site.url}${path}`);
});

test("[NAV-06] Back gives up a dialog that is still on its way, and stays on the page", async () => {
  const { page } = await site.open({ viewport: PHONE });
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/place-form-*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await visit(page, "/terms");
  await page.goto(`/events/${UPCOMING}`);
  await visit(page, `/events/${UPCOMING}`);
  const join = page.getByRole("main").getByRole("link", { name: "Join", exact: true }).last();
  const opening = page.getByRole("status").filter({ hasText: "Opening…" });
  const dialog = page.getByRole("dialog", { name: "Sunset Volleyball" });
  await join.click();
  await opening.waitFor();
  await page.goBack();
  await opening.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(`/events/${UPCOMING}`);
  code.resolve();
  await join.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(`/events/${UPCOMING}`);
});

test("[NAV-06] a tap beside the open menu closes it and presses nothing beneath", async () => {
  const { page } = await site.open({ viewport: PHONE, hasTouch: true });
  await visit(page, `/events/${UPCOMING}`);
  await page.getByRole("button", { name: "Menu" }).tap();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.waitFor();
  const join = page.getByRole("main").getByRole("link", { name: "Join", exact: true }).last();
  const box = await join.boundingBox();
  const sheet = await menu.boundingBox();
  if (!box || !sheet) throw new Error("The page has no Join or no menu.");
  expect(box.y + box.height / 2).toBeGreaterThan(sheet.y + sheet.height);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await menu.waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe(`/events/${UPCOMING}`);
  // The next tap is one again.
  await join.tap();
  await page.getByRole("dialog", { name: "Sunset Volleyball" }).waitFor();
});

test("Back returns to the same place on the dashboard, although its events load later", async () => {
  const { page } = await site.open({ as: await site.signInAs("member@example.com"), viewport: PHONE });
  await visit(page, "/dashboard");
  const events = page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link");
  const link = events.nth(8);
  await link.scrollIntoViewIfNeeded();
  // Notes the last position until the page changes: content that loads above the link moves it, even after the click.
  await page.evaluate(() => {
    const note = () => {
      if (location.pathname === "/dashboard") document.documentElement.setAttribute("data-left-at", String(scrollY));
    };
    for (const kind of ["click", "scroll"]) addEventListener(kind, note, true);
  });
  await link.click();
  await page.waitForURL("**/events/*");
  const leftAt = Number(await page.locator("html").getAttribute("data-left-at"));
  expect(leftAt).toBeGreaterThan(PHONE.height);
  await page.goBack();
  await eventually(() => page.evaluate(() => scrollY)).toBeCloseTo(leftAt, 0);
});

test("a slow page shows that it is loading", async () => {
  const { page } = await site.open();
  await visit(page, "/terms");
  const answer = Promise.withResolvers<void>();
  await page.route("**/privacy.data*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  const progress = page.getByRole("progressbar", { name: "Loading the page" });
  await progress.waitFor({ state: "attached" });
  await eventually(async () => (await progress.boundingBox())?.width ?? 0).toBeGreaterThan(100);
  answer.resolve();
  await page.waitForURL("**/privacy");
  await progress.waitFor({ state: "detached" });
});
