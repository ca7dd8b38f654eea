import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";

const MERCHANTS = [
  "Pier Coffee Counter",
  "Low Tide Boards and Bikes",
  "Third Street Tacos",
  "Court Six Rackets",
  "Corner Scoops",
  "Driftwood Climbing Hall",
];

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test.each([
  { viewport: PHONE, colorScheme: "light" },
  { viewport: DESK, colorScheme: "dark" },
] as const)("[SIDE-06] six merchants on a map, by keyboard, at $viewport.width px in $colorScheme", async (look) => {
  const { page, problems, notLoaded } = await site.open(look);
  const tiles: string[] = [];
  page.on("request", (request) => void (request.url().includes("/tiles/") && tiles.push(request.url())));
  await visit(page, "/map");
  await stopTransitions(page);
  const map = page.getByRole("region", { name: "Map: Merchants near the beach" });
  await map.getByRole("button", { name: "6. Driftwood Climbing Hall" }).waitFor();
  const pins = MERCHANTS.map((name, index) => `${index + 1}. ${name}`);
  for (const name of pins) await eventually(() => map.getByRole("button", { name }).count(), name).toBe(1);
  await eventually(() => tiles.length).toBeGreaterThan(3);
  await eventually(() => page.getByText("A schematic of the beaches, drawn by us. Not for navigation.").count()).toBe(
    1,
  );

  await map.getByRole("button", { name: pins[2] ?? "" }).focus();
  await page.keyboard.press("Enter");
  const said = page.getByText("Third Street Tacos: Food after volleyball.");
  await said.waitFor();
  await eventually(() => map.getByRole("button", { pressed: true }).getAttribute("aria-label")).toBe(pins[2]);
  await page.getByRole("button", { name: "Show on the map (Corner Scoops)" }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(pins[4]);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect([...problems, ...notLoaded]).toEqual([]);
});

test("[SIDE-06] without tiles the page says so, and without scripts there is a picture and the whole list", async () => {
  const { page } = await site.open();
  await page.route("**/tiles/**", (route) => route.fulfill({ status: 503 }));
  await visit(page, "/map");
  await page.getByText("Parts of the map did not load. The list has every place.").waitFor();
  const listed = async (from: typeof page) =>
    from.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
  expect(await listed(page)).toEqual(MERCHANTS);

  const { page: plain, notLoaded } = await site.open({ javaScriptEnabled: false });
  await plain.goto("/map");
  expect(await listed(plain)).toEqual(MERCHANTS);
  await eventually(() =>
    plain.getByRole("link", { name: "Directions to Corner Scoops" }).getAttribute("href"),
  ).toContain("30.3238");
  const picture = plain.getByRole("img", { name: /Map: Merchants/ });
  await eventually(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(
    true,
  );
  expect(notLoaded).toEqual([]);
});

test("[SIDE-06] when the map's script does not come, its picture stays and says why", async () => {
  const { page } = await site.open();
  await page.route(/open-map/, (route) => route.abort());
  await visit(page, "/map");
  await page.getByText("The map did not load, so this is a picture of it.").waitFor();
  await eventually(() => page.getByRole("img", { name: /Map: Merchants/ }).isVisible()).toBe(true);
});

test("[SIDE-06] bonfire directions, and a map of where to meet that loads when one comes to it", async () => {
  const { page, problems, notLoaded } = await site.open();
  const scripts: string[] = [];
  page.on("request", (request) => void (request.url().includes("open-map") && scripts.push(request.url())));
  await visit(page, "/bonfire");
  await eventually(() => page.getByRole("heading", { name: "The way there" }).count()).toBe(1);
  const section = page.getByRole("region", { name: "Bonfire map" });
  await eventually(() =>
    section.getByRole("listitem").filter({ hasText: "Take the boardwalk on its south side" }).count(),
  ).toBeGreaterThan(0);
  expect(scripts).toEqual([]);
  await section.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "1. South of the pier" }).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  expect([...problems, ...notLoaded]).toEqual([]);
});
