import type { Page } from "playwright-core";
import { type Driver, expressionOf } from "#tests/journeys/driver.ts";

/** A tab of Chromium as a driver. */
export function chromiumDriver(page: Page): Driver {
  return {
    goto: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    run: async (look, ...args) => JSON.parse(await page.evaluate<string>(expressionOf(look, args))) as never,
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
  };
}
