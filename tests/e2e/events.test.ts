import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");

/** The ids of the events that a page lists, from top to bottom. */
async function listed(page: Page): Promise<string[]> {
  const links = main(page).locator("li").locator("h2 a, h3 a");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  return addresses.map((address) => address.replace("/events/", ""));
}

/** What a list says of one event. */
const rowOf = (page: Page, title: string) =>
  main(page)
    .locator("li")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });

async function words(page: Page, title: string): Promise<string> {
  return (await rowOf(page, title).innerText()).replaceAll(/\s+/g, " ");
}

const html = async (path: string) => (await fetch(site.url + path)).text();

test("[EVT-01] upcoming public events stand in the order of the day in their id, and of the hour within a day", async () => {
  // Added last, so that neither the order of adding nor that of the ids gives the right one.
  await site.addEvent(makeEvent({ day: "2026-11-22", title: "Zumba at Dawn", startTime: "05:00:00" }));
  await site.addEvent(makeEvent({ day: "2026-11-20", title: "Yesterday" }));
  const { page } = await site.open();
  await visit(page, "/events");
  expect(await listed(page)).toEqual([
    "2026-11-21-sunset-volleyball",
    "2026-11-22-zumba-at-dawn",
    "2026-11-22-sunrise-run-and-coffee",
    "2026-11-22-pickleball-ladder-night",
    "2026-11-23-bouldering-for-beginners",
    "2026-11-24-salsa-on-the-seawalk",
    "2026-11-25-bonfire-at-the-dunes",
    "2026-11-26-art-walk-wander",
    "2026-11-27-yoga-before-breakfast",
    "2026-11-28-doubles-in-the-sand",
    "2026-11-30-kayak-the-intracoastal",
    "2026-12-01-full-moon-ride",
    "2026-12-03-learn-to-surf",
    "2026-12-04-pier-sunrise-social",
  ]);
  const days = await main(page).getByRole("heading", { level: 2 }).allInnerTexts();
  expect(days.slice(0, 4)).toEqual(["Today", "Tomorrow", "Mon, Nov 23", "Tue, Nov 24"]);
});

test("[EVT-01] one kind of event alone, by a link that can be sent on", async () => {
  const { page } = await site.open();
  await visit(page, "/events");
  await page.getByRole("navigation", { name: "Kinds of events" }).getByRole("link", { name: "Pickleball" }).click();
  await eventually(() => listed(page)).toEqual(["2026-11-22-pickleball-ladder-night"]);
  await page.reload();
  expect(await listed(page)).toEqual(["2026-11-22-pickleball-ladder-night"]);
});

test("[EVT-02] past events with photos, newest first; what is to come, and what has no photos, is not among them", async () => {
  await site.addEvent(makeEvent({ day: "2026-11-18", title: "No Photos", showPhotos: false }));
  const { page } = await site.open();
  await visit(page, "/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Photos" }).click();
  await page.waitForURL(`${site.url}/photos`);
  // In any case and with a slash, as every address.
  for (const path of ["/PHOTOS", "/photos/", "/photos.data"])
    expect(await (await fetch(site.url + path)).text(), path).toContain("sand-sixes");
  await page.getByRole("heading", { level: 1, name: "Photos" }).waitFor();
  expect(await listed(page)).toEqual([
    "2026-11-20-sand-sixes",
    "2026-11-17-dune-fire",
    "2026-11-13-doubles-and-donuts",
    "2026-11-06-turkey-trot-warm-up",
    "2026-10-30-top-rope-session",
    "2026-10-23-salsa-social",
    "2026-10-16-gallery-art-walk",
  ]);
  const photos = await main(page).getByRole("img").all();
  expect(photos.length).toBeGreaterThanOrEqual(7);
  for (const photo of photos) {
    await photo.scrollIntoViewIfNeeded();
    await eventually(() => photo.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeGreaterThan(
      0,
    );
    await eventually(() => photo.getAttribute("alt")).not.toBe("");
  }
});

