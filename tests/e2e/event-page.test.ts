import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { PHONE, stopClock } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

const NOT_FOUND = "Event not found for this URL";
const VOLLEYBALL = "/events/2026-11-21-sunset-volleyball";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");

test("[EVT-03] the page of an event shows all that is public of it, and its links", async () => {
  const event = await site.addEvent(
    makeEvent({
      day: "2026-12-05",
      title: "Everything Social",
      startTime: "18:30:00",
      lengthMinutes: 150,
      description: "The first paragraph.\n\nThe second one,\nin two lines.",
      location: "Oceanfront Park, 6 Oceanfront N",
      costCents: 1250,
      capacity: 30,
      goingCount: 9,
      host1: "Marcus Bell",
      host2: "Mei Tanaka",
      chat: "Dance",
      groupMeChatUrl: "https://groupme.com/join_group/1/abc",
      imgKey: "dance",
      imgList: ["photo-salsa-night", "photo-bonfire-loop.mp4"],
      showPhotos: true,
      facebookLink: "https://www.facebook.com/events/1",
      organizerVenmo: "ana-ruiz",
      organizerCashApp: "$anaruiz",
      pollText: "Salsa or bachata?",
    }),
  );
  const { page, notLoaded } = await site.open();
  await visit(page, `/events/${event.id}`);
  await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Everything Social");
  const said = (await main(page).innerText()).replaceAll(/[ \t]+/g, " ");
  const expected = [
    "Saturday, December 5, 2026",
    "6:30 – 9:00 PM EST",
    "2.5 hrs",
    "Oceanfront Park, 6 Oceanfront N",
    "Hosted by Ana Ruiz",
    "Marcus Bell, Mei Tanaka",
    "$12.50",
    "21 spaces left",
    "9 going",
    "Salsa or bachata?",
    "The first paragraph.\n\nThe second one,\nin two lines.",
    "Dance",
    "Photos",
  ];
  for (const words of expected) expect(said).toContain(words);
  const links = await page.getByRole("region", { name: "Good to know" }).locator("a[target=_blank]").all();
  expect(
    await Promise.all(links.map(async (link) => [await link.innerText(), await link.getAttribute("href")])),
  ).toEqual([
    ["Dance", "https://groupme.com/join_group/1/abc"],
    ["Event on Facebook", "https://www.facebook.com/events/1"],
    ["@ana-ruiz", "https://venmo.com/u/ana-ruiz"],
    ["$anaruiz", "https://cash.app/$anaruiz"],
  ]);
  const photos = page.getByRole("region", { name: "Photos" });
  expect([await photos.getByRole("img").count(), await photos.locator("video").count()]).toEqual([1, 1]);
  for (const picture of await main(page).getByRole("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await eventually(() =>
      picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth),
    ).toBeGreaterThan(0);
  }
  expect(notLoaded).toEqual([]);
});

test("[EVT-03] a shared description that is cut ends with whole characters", async () => {
  const description = `${"Sand. ".repeat(23)}🔥🔥 and more`;
  const event = await site.addEvent(makeEvent({ day: "2026-12-06", title: "Cut Short", description }));
  const html = await (await fetch(`${site.url}/events/${event.id}`)).text();
  expect(html).toContain("Sand. Sand.…");
  expect(html).not.toContain("\ufffd");
});

