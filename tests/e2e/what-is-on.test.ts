import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { expectAccessible, expectNoSideways, PHONE, stopClock } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

/** The town’s clock says ten in the morning of this day. */
const TODAY = "2026-11-21";
const OVER = makeEvent({ day: TODAY, startTime: "07:00:00", title: "Dawn Paddle", lengthMinutes: 60, capacity: 6 });
const LATER = makeEvent({ day: TODAY, startTime: "21:00:00", title: "Night Paddle", lengthMinutes: 60, capacity: 6 });
const POSTPONED = makeEvent({ day: "2026-11-29", title: "Stormy Sail", status: "postponed" });

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ TOURNAMENT_DATE: TODAY });
  for (const event of [OVER, LATER, POSTPONED]) await site.addEvent(event);
});
afterAll(() => site.close());

test("[EVT-01, LAND-04, DAY-10] an event that ended earlier today is on no list, and its page offers nothing that needs it to come", async () => {
  const { page } = await site.open({ viewport: PHONE });
  const main = page.getByRole("main");
  await visit(page, "/events");
  await main.getByRole("link", { name: "Night Paddle" }).waitFor();
  await eventually(() => main.getByText("Dawn Paddle").count()).toBe(0);
  await visit(page, "/");
  await eventually(() => main.getByText("Dawn Paddle").count()).toBe(0);

  await visit(page, `/events/${OVER.id}`);
  await main.getByText("This event is over").waitFor();
  await eventually(() => main.getByText(/spaces? left/).count()).toBe(0);
  await eventually(() => main.getByText("Add to calendar").count()).toBe(0);
  await eventually(() => main.getByRole("link", { name: "Join", exact: true }).count()).toBe(0);
  await expectAccessible(page);
});

test("[EVT-11] a past event says how many came as soon as its host has marked them, and never who had said so", async () => {
  const { page } = await site.open({ viewport: PHONE });
  const main = page.getByRole("main");
  await site.sql("update social_events set going_count = 3 where id = $1", [OVER.id]);
  await visit(page, `/events/${OVER.id}`);
  await main.getByText("This event is over").waitFor();
  await eventually(() => main.getByText(/going|nobody has answered|came/i).count()).toBe(0);
  // The page is cached by now.
  const walkIns = ["Flo", "Gus"].map((name) => ({
    id: randomUUID(),
    walkIn: { id: randomUUID(), name },
    presence: "here",
    guests: 1,
  }));
  const answer = await fetch(`${site.url}/api/social-events/${OVER.id}/door`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${await site.tokenFor(["Admins"])}` },
    body: JSON.stringify({ marks: walkIns }),
  });
  expect(answer.status).toBe(200);
  await eventually(async () => {
    await visit(page, `/events/${OVER.id}`);
    return main.innerText();
  }).toContain("4 came");
  await eventually(() => main.getByText(/going/i).count()).toBe(0);
});

test("[EVT-03, EVT-13] a postponed event strikes its old day out and offers no calendar entry", async () => {
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, `/events/${POSTPONED.id}`);
  const main = page.getByRole("main");
  await main.getByText("New date to be announced").waitFor();
  await eventually(() => main.locator("del").innerText()).toContain("November 29, 2026");
  await eventually(() => main.getByText("Add to calendar").count()).toBe(0);
  await expectAccessible(page);
});

test("[EVT-04, EVT-09] a link to an event that a visitor can't see offers to sign in at once, and leads back", async () => {
  const { page } = await site.open({ viewport: PHONE });
  await stopClock(page);
  await page.goto("/events/2026-12-24-close-friends");
  const signIn = page.getByRole("main").getByRole("link", { name: "Sign in" });
  await signIn.waitFor();
  await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Looking for this event…");
  await eventually(() => signIn.getAttribute("href")).toBe("/login?next=%2Fevents%2F2026-12-24-close-friends");
  await page.clock.runFor(5000);
  await page.getByRole("heading", { name: "Event not found for this URL" }).waitFor();
  await eventually(() => signIn.isVisible()).toBe(true);
});

test("[SIDE-02] once sign-up is over the tournament shows its day, and neither page invites a team", async () => {
  const { page } = await site.open({ viewport: PHONE });
  const main = page.getByRole("main");
  for (const path of ["/tournament", "/registration-vball-tourney"]) {
    await visit(page, path);
    await main.getByText("Sign-up is closed").waitFor();
    await eventually(() => main.getByRole("link", { name: "Register a team" }).count()).toBe(0);
    await eventually(() => main.locator("form").count()).toBe(0);
    await expectAccessible(page);
  }
  await visit(page, "/tournament");
  await main.getByText("Saturday, November 21, 2026").waitFor();
  await eventually(() => main.getByText("Register anyway").count()).toBe(0);
});

test("[LAND-01, SIDE-03] the landing page names this week's events and leads to the pages of what the group does", async () => {
  const { page } = await site.open({ viewport: { width: 320, height: 640 } });
  await visit(page, "/");
  const week = page.getByRole("region", { name: "Any given week" });
  await week.getByRole("link", { name: "Night Paddle" }).waitFor();
  await eventually(() => week.getByText("Other Events").count()).toBe(0);
  const pages = page.getByRole("navigation", { name: "What we do" }).getByRole("link");
  const paths = await pages.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(paths).toEqual(expect.arrayContaining(["/bonfire", "/salsa", "/dance", "/host", "/support"]));
  // What is not set up, or has no day, is not offered.
  expect(paths).not.toContain("/xmas");
  for (const path of paths) expect((await fetch(site.url + path)).status, path ?? "").toBe(200);
  await expectNoSideways(page);
  await visit(page, "/dance");
  await eventually(() =>
    page.getByRole("main").getByRole("link", { name: "Sign up for the Country Party" }).getAttribute("href"),
  ).toBe("/xmas");
});

test("[PAY-02, NAV-06] at 320 pixels the budget keeps its amounts in one line", async () => {
  const { page } = await site.open({ viewport: { width: 320, height: 640 } });
  await visit(page, "/subscribe");
  await page.getByText("Show Our Annual Budget").click();
  const total = page.getByRole("cell", { name: "$10,000" });
  expect(
    await total.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  ).toBe(1);
  await expectNoSideways(page);
});
