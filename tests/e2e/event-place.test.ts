import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DAY-11, P18] the place has directions, and Share opens a sheet with the link and a QR code where the device has none", async () => {
  const { page } = await site.open({ viewport: PHONE });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  const id = "2026-11-21-sunset-volleyball";
  await visit(page, `/events/${id}`);
  const way = page.getByRole("main").getByRole("link", { name: "Directions" });
  const href = new URL((await way.getAttribute("href")) ?? "");
  expect(href.origin + href.pathname).toBe("https://www.google.com/maps/dir/");
  expect(href.searchParams.get("destination")).toBe("30.26420, -81.39080");
  await page.getByRole("button", { name: "Share" }).click();
  const sheet = page.getByRole("dialog", { name: "Share" });
  await sheet.getByRole("img", { name: "QR code of the link" }).waitFor();
  await eventually(() => sheet.innerText()).toContain(`${site.url}/events/${id}`);
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
});

test("[DAY-11] sunset, what to bring, and a map of the place that leads to directions; no map where no point is known", async () => {
  const { page, problems, notLoaded } = await site.open({ viewport: PHONE });
  await visit(page, "/events/2026-11-21-sunset-volleyball");
  const main = page.getByRole("main");
  await eventually(() => main.getByText(/ · sunset \d:\d\d PM$/).count()).toBe(1);
  await eventually(() => main.getByText("Water, sunscreen, and something warm for after").count()).toBe(1);
  const map = main.getByRole("link", { name: /on the map$/ });
  await map.scrollIntoViewIfNeeded();
  const tiles = map.locator("img");
  await eventually(() =>
    tiles.evaluateAll((images) => [
      images.length > 0,
      images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
    ]),
  ).toEqual([true, true]);
  await eventually(() => map.getAttribute("href")).toContain("destination=30.26420");
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect([...problems, ...notLoaded]).toEqual([]);

  await visit(page, "/events/2026-11-22-pickleball-ladder-night");
  await main.getByRole("link", { name: "Directions" }).waitFor();
  await eventually(() => map.count()).toBe(0);
});

test("[DAY-11] Share hands the address to the device's own sheet where there is one", async () => {
  const { page } = await site.open({ viewport: PHONE });
  await page.addInitScript(() => {
    const share = async (data: ShareData) => document.documentElement.setAttribute("data-shared", data.url ?? "");
    Object.defineProperty(navigator, "share", { value: share });
  });
  const id = "2026-11-21-sunset-volleyball";
  await visit(page, `/events/${id}`);
  await page.getByRole("button", { name: "Share" }).click();
  const shared = page.locator("html[data-shared]");
  await shared.waitFor({ state: "attached" });
  await eventually(() => shared.getAttribute("data-shared")).toBe(`${site.url}/events/${id}`);
});
