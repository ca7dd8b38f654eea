import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoEvents } from "#seeds/demo-events.ts";
import { makeEvent } from "#seeds/factories.ts";
import { stopClock } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, storeToken, visit } from "#tests/support/browser-site.ts";

const BONFIRE = "2026-11-25-bonfire-at-the-dunes";
const GAME_NIGHT = "2026-11-29-game-night-at-kelseys";
const BONFIRE_PLACES = ["Huguenot Memorial Park, north lot, Jacksonville", "Fire ring 4"];
const HIDDEN = "join group for location";

let site: BrowserSite;
let user: string;
let member: string;
let ids: string[];
let secrets: string[];

/** The part of a text that stands unchanged however it is quoted: in HTML, in JSON, in a script. */
const plainPart = (text: string) =>
  text.split(/[^\w ,]+/).reduce((longest, part) => (part.length > longest.length ? part : longest));

beforeAll(async () => {
  site = await startBrowserSite();
  [user, member] = await Promise.all([site.tokenFor([]), site.tokenFor(["Members"])]);
  const added = await site.addEvent(
    makeEvent({
      day: "2026-11-30",
      title: "Asked in the Poll",
      privateLocation: "Pool house 77",
      pollPrivateLocation: "Pool gate 78",
    }),
  );
  const town = demoEvents("2026-11-21", "America/New_York").map(({ event }) => event);
  const events = [...town, added];
  ids = events.map(({ id }) => id);
  secrets = events
    .flatMap((event) => [
      event.privateLocation,
      event.pollPrivateLocation,
      event.membersOnlyLocation ? event.location : "",
      ...(event.generalPublic === false ? [event.title, event.description, event.location] : []),
    ])
    .flatMap((secret) => (secret ? [plainPart(secret)] : []));
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");
const says = async (page: Page) => (await main(page).innerText()).replaceAll(/\s+/g, " ");

async function read(path: string, as?: string): Promise<string> {
  const init = as === undefined ? {} : { headers: { authorization: `Bearer ${as}` } };
  return (await fetch(site.url + path, init)).text();
}

test("[EVT-08, EVT-09] no byte of any page, its data or the API gives a visitor or user a hidden place or event", async () => {
  expect(secrets.length).toBeGreaterThanOrEqual(9);
  const pages = ["/home", "/events", "/events?isPastEvents", "/join", "/connect"];
  const ofOne = ids.flatMap((id) => [`/events/${id}`, `/join/${id}`]);
  const addresses = [...pages, ...ofOne].flatMap((path) => [path, path.replace(/(?=\?|$)/, ".data")]);
  const queries = ids.flatMap((id) => [`/?eventId=${id}`, `/_.data?eventId=${id}`, `/api/social-events?id=${id}`]);
  const all = ["/", "/_.data", "/api/social-events", ...addresses, ...queries];
  const leaks: string[] = [];
  for (const path of all) {
    for (const text of await Promise.all([read(path), read(path, user)])) {
      expect(text.length, path).toBeGreaterThan(20);
      // What was asked for may be said again; nothing else of it.
      const said = text.replaceAll(path.split("=").at(-1) ?? path, "");
      const found = [...secrets, "rivateLocation", "password"].filter((secret) => said.includes(secret));
      leaks.push(...found.map((secret) => `${path}: ${secret}`));
    }
  }
  expect(leaks).toEqual([]);
  // The words sought are the right ones: who may read them does.
  const told = await Promise.all(ids.map((id) => read(`/api/social-events?id=${id}`, member)));
  expect(secrets.filter((secret) => !told.join().includes(secret))).toEqual([]);
});

test("[EVT-08] a visitor reads 'join group for location', which leads to joining", async () => {
  const { page } = await site.open();
  await visit(page, `/events/${BONFIRE}`);
  const place = main(page).getByRole("link", { name: HIDDEN });
  await eventually(() => place.getAttribute("href")).toBe(`/join/${BONFIRE}`);
  await eventually(() => main(page).getByRole("button", { name: "Copy location" }).count()).toBe(0);
  await visit(page, "/events");
  await main(page).getByText(HIDDEN).waitFor();
});

test("[EVT-08] a user without a group reads no more than a visitor", async () => {
  const { page } = await site.open({ as: user });
  const answer = page.waitForResponse((response) => response.url().includes("/api/social-events?id="));
  await visit(page, `/events/${BONFIRE}`);
  expect((await answer).status()).toBe(200);
  await (await answer).finished();
  // They have joined already: what they lack is a membership.
  await eventually(() => main(page).getByRole("link", { name: HIDDEN }).getAttribute("href")).toBe("/subscribe");
  for (const place of BONFIRE_PLACES) expect(await page.content()).not.toContain(place);
});

for (const group of ["Members", "Admins"] as const) {
  test(`[EVT-08] somebody of the ${group} reads the place and the private one, until signed out`, async () => {
    const { page, problems } = await site.open({ as: await site.tokenFor([group]) });
    await visit(page, `/events/${BONFIRE}`);
    await eventually(() => says(page)).toContain(BONFIRE_PLACES[1]);
    for (const place of BONFIRE_PLACES) expect(await says(page)).toContain(place);
    expect(await says(page)).not.toContain(HIDDEN);
    await page.getByRole("button", { name: "Copy location" }).waitFor();
    await visit(page, "/events");
    await eventually(() => says(page)).toContain(BONFIRE_PLACES[0]);
    expect(await says(page)).not.toContain(HIDDEN);
    // Without a reload, what is for members goes with the session.
    await storeToken(page, null);
    await eventually(() => says(page)).toContain(HIDDEN);
    expect(await page.content()).not.toContain(BONFIRE_PLACES[0]);
    expect(problems).toEqual([]);
  });
}

test("[EVT-08] a member who opens an event from the list reads its private place there", async () => {
  const { page } = await site.open({ as: member });
  await visit(page, "/events");
  await main(page).getByRole("link", { name: "Sunset Volleyball" }).click();
  await main(page).getByText("Court 3, nearest the showers").waitFor();
  expect(page.url()).toBe(`${site.url}/events/2026-11-21-sunset-volleyball`);
});

test("[EVT-09] an event for close friends is not there for visitors and users", async () => {
  for (const options of [{}, { as: user }]) {
    const { page } = await site.open(options);
    expect((await page.goto(`/events/${GAME_NIGHT}`))?.status()).toBe(404);
    await page.getByRole("heading", { level: 1, name: "Looking for this event…" }).waitFor();
    await eventually(() => page.title()).not.toContain("Game Night");
    await visit(page, "/events");
    await main(page).getByRole("link", { name: "Sunset Volleyball" }).waitFor();
    expect(await says(page)).not.toContain("Game Night");
  }
});

test("[EVT-09] a member finds it in the list, marked as such, and on its page, which never says that there is none", async () => {
  const { page } = await site.open({ as: member });
  await stopClock(page);
  await visit(page, "/events");
  const row = main(page).locator("li").filter({ hasText: "Game Night at Kelsey's" });
  await row.getByText("Close friends").waitFor();
  await row.getByRole("link").click();
  // Navigation waits for the next paint.
  await page.clock.runFor(100);
  await page.getByRole("heading", { level: 1, name: "Game Night at Kelsey's" }).waitFor();
  expect(await page.title()).toMatch(/^Game Night at Kelsey's — ./);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("main");

  await visit(page, `/events/${GAME_NIGHT}`);
  await page.getByRole("heading", { level: 1, name: "Game Night at Kelsey's" }).waitFor();
  expect(await says(page)).toContain("211 Cherry St, blue door, side gate 4417");
  await page.clock.runFor(10_000);
  expect(await says(page)).not.toContain("Event not found for this URL");
});

test("[EVT-08, AUTH-06] a session that is over opens nothing: one is asked to sign in, and the page is public again", async () => {
  const { page, problems } = await site.open({ as: "not.a.token" });
  // Asked here, because the page may end the session before it asks for the event.
  const answer = await fetch(`${site.url}/api/social-events?id=${BONFIRE}`, {
    headers: { authorization: "Bearer not.a.token" },
  });
  expect(answer.status).toBe(401);
  await page.goto(`/events/${BONFIRE}`);
  await page.waitForURL((url) => url.pathname === "/login");
  await page.getByText("Your session has expired. Please login again.").waitFor();
  await visit(page, `/events/${BONFIRE}`);
  await main(page).getByRole("link", { name: HIDDEN }).waitFor();
  expect(problems).toEqual([]);
});