test("[EVT-02] an .mp4 plays as a video, and is given in ranges as players ask for it", async () => {
  const { page } = await site.open();
  for (const path of ["/events?isPastEvents", "/events/2026-11-17-dune-fire"]) {
    await page.goto(path);
    const video = main(page).locator("video");
    await video.scrollIntoViewIfNeeded();
    await eventually(() => video.getAttribute("aria-label")).toBe("Video of Dune Fire");
    await eventually(() => video.getAttribute("controls")).not.toBeNull();
    const seconds = () =>
      video.evaluate((element: HTMLVideoElement) => (element.readyState > 0 ? element.duration : 0));
    await eventually(seconds).toBeGreaterThan(1);
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await eventually(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  }
  const address = `${site.url}/images/photo-bonfire-loop.mp4`;
  const whole = await fetch(address);
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "video/mp4"]);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const part = await fetch(address, { headers: { range: "bytes=100-199" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200));
  expect((await fetch(address, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
});

const SPACES = [
  { title: "Any Number", capacity: 1000, goingCount: 30, costCents: 0, says: "Open to all" },
  { title: "Who Knows", capacity: null, goingCount: 3, costCents: 0, says: null },
  { title: "Two Left", capacity: 5, goingCount: 3, costCents: 0, says: "2 spaces left" },
  { title: "One Left", capacity: 5, goingCount: 4, costCents: 900, says: "1 space left" },
  { title: "Paid and Gone", capacity: 5, goingCount: 5, costCents: 900, says: "Sold out" },
  { title: "Free and Full", capacity: 5, goingCount: 5, costCents: 0, says: "Event Full" },
  { title: "Over Full", capacity: 5, goingCount: 7, costCents: 0, says: "Event Full" },
] as const;
const ANY_SPACES = /Open to all|\d+ spaces? left|Sold out|Event Full/g;

test("[EVT-06, EVT-11] in a list: unlimited, unknown, N spaces left, sold out, full; and the true count of who goes", async () => {
  for (const { says: _, ...event } of SPACES)
    await site.addEvent(makeEvent({ day: "2026-12-10", chat: "Other Events", ...event }));
  const { page } = await site.open();
  await visit(page, "/events?chat=Other+Events");
  for (const { title, says, goingCount } of SPACES) {
    const said = await words(page, title);
    expect(said.match(ANY_SPACES) ?? [], title).toEqual(says === null ? [] : [says]);
    expect(said).toContain(`${goingCount} going`);
    expect(said).not.toContain("usually");
  }
});

const OTHER_ACTIONS = new Map<string | null, readonly (string | null)[]>([
  // A button: its form opens on the page.
  ["Sold out", ["Join the wait list", null]],
]);

for (const { title, says, costCents } of SPACES) {
  test(`[EVT-06, EVT-07] the page of an event that is '${says ?? "unknown"}' for ${costCents} cents: ${title}`, async () => {
    const { page } = await site.open();
    const id = `2026-12-10-${title.toLowerCase().replaceAll(" ", "-")}`;
    await visit(page, `/events/${id}`);
    const said = (await main(page).innerText()).match(ANY_SPACES) ?? [];
    expect([...new Set(said)]).toEqual(says === null ? [] : [says]);
    const action = main(page).locator("[data-action-bar]").locator("a, button");
    const label = says === "Event Full" ? "Join the waiting list" : "Join";
    const expected = OTHER_ACTIONS.get(says) ?? [label, `/join/${id}`];
    expect([await action.innerText(), await action.getAttribute("href")]).toEqual(expected);
    await eventually(() => action.isVisible()).toBe(true);
  });
}

test("[EVT-11] before anybody has answered: 'usually 8–14 people'; after the first answer the true count", async () => {
  const id = "2026-11-26-art-walk-wander";
  const { page } = await site.open();
  for (const path of ["/events", `/events/${id}`]) {
    const said = async () => {
      if (path === "/events") return words(page, "Art Walk Wander");
      // Comes last, with the numbers of this moment.
      await main(page).getByRole("heading", { name: "Who’s going" }).waitFor();
      return main(page).innerText();
    };
    await site.sql("update social_events set going_count = 0 where id = $1", [id]);
    const load = async () => {
      await visit(page, path);
      return said();
    };
    await eventually(load).toContain("usually 8–14 people");
    // Not a number drawn anew: the same again.
    const again = await load();
    expect(await load()).toBe(again);
    expect(again).not.toMatch(/\d going/);
    await site.sql("update social_events set going_count = 1 where id = $1", [id]);
    await eventually(load).toContain("1 going");
    expect(await said()).not.toContain("usually");
  }
});

test("[EVT-11] an estimate of one number is not a range", async () => {
  const id = "2026-11-26-art-walk-wander";
  await site.sql("update social_events set going_count = 0, usual_low = 10, usual_high = 10 where id = $1", [id]);
  await eventually(() => html(`/events/${id}`)).toContain("usually 10 people");
});

test("[EVT-01] what changes by any hand is on the cached pages at the next request", async () => {
  const id = "2026-11-23-bouldering-for-beginners";
  const pages = ["/events", `/events/${id}`, "/join", "/events.data"];
  // Asked twice, so that they are kept.
  for (const path of [...pages, ...pages]) expect(await html(path)).toContain("Bouldering for Beginners");
  await site.sql("update social_events set title = 'Ropes for Beginners' where id = $1", [id]);
  for (const path of pages) {
    await eventually(() => html(path), path).toContain("Ropes for Beginners");
    expect(await html(path)).not.toContain("Bouldering for Beginners");
  }
  await site.sql("update social_events set status = 'cancelled' where id = $1", [id]);
  await eventually(() => html(`/events/${id}`)).toContain("This event isn’t happening");
  const { page } = await site.open();
  await visit(page, "/events");
  expect(await words(page, "Ropes for Beginners")).toContain("Canceled");
  await visit(page, `/events/${id}`);
  await eventually(() => main(page).getByRole("alert").innerText()).toContain("Canceled");
  await eventually(() => main(page).getByRole("link", { name: "Join", exact: true }).count()).toBe(0);
});

test("[EVT-01] a long list goes on on further pages, and back to the first", async () => {
  await site.sql(
    `insert into social_events (id, title, day, start_time, time_zone, starts_at, location, host)
     select '2027-03-01-social-' || n, 'Social ' || n, '2027-03-01', '18:00', 'America/New_York', '2027-03-01T23:00Z', 'Pier', 'Ana'
     from generate_series(1, 30) n`,
  );
  const { page } = await site.open({ viewport: DESK });
  await eventually(async () => (await html("/events")).includes("Later events")).toBe(true);
  await visit(page, "/events");
  const paging = main(page).getByRole("navigation", { name: "Pages" });
  const first = await listed(page);
  expect(first).toHaveLength(20);
  const seen = [...first];
  while ((await paging.getByRole("link", { name: "Later events" }).count()) > 0) {
    await paging.getByRole("link", { name: "Later events" }).click();
    await eventually(() => listed(page)).not.toContain(seen.at(-1));
    seen.push(...(await listed(page)));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => id.startsWith("2027-03-01-social-"))).toHaveLength(30);
  await paging.getByRole("link", { name: "Back to the first" }).click();
  await eventually(() => listed(page)).toEqual(first);
});

/** Renames the table away while something is done, and tells the cached pages that all is new. */
async function withoutEvents(act: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string) =>
    site.sql(
      `alter table ${from} rename to ${to}; insert into change_log (topic, subject) values ('content_changed', 'event:*')`,
    );
  await rename("social_events", "events_away");
  try {
    await act();
  } finally {
    await rename("events_away", "social_events");
  }
}

test("[EVT-12] a list that cannot be loaded says so and how to go on, and comes back", async () => {
  const { page } = await site.open();
  const failure = page.getByText(/Failed to load social events: \S+/);
  const status = async () => (await fetch(`${site.url}/events`)).status;
  await visit(page, "/terms");
  await withoutEvents(async () => {
    await eventually(status).toBe(500);
    // Within the page, and as a document.
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Events" }).click();
    await failure.waitFor();
    await page.goto("/events");
    await failure.waitFor();
    await eventually(() => main(page).innerText()).not.toMatch(/relation|select|social_events/);
  });
  await eventually(status).toBe(200);
  await main(page).getByRole("link", { name: "Try again" }).click();
  await main(page).getByRole("link", { name: "Sunset Volleyball" }).waitFor();
});

test("[EVT-12] without any event to come: 'No upcoming social events found'", async () => {
  const { page } = await site.open();
  await site.sql("delete from social_events where chat = 'Dance' or not show_photos");
  await eventually(async () => (await html("/events")).includes("No upcoming social events found")).toBe(true);
  for (const path of ["/events", "/events?chat=Dance"]) {
    await visit(page, path);
    await main(page).getByRole("heading", { name: "No upcoming social events found" }).waitFor();
    expect(await listed(page)).toEqual([]);
  }
});
