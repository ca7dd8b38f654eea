import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

const HACK = "window.hacked=1";
const HOSTILE = `<script>${HACK}</script>`;
const HOSTILE_TEXT = `"><img src=x onerror=${HACK}></script><script>${HACK}</script><!-- & \u2028 '`;
// As people paste them.
const LONG_WORD = `https://tickets.example.com/e/${"sunset-volleyball-at-the-beach-".repeat(4)}tickets-123456789012`;

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  // The first of today, so that the landing page shows it too.
  const hostile = {
    title: HOSTILE,
    description: HOSTILE_TEXT,
    location: HOSTILE_TEXT,
    host: HOSTILE_TEXT,
    host1: HOSTILE,
  };
  await site.addEvent(
    makeEvent({
      day: "2026-11-21",
      id: "2026-11-21-hostile",
      startTime: "00:01:00",
      pollText: HOSTILE_TEXT,
      ...hostile,
    }),
  );
  const long = {
    title: LONG_WORD,
    description: LONG_WORD,
    location: LONG_WORD,
    host: LONG_WORD,
    organizerVenmo: "a".repeat(60),
  };
  await site.addEvent(makeEvent({ day: "2026-11-21", id: "2026-11-21-long", startTime: "00:02:00", ...long }));
});
afterAll(() => site.close());

type Case = { readonly name: string; readonly path: string; readonly h1: string; readonly status?: number };

const PAGES: readonly Case[] = [
  { name: "the landing page", path: "/", h1: "Get Active. Make Friends." },
  { name: "the events", path: "/events", h1: "Events" },
  { name: "the photos", path: "/events?isPastEvents", h1: "Photos" },
  { name: "no events of a kind", path: "/events?chat=None", h1: "Events" },
  { name: "an event", path: "/events/2026-11-21-sunset-volleyball", h1: "Sunset Volleyball" },
  {
    name: "an event that is sold out",
    path: "/events/2026-11-22-pickleball-ladder-night",
    h1: "Pickleball Ladder Night",
  },
  { name: "an event that is cancelled", path: "/events/2026-12-01-full-moon-ride", h1: "Full Moon Ride" },
  { name: "an event that is over", path: "/events/2026-11-17-dune-fire", h1: "Dune Fire" },
  { name: "an event with long words", path: "/events/2026-11-21-long", h1: LONG_WORD },
  { name: "an event with markup", path: "/events/2026-11-21-hostile", h1: HOSTILE },
  {
    name: "an event that is not there",
    path: "/events/2026-11-21-never-was",
    h1: "Event not found for this URL",
    status: 404,
  },
  { name: "joining", path: "/join", h1: "Join Jax Beach" },
  { name: "creating an event", path: "/create", h1: "Create Event" },
  { name: "the terms", path: "/terms", h1: "Terms" },
  { name: "privacy", path: "/privacy", h1: "Privacy" },
  { name: "data deletion", path: "/data-deletion", h1: "Data Deletion" },
  { name: "an unknown address", path: "/nowhere", h1: "This page is not here", status: 404 },
  { name: "the sign-in", path: "/login", h1: "Sign in" },
];

type Axe = { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

/** What axe finds now, in a page that `expectAccessible` has brought it into. */
function findAgain(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
}

const choose = (page: Page, scheme: string) => page.getByRole("button", { name: scheme, exact: true }).click();

/** On a phone and a desk, light and dark. */
async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  await expectAccessible(page);
  await choose(page, "Dark");
  expect(await findAgain(page), "dark, on a phone").toEqual([]);
  await page.setViewportSize(DESK);
  expect(await findAgain(page), "dark, on a desk").toEqual([]);
  await choose(page, "Light");
  expect(await findAgain(page), "light, on a desk").toEqual([]);
}

async function expectSound(page: Page, h1: string): Promise<void> {
  expect(await page.locator("h1").allTextContents()).toEqual([h1]);
  expect(await page.locator("main").count()).toBe(1);
  expect(await page.title()).toMatch(/Jax Beach/);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
}

async function expectNoSidewaysDownTo320(page: Page): Promise<void> {
  for (const width of [DESK.width, 768, 320, PHONE.width]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await expectNoSideways(page);
  }
}

