import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { stateOf } from "#tests/support/failed-tab.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("a tab that another test used knows nothing of it", async () => {
  const used = await site.open();
  await used.page.setViewportSize(DESK);
  await used.page.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
  await visit(used.page, "/events");
  await used.page.evaluate(async () => {
    sessionStorage.setItem("idToken", "mine");
    localStorage.setItem("scheme", "dark");
    document.cookie = "mine=1";
    window.name = "mine";
    await caches.open("mine");
    await new Promise((done) => (indexedDB.open("mine").onsuccess = done));
  });
  await used.page.route("**/terms", (route) => route.abort());
  await used.page.context().setOffline(true);
  await used.close();

  const { page, problems } = await site.open();
  await visit(page, "/terms");
  const left = await page.evaluate(async () => ({
    stored: [sessionStorage.length, localStorage.length, document.cookie, window.name],
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isCalm: matchMedia("(prefers-reduced-motion: reduce)").matches,
  }));
  expect(left).toEqual({
    stored: [0, 0, "", ""],
    caches: [],
    databases: [],
    width: PHONE.width,
    isDark: false,
    isCalm: true,
  });
  await page.goBack();
  await page.goBack();
  expect(page.url()).not.toContain("/events");
  expect(problems).toEqual([]);
});

test("a tab with a clock of its own is not used again", async () => {
  const used = await site.open();
  await used.page.clock.install({ time: new Date("2030-01-01T12:00:00Z") });
  await used.close();
  const { page } = await site.open();
  await visit(page, "/events");
  expect(await page.evaluate(() => new Date().getFullYear())).not.toBe(2030);
});

test("a test that fails can say how its tab does", async () => {
  const { page } = await site.open();
  await visit(page, "/events");
  expect(await stateOf(page)).toMatch(/^is visible at 390 × 844, runs scripts and paints\. It reads “.*Events/);
  await page.evaluate(() => Object.assign(window, { requestAnimationFrame: () => 0 }));
  expect(await stateOf(page, 1000)).toMatch(/^is visible at 390 × 844, runs scripts and paints nothing for 1000 ms\./);
  await page.context().close();
  expect(await stateOf(page)).toMatch(/^is gone: /);
});
