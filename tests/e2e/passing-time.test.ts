import { afterAll, beforeAll, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { NOW } from "#tests/support/town.ts";

/** Ten in the morning; the town's clock stands there. */
const MIDNIGHT_MS = 14 * 3_600_000;

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  const events = [
    makeEvent({ day: "2026-11-21", startTime: "09:00:00", lengthMinutes: 48 * 60, title: "Two Day Camp" }),
    makeEvent({ day: "2026-11-22", startTime: "09:00:00", title: "Morning Stretch" }),
    makeEvent({ day: "2026-11-22", startTime: "20:00:00", title: "Evening Stretch" }),
  ];
  for (const event of events) await site.addEvent(event);
});
afterAll(() => site.close());

test("[EVT-01] in a list that stays open over midnight tomorrow becomes today", async () => {
  const { page } = await site.open();
  await page.clock.install({ time: NOW });
  await visit(page, "/events");
  await eventually(() => page.locator("#day-2026-11-22").innerText()).toBe("Tomorrow");
  await page.clock.fastForward(MIDNIGHT_MS + 60_000);
  await eventually(() => page.locator("#day-2026-11-22").innerText()).toBe("Today");
  await eventually(() => page.locator("#day-2026-11-23").innerText()).toBe("Tomorrow");
  // It goes on.
  await page.getByRole("region", { name: "Sat, Nov 21" }).getByText("1 day ago").waitFor();
});

test("[EVT-01] a page that slept over midnight says so when it is looked at again", async () => {
  const { page } = await site.open();
  await page.clock.install({ time: NOW });
  await visit(page, "/events");
  await eventually(() => page.locator("#day-2026-11-22").innerText()).toBe("Tomorrow");
  // As a device that slept: its clock went on, and neither the page's timers nor its own count of time did.
  await page.clock.setSystemTime(Date.parse(NOW) + MIDNIGHT_MS + 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await eventually(() => page.locator("#day-2026-11-22").innerText()).toBe("Today");
});

test("[LAND-04] the next events on the landing page, too", async () => {
  const { page } = await site.open();
  await page.clock.install({ time: NOW });
  await visit(page, "/");
  const next = page.getByRole("region", { name: "Next events" });
  await next
    .getByText(/^Tomorrow, /)
    .first()
    .waitFor();
  const tomorrow = await next.getByText(/^Tomorrow, /).count();
  await page.clock.fastForward(MIDNIGHT_MS + 60_000);
  await eventually(() => next.getByText(/^Today, /).count()).toBe(tomorrow);
});

test("[DASH-02] on the dashboard, too", async () => {
  const { page } = await site.open({ as: await site.tokenFor(["Members"]) });
  await page.clock.install({ time: NOW });
  await page.route("**/api/pending-join-requests?*", async (route) => {
    const response = await route.fetch();
    const upcoming = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: { ...upcoming, now: "2026-11-22T04:59:30.000Z" } });
  });
  await visit(page, "/dashboard");
  await eventually(() => page.locator("#day-2026-11-22").innerText()).toBe("Tomorrow");
  await page.clock.fastForward(60_000);
  await eventually(() => page.locator("#day-2026-11-22").innerText()).toBe("Today");
});

test("[EVT-12, DAY-10] a page whose events are all over leads to the later ones, and does not say that there are none", async () => {
  for (let nr = 0; nr < 20; nr += 1)
    await site.addEvent(
      makeEvent({ day: "2026-11-21", startTime: "04:00:00", lengthMinutes: 60, title: `Before Dawn ${nr}` }),
    );
  const { page } = await site.open();
  await visit(page, "/events");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Later events" }).waitFor();
  await eventually(() => main.innerText()).not.toMatch(/No upcoming social events found|Before Dawn/);
  await main.getByRole("link", { name: "Later events" }).click();
  await main.getByRole("link", { name: "Sunset Volleyball" }).first().waitFor();
});
