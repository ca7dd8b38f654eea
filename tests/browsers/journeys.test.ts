import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFirefox } from "#tests/journeys/firefox.ts";
import { JOURNEYS } from "#tests/journeys/journeys.ts";
import { personAt } from "#tests/journeys/person.ts";
import { startWebKit } from "#tests/journeys/webkit.ts";
import { PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, startBrowserSite } from "#tests/support/browser-site.ts";

describe.each([
  ["Firefox", startFirefox],
  ["WebKit", startWebKit],
])("[NAV-08] in %s on a phone", (engine, start) => {
  let site: BrowserSite;
  let browser: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    site = await startBrowserSite();
    browser = await start(PHONE);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  // Not "$name", which is cut off in the report.
  test.each(JOURNEYS.map(({ name, walk }) => [name, walk] as const))("%s", async (_title, walk) => {
    const meet = async () => personAt(site, await browser.open());
    await expect(walk({ site, meet, mark: engine.toLowerCase() })).resolves.toBeUndefined();
  });
});
