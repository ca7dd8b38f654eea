import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectAccessible, expectNoSideways, LOOKS } from "#tests/support/browser.ts";

const OPEN = makeEvent({ day: "2026-12-05", title: "Calendar Social", capacity: 4 });
const HIDDEN = makeEvent({ day: "2026-12-06", title: "Hidden Social", membersOnlyLocation: true, location: "SECRET" });
const OFF = makeEvent({ day: "2026-12-07", title: "Off Social", status: "cancelled" });

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  for (const event of [OPEN, HIDDEN, OFF]) await site.addEvent(event);
});
afterAll(() => site.close());

test("[EVT-13] by keyboard, an event goes into any calendar: a file, Google, Outlook, or all events at once", async () => {
  const { page, problems } = await site.open();
  await visit(page, `/events/${OPEN.id}`);
  const menu = page.getByRole("main").locator("details", { hasText: "Add to calendar" });
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  const [file, google, outlook, all] = await menu.getByRole("link").all();
  await eventually(() => file?.getAttribute("href")).toBe(`/events/${OPEN.id}.ics`);
  await eventually(() => google?.getAttribute("href")).toContain("dates=20261205T230000Z%2F20261206T010000Z");
  await eventually(() => outlook?.getAttribute("href")).toContain("startdt=2026-12-05T23%3A00%3A00.000Z");
  await eventually(() => all?.getAttribute("href")).toBe(`${site.url.replace("http:", "webcal:")}/events.ics`);
  const downloading = page.waitForEvent("download");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect((await downloading).suggestedFilename()).toBe(`${OPEN.id}.ics`);
  await page.keyboard.press("Escape");
  await eventually(() => menu.getAttribute("open")).toBeNull();
  expect(problems).toEqual([]);

  await visit(page, `/events/${OFF.id}`);
  await eventually(() => page.getByText("Add to calendar").count()).toBe(0);
});

test("[EVT-13] a member's file has the place that members read", async () => {
  const { page } = await site.open({ as: await site.tokenFor(["Members"]) });
  await visit(page, `/events/${HIDDEN.id}`);
  const menu = page.getByRole("main").locator("details", { hasText: "Add to calendar" });
  await menu.locator("summary").click();
  const downloading = page.waitForEvent("download");
  await menu.getByRole("link", { name: "Apple and others (.ics)" }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, "utf8")).toContain(`LOCATION:${HIDDEN.location}`);
});

test("[EVT-13, EVT-08] search engines and previews read every event, and of a hidden place the area alone", async () => {
  const html = async (id: string) => (await fetch(`${site.url}/events/${id}`)).text();
  const open = await html(OPEN.id);
  const jsonLd = (page: string) =>
    JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? "{}") as object;
  expect(jsonLd(open)).toMatchObject({
    "@type": "Event",
    name: "Calendar Social",
    startDate: "2026-12-05T18:00:00-05:00",
    eventStatus: "https://schema.org/EventScheduled",
    location: { address: "South Beach Park, Jacksonville Beach" },
    offers: { price: 0, priceCurrency: "USD", availability: "https://schema.org/InStock" },
  });
  expect(open).toContain(`<link rel="alternate" type="text/calendar" href="/events/${OPEN.id}.ics"/>`);
  expect(open).toContain('property="og:image"');
  const hidden = await html(HIDDEN.id);
  expect(jsonLd(hidden)).toMatchObject({
    "@type": "Event",
    name: "Hidden Social",
    location: { "@type": "Place", name: "Jacksonville, FL" },
  });
  expect(JSON.stringify(jsonLd(hidden))).not.toMatch(/"address"|join group/);
  expect(hidden).not.toContain("SECRET");
  expect(await (await fetch(`${site.url}/events`)).text()).toContain('href="/events.ics"');
});

test.each(LOOKS)("[NAV-06] the open menu keeps nobody out and fits: $viewport.width px, $colorScheme", async (look) => {
  const { page } = await site.open(look);
  await visit(page, `/events/${OPEN.id}`);
  await page.getByText("Add to calendar").click();
  await page.getByRole("link", { name: "Outlook" }).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
});

test("[EVT-13] a member makes the address of their own calendar, replaces it after a question, and turns it off", async () => {
  const { page, problems } = await site.open({ as: await site.signInAs("member@example.com") });
  await visit(page, "/dashboard?tab=account");
  const section = page.getByRole("region", { name: "Your calendar" });
  await section.getByRole("button", { name: "Make my calendar address" }).click();
  const address = section.getByLabel("Your secret address.");
  const first = await address.inputValue();
  expect(first).toMatch(new RegExp(`^${site.url}/calendar/[\\w-]{43}\\.ics$`));
  await eventually(() => section.getByRole("link", { name: "Subscribe on this device" }).getAttribute("href")).toBe(
    first.replace("http:", "webcal:"),
  );
  expect((await fetch(first)).status).toBe(200);
  await section.getByRole("button", { name: "Copy address" }).click();
  await expectAccessible(page);
  await expectNoSideways(page);

  await section.getByRole("button", { name: "New address" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a new address" });
  await dialog.getByRole("button", { name: "Keep the old one" }).click();
  expect((await fetch(first)).status).toBe(200);
  await section.getByRole("button", { name: "New address" }).click();
  await dialog.getByRole("button", { name: "Make a new address" }).click();
  await eventually(() => address.inputValue()).not.toBe(first);
  expect((await fetch(first)).status).toBe(404);

  await page.reload();
  const second = await address.inputValue();
  await section.getByRole("button", { name: "Turn it off" }).click();
  await section.getByRole("button", { name: "Make my calendar address" }).waitFor();
  expect((await fetch(second)).status).toBe(404);
  expect(problems).toEqual([]);
});
