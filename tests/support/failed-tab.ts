import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

const PATIENCE_MS = 5000;
// A machine that stands still looks like a page that does: this tells them apart.
const stops = monitorEventLoopDelay({ resolution: 100 });
stops.enable();

/** Whether a tab's scripts run and its frames come, each within `patience` ms. Never rejects. */
export async function stateOf(page: Page, patience = PATIENCE_MS): Promise<string> {
  const within = <T>(asked: Promise<T>) => Promise.race([asked, wait(patience, null, { ref: false })]);
  try {
    const visibility = await within(page.evaluate(() => document.visibilityState));
    if (visibility === null) return `runs no scripts for ${patience} ms`;
    const frame = await within(page.evaluate(() => new Promise(requestAnimationFrame)));
    const words = await within(page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, " ").slice(0, 400)));
    const frames = frame === null ? `paints nothing for ${patience} ms` : "paints";
    return `is ${visibility}, runs scripts and ${frames}. It reads “${words}”`;
  } catch (error) {
    return `is gone: ${String(error)}`;
  }
}

/** Adds to the error of a test that fails how its tab does, and how long the test's own process stood still at most. */
export function tellOfTab(page: Page): void {
  stops.reset();
  onTestFinished(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (!error) return;
    const still = Math.round(stops.max / 1e6);
    error.message += `\nThe tab at ${page.url()} ${await stateOf(page)}. The test's process stood still for up to ${still} ms.`;
  });
}
