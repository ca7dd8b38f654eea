import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit, watchFor } from "#tests/support/browser-site.ts";

const SLOGANS = ["Get Active. Make Friends.", "Come Hang With Us"];
const ELSEWHERE = {
  INSTAGRAM_URL: "https://www.instagram.com/sandbar",
  FACEBOOK_URL: "https://www.facebook.com/sandbar",
  MEETUP_URL: "https://www.meetup.com/sandbar",
};

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite(ELSEWHERE);
});
afterAll(() => site.close());

const heroes = (page: Page) => page.getByRole("main").locator("section:has(figcaption)");
const nextEvents = (page: Page, title: string) => page.getByRole("region", { name: title });

async function shownEvents(page: Page, title = "Next events"): Promise<(string | null)[]> {
  const links = nextEvents(page, title).getByRole("listitem").getByRole("link");
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
}

for (const path of ["/", "/home"]) {
  test(`[LAND-01] ${path} has three heroes from edge to edge, each with its picture and caption, and both slogans`, async () => {
    const { page, notLoaded } = await site.open();
    await page.goto(path);
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      const found = await heroes(page).all();
      expect(found).toHaveLength(3);
      for (const hero of found) {
        await hero.scrollIntoViewIfNeeded();
        const { x, width, height } = (await hero.boundingBox()) ?? { x: 0, width: 0, height: 0 };
        expect([x, width]).toEqual([0, size.width]);
        expect(height).toBeGreaterThan(size.height / 2);
        const caption = hero.locator("figcaption");
        await eventually(() => caption.isVisible()).toBe(true);
        expect((await caption.innerText()).length).toBeGreaterThan(10);
        const picture = hero.getByRole("img");
        await eventually(() =>
          picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth),
        ).toBeGreaterThan(0);
        expect((await picture.boundingBox())?.width).toBe(size.width);
        await eventually(() => picture.getAttribute("alt")).not.toBe("");
      }
    }
    for (const name of SLOGANS)
      await eventually(() => page.getByRole("heading", { name, exact: true }).isVisible()).toBe(true);
    await eventually(() => page.getByRole("heading", { level: 1 }).allInnerTexts()).toEqual(SLOGANS.slice(0, 1));
    expect(notLoaded).toEqual([]);
  });
}

test("[LAND-01] the Join button is in sight at once and leads to /join", async () => {
  const { page } = await site.open();
  await visit(page, "/");
  const join = page.getByRole("main").getByRole("link", { name: "Join", exact: true });
  for (const link of await join.all()) await eventually(() => link.getAttribute("href")).toBe("/join");
  const { y, height } = (await join.first().boundingBox()) ?? { y: 0, height: 0 };
  expect(y + height).toBeLessThan(PHONE.height);
  await join.first().click();
  await page.waitForURL(`${site.url}/join`);
  await page.getByRole("main").getByRole("textbox", { name: /phone/i }).waitFor();
});

test("[LAND-02] the footer of every page has the site's addresses, and the group's places elsewhere", async () => {
  const { page } = await site.open();
  for (const path of ["/", "/events", "/nowhere"]) {
    await page.goto(path);
    const links = await page.getByRole("contentinfo").getByRole("link").all();
    const shown = await Promise.all(
      links.map(async (link) => [await link.innerText(), await link.getAttribute("href")]),
    );
    expect(shown, path).toEqual([
      ["Data Deletion", "/data-deletion"],
      ["Privacy", "/privacy"],
      ["Terms", "/terms"],
      ["Unsubscribe", "/unsubscribe"],
      ["Instagram", ELSEWHERE.INSTAGRAM_URL],
      ["Facebook", ELSEWHERE.FACEBOOK_URL],
      ["Meetup", ELSEWHERE.MEETUP_URL],
      ["Report a problem", "/report"],
    ]);
  }
});

test("[LAND-02] its legal pages are there", async () => {
  const { page } = await site.open();
  for (const name of ["Data Deletion", "Privacy", "Terms"]) {
    await visit(page, "/home");
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    expect((await page.reload())?.status()).toBe(200);
  }
});

test("[LAND-03] who is signed in comes from / to the dashboard, and the landing page is never painted", async () => {
  const { page } = await site.open({ as: await site.tokenFor([]) });
  const wasSeen = await watchFor(page, "h1", SLOGANS[0] ?? "");
  await page.goto("/");
  await page.waitForURL(`${site.url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: /^Good (?:morning|afternoon|evening)/ }).waitFor();
  expect(await wasSeen()).toBe(false);

  // By a link within the page the same.
  await visit(page, "/terms");
  await page.getByRole("banner").getByRole("link", { name: "Jax Beach" }).click();
  await page.waitForURL(`${site.url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: /^Good (?:morning|afternoon|evening)/ }).waitFor();
  expect(await wasSeen()).toBe(false);

  // /home always is the landing page; and so the watch is known to see.
  await visit(page, "/home");
  await page.getByRole("heading", { level: 1, name: SLOGANS[0] ?? "" }).waitFor();
  await eventually(wasSeen).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/home");
});

test("[LAND-03] who is not signed in stays at /", async () => {
  const { page } = await site.open();
  await visit(page, "/");
  await page.getByRole("heading", { level: 1, name: SLOGANS[0] ?? "" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("[LAND-04] the next public events are shown, soonest first, and lead to their pages", async () => {
  const { page } = await site.open();
  await visit(page, "/");
  const events = [
    "/events/2026-11-21-sunset-volleyball",
    "/events/2026-11-22-sunrise-run-and-coffee",
    "/events/2026-11-22-pickleball-ladder-night",
  ];
  expect(await shownEvents(page)).toEqual(events);
  await nextEvents(page, "Next events").getByRole("link", { name: "Sunset Volleyball" }).click();
  await page.waitForURL(site.url + events[0]);
  await page.getByRole("heading", { level: 1, name: "Sunset Volleyball" }).waitFor();
});

test("[LAND-04] with an eventId that one event is shown", async () => {
  const { page } = await site.open();
  for (const path of ["/", "/home"]) {
    await page.goto(`${path}?eventId=2026-11-25-bonfire-at-the-dunes`);
    expect(await shownEvents(page, "The event you were sent")).toEqual(["/events/2026-11-25-bonfire-at-the-dunes"]);
    await eventually(() => page.getByRole("heading", { name: "Next events" }).count()).toBe(0);
  }
});

test("[LAND-04, EVT-09] an eventId that no visitor may know, or that is none, says so and shows the next events", async () => {
  const { page } = await site.open();
  for (const id of ["2026-11-29-game-night-at-kelseys", "2026-11-29-never-was", "'\"><b>"]) {
    expect((await page.goto(`/?eventId=${encodeURIComponent(id)}`))?.status()).toBe(200);
    await eventually(() => page.getByText("The event of this link cannot be found.").isVisible(), id).toBe(true);
    expect(await shownEvents(page)).toHaveLength(3);
  }
});

test("[LAND-04, EVT-12] without any event to come the landing page says so", async () => {
  await site.sql("update social_events set day = day - 400, starts_at = starts_at - interval '400 days'");
  const { page } = await site.open();
  await eventually(async () => (await fetch(site.url)).text()).toContain("No upcoming social events found");
  await visit(page, "/");
  await eventually(() => page.getByRole("main").getByText("No upcoming social events found").isVisible()).toBe(true);
});
