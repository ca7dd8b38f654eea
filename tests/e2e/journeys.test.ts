import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumDriver } from "#tests/journeys/chromium.ts";
import { JOURNEYS } from "#tests/journeys/journeys.ts";
import { personAt } from "#tests/journeys/person.ts";
import { DESK, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, startBrowserSite } from "#tests/support/browser-site.ts";

describe.each([
  ["phone", PHONE],
  ["desk", DESK],
])("in Chromium on a %s", (mark, viewport) => {
  let site: BrowserSite;
  beforeAll(async () => {
    site = await startBrowserSite();
  });
  afterAll(() => site.close());

  // Not "$name", which is cut off in the report.
  test.each(JOURNEYS.map(({ name, walk }) => [name, walk] as const))("%s", async (_title, walk) => {
    const meet = async () => personAt(site, chromiumDriver((await site.open({ viewport })).page));
    await expect(walk({ site, meet, mark })).resolves.toBeUndefined();
  });
});
