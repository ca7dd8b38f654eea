import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

const HACK = "window.hacked=1";
const HOSTILE = `<script>${HACK}</script>`;
const HOSTILE_TEXT = `"><img src=x onerror=${HACK}></script><script>${HACK}</script><!-- & \u2028 '`;

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
});
afterAll(() => site.close());

const choose = (page: Page, scheme: string) => page.getByRole("button", { name: scheme, exact: true }).click();

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
  // The system turns light while the page is open.
  await page.emulateMedia({ colorScheme: "light" });
  await eventually(ground).toBe(light);
});

const contentOf = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute("content");

test("an event page can be shared: its one address, its title, what it is, and a picture that is there", async () => {
  const path = "/events/2026-11-24-salsa-on-the-seawalk";
  const { page } = await site.open({ javaScriptEnabled: false });
  await page.goto(`${path}?utm_source=somewhere`);
  await eventually(() => page.locator("link[rel=canonical]").getAttribute("href")).toBe(site.url + path);
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
    await eventually(() => page.locator("img[src=x], [onerror]").count()).toBe(0);
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

test("the browser keeps to a document's policy: a script that it does not name is not run", async () => {
  const { page } = await site.open();
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