test("[EVT-03] photos that are not to be shown are not, and a link that could run something is none", async () => {
  const event = await site.addEvent(
    makeEvent({
      day: "2026-12-06",
      title: "Nothing Shown",
      imgList: ["photo-salsa-night"],
      showPhotos: false,
      facebookLink: "javascript:alert(1)",
      groupMeChatUrl: "javascript:alert(2)",
      organizerVenmo: "javascript:alert(3)",
      organizerCashApp: "data:text/html,x",
    }),
  );
  const { page } = await site.open();
  await visit(page, `/events/${event.id}`);
  await eventually(() => page.getByRole("heading", { name: "Photos" }).count()).toBe(0);
  const addresses = await page
    .locator("[href]")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const subscribe = `${site.url.replace("http:", "webcal:")}/events.ics`;
  expect(addresses.filter((address) => !/^(?:\/|#|https?:)/.test(address))).toEqual([subscribe]);
});

test("[EVT-03] a list leads to the page of an event, without a new document", async () => {
  const { page } = await site.open();
  await visit(page, "/events");
  await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  await main(page).getByRole("link", { name: "Sunset Volleyball" }).click();
  await page.getByRole("heading", { level: 1, name: "Sunset Volleyball" }).waitFor();
  expect(page.url()).toBe(site.url + VOLLEYBALL);
  await eventually(() => page.title()).toBe("Sunset Volleyball — Jax Beach");
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-same"))).toBe(true);
});

test("[EVT-03] on a phone the picture opens the page, and title, time, place and the button are on the first screen", async () => {
  const { page } = await site.open();
  await visit(page, VOLLEYBALL);
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  const picture = main(page).locator("figure").first();
  const title = page.getByRole("heading", { level: 1 });
  expect(await bottomOf(picture)).toBeLessThanOrEqual((await title.boundingBox())?.y ?? 0);
  expect(await bottomOf(main(page).locator("dl").first())).toBeLessThan(PHONE.height);
  expect(await bottomOf(main(page).getByRole("link", { name: "Join", exact: true }))).toBeLessThanOrEqual(PHONE.height);
});

test("[EVT-13] a reader elsewhere also reads their own time under the group's, with its day and in their hours", async () => {
  const { page } = await site.open({ timezoneId: "Asia/Tokyo", locale: "de-DE" });
  await visit(page, VOLLEYBALL);
  const facts = main(page).locator("dl").first();
  await facts.getByText("In your time zone: Sun, Nov 22, 07:30").waitFor();
  const here = await site.open({ timezoneId: "America/New_York" });
  await visit(here.page, VOLLEYBALL);
  await eventually(() => main(here.page).getByText("In your time zone").count()).toBe(0);
});

test("[EVT-04] no such event: 404, and 'Event not found for this URL' 5 seconds after loading, not before", async () => {
  const { page } = await site.open();
  const words = page.getByText(NOT_FOUND);
  const answer = await fetch(`${site.url}/events/2026-11-21-never-was`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain(NOT_FOUND);

  await stopClock(page);
  // A picture that is long in coming: the scripts run, and the page has not loaded.
  const picture = Promise.withResolvers<void>();
  await page.route("**/brand/mark.svg", async (route) => {
    await picture.promise;
    await route.continue();
  });
  await page.goto("/events/2026-11-21-never-was", { waitUntil: "domcontentloaded" });
  await page.getByRole("group", { name: "Color scheme" }).waitFor();
  await page.clock.runFor(20_000);
  await eventually(() => words.count()).toBe(0);
  await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Looking for this event…");
  picture.resolve();
  await page.waitForLoadState("load");
  await page.clock.runFor(4999);
  await eventually(() => words.count()).toBe(0);
  await page.clock.runFor(1);
  await words.waitFor();
  await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe(NOT_FOUND);
  const ways = await main(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(ways).toContain("/events");
});

test("[EVT-04] an event that was taken down while its list was open is looked for 5 seconds too", async () => {
  const event = await site.addEvent(makeEvent({ day: "2026-12-07", title: "Soon Gone" }));
  const { page } = await site.open();
  await stopClock(page);
  await visit(page, "/events");
  await site.sql("delete from social_events where id = $1", [event.id]);
  await eventually(async () => (await fetch(`${site.url}/events/${event.id}.data`)).status).toBe(404);
  await main(page).getByRole("link", { name: "Soon Gone" }).click();
  // Navigation waits for the next paint.
  await page.clock.runFor(100);
  await page.getByRole("heading", { name: "Looking for this event…" }).waitFor();
  await page.clock.runFor(4999);
  await eventually(() => page.getByText(NOT_FOUND).count()).toBe(0);
  await page.clock.runFor(1);
  await page.getByText(NOT_FOUND).waitFor();
});

const COPIES = [
  { button: "Copy link", text: () => site.url + VOLLEYBALL },
  { button: "Copy location", text: () => "South Beach Park courts, 2508 S 3rd St, Jacksonville Beach" },
];

for (const { button, text } of COPIES) {
  test(`[EVT-10] ${button} copies, and says so for 2 seconds`, async () => {
    const { page } = await site.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await stopClock(page);
    await visit(page, VOLLEYBALL);
    const feedback = page.getByText("Copied", { exact: true });
    await eventually(() => feedback.count()).toBe(0);
    await page.getByRole("button", { name: button }).click();
    await feedback.waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text());
    await page.clock.runFor(1999);
    await eventually(() => feedback.isVisible()).toBe(true);
    await page.clock.runFor(1);
    await feedback.waitFor({ state: "detached" });
  });
}

test("[EVT-10] copying again begins the 2 seconds anew", async () => {
  const { page } = await site.open({ permissions: ["clipboard-read", "clipboard-write"] });
  await stopClock(page);
  await visit(page, VOLLEYBALL);
  const feedback = page.getByText("Copied", { exact: true });
  const button = page.getByRole("button", { name: "Copy link" });
  await button.click();
  await feedback.waitFor();
  await page.clock.runFor(1500);
  await page.evaluate(() => navigator.clipboard.writeText("something else"));
  await button.click();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + VOLLEYBALL);
  await page.clock.runFor(1500);
  await eventually(() => feedback.isVisible()).toBe(true);
  await page.clock.runFor(500);
  await feedback.waitFor({ state: "detached" });
});

test("[EVT-10] a browser that does not let us copy is not said to have copied", async () => {
  const { page } = await site.open();
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await stopClock(page);
  await visit(page, VOLLEYBALL);
  await page.getByRole("button", { name: "Copy link" }).click();
  const feedback = page.getByText("Could not copy", { exact: true });
  await feedback.waitFor();
  await eventually(() => page.getByText("Copied", { exact: true }).count()).toBe(0);
  await page.clock.runFor(2000);
  await feedback.waitFor({ state: "detached" });
});
