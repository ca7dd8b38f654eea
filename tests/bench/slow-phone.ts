import type { Browser, CDPSession, Locator, Page } from "playwright-core";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };
const CPU_SLOWDOWN = 4;
const PATIENCE_MS = 60_000;

/** One event that the browser timed, in milliseconds: they add up to its duration, which the browser rounds to 8. */
export type TimedEvent = {
  readonly type: string;
  readonly duration: number;
  readonly inputDelay: number;
  readonly processing: number;
  readonly presentation: number;
};
export type Shift = { readonly at: number; readonly value: number; readonly moved: string };
/** What the observers of a page collect. */
type Seen = { readonly events: TimedEvent[]; readonly shifts: Shift[]; isFenced: boolean };
type Watched = { seen: Seen };

export type Phone = { readonly page: Page; readonly devtools: CDPSession; readonly close: () => Promise<void> };

/** Runs in the page, before its own scripts. */
function watchPage(): void {
  const seen: Seen = ((globalThis as unknown as Watched).seen = { events: [], shifts: [], isFenced: false });
  const FENCE = "Shift";
  const FENCE_MS = 64;
  const noteEvent = (entry: PerformanceEntry) => {
    const event = entry as PerformanceEventTiming & { interactionId: number };
    if (event.name === "keydown" && event.duration >= FENCE_MS - 8) seen.isFenced = true;
    else if (event.interactionId > 0 && event.name !== "keyup")
      seen.events.push({
        type: event.name,
        duration: event.duration,
        inputDelay: event.processingStart - event.startTime,
        processing: event.processingEnd - event.processingStart,
        presentation: event.startTime + event.duration - event.processingEnd,
      });
  };
  const eventObserver = new PerformanceObserver((list) => list.getEntries().forEach(noteEvent));
  eventObserver.observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  // Also tells of a first tap that took less than the threshold.
  eventObserver.observe({ type: "first-input", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      };
      // Even if marked as following input: nothing is pressed here, but setting the emulated screen counts as input.
      const nodes = shift.sources.map(({ node }) =>
        node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? "gone"),
      );
      seen.shifts.push({ at: shift.startTime, value: shift.value, moved: nodes.join(" ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
  // Entries come in order: when the slow press of this key is reported, every event before it has been.
  addEventListener("keydown", ({ key }) => {
    if (key !== FENCE) return;
    const end = performance.now() + FENCE_MS;
    while (performance.now() < end);
  });
}

/** Waits until the page is hydrated and idle: loaded, its service worker active, and its main thread free. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  // Visible once scripts run.
  await page.getByRole("group", { name: "Color scheme" }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const idle = () => new Promise<IdleDeadline>((done) => requestIdleCallback(done));
    // One short pause may lie between two tasks.
    for (let calm = 0; calm < 5;) calm = (await idle()).timeRemaining() > 10 ? calm + 1 : 0;
  });
}

const seenBy = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).seen);

/** The parts of the page's interactions, once the browser has reported every event so far. */
export async function seenInteractions(page: Page): Promise<readonly TimedEvent[]> {
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => (globalThis as unknown as Watched).seen.isFenced);
  return (await seenBy(page)).events;
}

export const seenShifts = async (page: Page): Promise<readonly Shift[]> => (await seenBy(page)).shifts;

/** A page of its own on the slow phone, with nothing in its cache. */
export async function openPhone(browser: Browser, origin: string, idToken?: string): Promise<Phone> {
  const context = await browser.newContext({ ...PHONE, baseURL: origin });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(watchPage);
  if (idToken !== undefined) await context.addInitScript((token) => sessionStorage.setItem("idToken", token), idToken);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return { page, devtools, close: () => context.close() };
}

/**
 * Taps as a finger does, which rests until the frame of its press is shown. A locator's own tap asks the page about its
 * target meanwhile, which would count.
 */
export async function tap({ page, devtools }: Phone, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target.toString()} is not on the screen`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
