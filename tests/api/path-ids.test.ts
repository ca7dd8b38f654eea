import { afterAll, beforeAll, expect, test } from "vitest";
import { restMap } from "#src/api/rest.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

test("[API-01] no call takes a NUL byte in the place of an id", async () => {
  const as = await site.tokenFor(["Admins"]);
  const withIds = restMap.filter(({ path }) => path.includes(":"));
  for (const { method, path } of withIds) {
    const address = path.replaceAll(/:\w+/g, "%00");
    const { status } = await site.fetch(address, { method: method.toUpperCase(), as });
    expect([401, 403, 404], `${method} ${address}`).toContain(status);
  }
  expect(withIds.length).toBeGreaterThan(20);
});
