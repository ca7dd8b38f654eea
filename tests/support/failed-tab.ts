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
    const shown = await within(
      page.evaluate(() => `${document.visibilityState} at ${window.innerWidth} × ${window.innerHeight}`),
    );
    if (shown === null) return `runs no scripts for ${patience} ms`;
    const frame = await within(page.evaluate(() => new Promise(requestAnimationFrame)));
    const words = await within(page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, " ").slice(0, 400)));
    const frames = frame === null ? `paints nothing for ${patience} ms` : "paints";
    return `is ${shown}, runs scripts and ${frames}. It reads “${words}”`;
  } catch (error) {
    return `is gone: ${String(error)}`;
  }
}

/**
 * Adds to the error of a failed test the state of its tab, its last requests without a good response, and how long the
 * test's own process stood still at most.
 */
export function tellOfTab(page: Page): void {
  stops.reset();
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(`${request.failure()?.errorText ?? ""} ${request.url()}`));
  page.on("response", (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`));
  onTestFinished(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (!error) return;
    const still = Math.round(stops.max / 1e6);
    const state = await stateOf(page);
    error.message += `\nThe tab at ${page.url()} ${state}. The test's process stood still for up to ${still} ms.`;
    if (failed.length > 0) error.message += ` Failed requests: ${failed.slice(-5).join(", ")}`;
  });
}