for (const { name, path, h1, status = 200 } of PAGES) {
  test(`[NAV-06] ${name}: in nobody's way, on a phone and a desk, light and dark; nothing sideways down to 320 px`, async () => {
    const { page, problems, notLoaded } = await site.open();
    if (status === 404) await page.clock.install();
    const answer = page.waitForResponse((response) => response.request().isNavigationRequest());
    await visit(page, path);
    expect((await answer).status()).toBe(status);
    if (status === 404) await page.clock.fastForward(5000);
    await page.getByRole("heading", { level: 1, name: h1, exact: true }).waitFor();
    await expectSound(page, h1);
    await stopTransitions(page);
    await expectNoSidewaysDownTo320(page);
    await expectAccessibleInEveryLook(page);
    expect([...problems, ...notLoaded]).toEqual([]);
    expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
  });
}

test("[NAV-06] what a member sees of an event is in nobody's way either", async () => {
  const { page, problems, notLoaded } = await site.open({ as: await site.tokenFor(["Members"]) });
  await visit(page, "/events/2026-11-25-bonfire-at-the-dunes");
  await page.getByText("Fire ring 4").waitFor();
  await stopTransitions(page);
  await expectNoSidewaysDownTo320(page);
  await expectAccessibleInEveryLook(page);
  expect([...problems, ...notLoaded]).toEqual([]);
});

test("[NAV-06] a system that is dark gets a dark page, until somebody chooses otherwise; the choice stays", async () => {
  const { page } = await site.open({ colorScheme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await visit(page, "/events");
  await stopTransitions(page);
  await expectAccessible(page);
  const dark = await ground();
  await choose(page, "Dark");
  expect(await ground()).toBe(dark);
  await choose(page, "Light");
  const light = await ground();
  expect(light).not.toBe(dark);
  await visit(page, "/terms");
  expect(await ground()).toBe(light);
  await stopTransitions(page);
  await choose(page, "Auto");
  expect(await ground()).toBe(dark);
});

const contentOf = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");

test("an event page can be shared: its one address, its title, what it is, and a picture that is there", async () => {
  const path = "/events/2026-11-24-salsa-on-the-seawalk";
  const { page } = await site.open({ javaScriptEnabled: false });
  await page.goto(`${path}?utm_source=somewhere`);
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(site.url + path);
  expect([await contentOf(page, "og:url"), await contentOf(page, "og:title")]).toEqual([
    site.url + path,
    "Salsa on the Seawalk",
  ]);
  const description = await contentOf(page, "og:description");
  for (const fact of ["Tuesday, November 24, 2026", "7:30", "EST", "SeaWalk Pavilion", "Half an hour of basics"])
    expect(description).toContain(fact);
  expect(await contentOf(page, "description")).toBe(description);
  const image = await fetch((await contentOf(page, "og:image")) ?? "");
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
});

test("markup in what a host wrote stays text, on every page that shows it", async () => {
  for (const path of ["/", "/events", "/events/2026-11-21-hostile", "/join/2026-11-21-hostile"]) {
    const { page, problems } = await site.open({ viewport: DESK });
    const html = await (await page.goto(path))?.text();
    expect(html).not.toContain(HOSTILE);
    expect(html).not.toContain("<img src=x");
    await visit(page, path);
    expect(await page.locator("img[src=x], [onerror]").count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
    expect(problems).toEqual([]);
  }
  const { page } = await site.open();
  await visit(page, "/events/2026-11-21-hostile");
  const said = await page.getByRole("main").innerText();
  expect(said).toContain(HOSTILE);
  expect(said.replaceAll("\u2028", "")).toContain(HOSTILE_TEXT.replaceAll("\u2028", ""));
  expect(await contentOf(page, "og:title")).toBe(HOSTILE);
});

test("a document's policy names its own scripts and no others, and the browser keeps to it", async () => {
  const { page } = await site.open();
  for (const { path } of PAGES) {
    const policy = (await fetch(site.url + path)).headers.get("content-security-policy") ?? "";
    const directives = new Map(policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)]));
    const scripts = directives.get("script-src") ?? [];
    expect(scripts, path).toContain("'self'");
    for (const source of scripts) expect(source).toMatch(/^'(?:self|sha256-[\w+/=]+)'$/);
    expect(directives.get("default-src")).toEqual(["'self'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
  }
  await visit(page, "/events");
  const refused = await page.evaluate(async (hack) => {
    const violation = new Promise<string>((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {
        once: true,
      });
    });
    document.head.append(Object.assign(document.createElement("script"), { textContent: hack }));
    return violation;
  }, HACK);
  expect(refused).toBe("script-src-elem");
  expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
});
