import axe, { type RunOptions } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { takeTab } from "#tests/support/tabs.ts";

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };
/** The two looks that show each width and each color scheme once. */
export const LOOKS = [
  { viewport: PHONE, colorScheme: "light" },
  { viewport: DESK, colorScheme: "dark" },
] as const;

// Playwright's own list, which a second one replaces, and two address bar popups that full Chromium renders for every
// window. Without the popups 24 page loads took 22 s of CPU instead of 35.
const FEATURES_OFF =
  "AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning WebUIOmniboxAimPopup WebUIOmniboxPopup";
// Chromium will not sandbox for root, and must not call home.
const FLAGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

let launched: Promise<Browser> | undefined;

/** Returns the worker's browser, started on first use. Cookies, storage and cache belong to each tab's context. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [...FLAGS.split(" "), `--disable-features=${FEATURES_OFF.replaceAll(" ", ",")}`],
  });
  return launched;
}

export type Visit = { readonly page: Page; readonly problems: readonly string[]; close(): Promise<void> };

/** A tab for one test, on a phone unless told. Whatever the page complains of, or loads from elsewhere, is noted. */
export async function openTab(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const { page, close } = await takeTab(browser, {
    baseURL,
    viewport: PHONE,
    reducedMotion: "reduce",
    // It stands between the page and what tests put in its way.
    serviceWorkers: "block",
    ...options,
  });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== new URL(baseURL).origin)
      problems.push(`loads from elsewhere: ${url}`);
  });
  return { page, problems, close };
}

/** From now on time stands still in this tab, and passes only when told to. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: "2026-11-21T15:00:00Z" });
  await page.clock.pauseAt("2026-11-21T15:00:01Z");
}

// A third of the usual time: no list of passes, no second loading of style sheets for rules that are off, and no frames,
// which belong to other sites.
const QUICK = { resultTypes: ["violations"], preload: false, iframes: false } satisfies RunOptions;

/** Nothing that keeps people out, as far as a machine can tell: by axe's usual rules, or by one within a part of the page. */
export async function expectAccessible(page: Page, { rule, within = "html" }: { rule?: string; within?: string } = {}) {
  await page.evaluate(`window.axe === undefined && (() => {${axe.source}})()`);
  const options = { ...QUICK, ...(rule !== undefined && { runOnly: [rule] }) };
  const found = await page.evaluate(
    async ([part, how]) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(part, how);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    },
    [within, options] as const,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** No part of the page sticks out to the side. */
export async function expectNoSideways(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(beyond, `pixels that ${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Does this while text is twice as large, as phones and browsers can be told to show it. */
export async function withLargeText(page: Page, look: () => Promise<void>): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await setSize("200%");
  await look();
  await setSize("");
}
