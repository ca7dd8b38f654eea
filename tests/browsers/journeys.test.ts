import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFirefox } from "#tests/journeys/firefox.ts";
import { JOURNEYS } from "#tests/journeys/journeys.ts";
import { personAt } from "#tests/journeys/person.ts";
import { PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, startBrowserSite } from "#tests/support/browser-site.ts";

describe("in Firefox on a phone", () => {
  let site: BrowserSite;
  let browser: Awaited<ReturnType<typeof startFirefox>>;
  beforeAll(async () => {
    site = await startBrowserSite();
    browser = await startFirefox(PHONE);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test.each(JOURNEYS)("$name", async ({ walk }) => {
    const meet = async () => personAt(site, await browser.open());
    await expect(walk({ site, meet, mark: "firefox" })).resolves.toBeUndefined();
  });
});
