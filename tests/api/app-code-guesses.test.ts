import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { appCode, serveByHttps, signedUp } from "#tests/support/factors.ts";
import { authOf, passTime, wrongCode } from "#tests/support/identity.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = serveByHttps(await startTestSite());
});
afterAll(() => site.close());
afterEach(() => vi.useRealTimers());

test("[SAFE-04] [SAFE-05] wrong app codes elsewhere do not refuse the right one on a device that signed in before", async () => {
  const kai = await signedUp(site, "kai@example.com");
  const { secret } = await kai.addApp();
  // Past the code that the app was added with, which counts once.
  passTime(2);
  const { call, signIn } = authOf(site);
  const code = () => appCode(secret, site.app.clock.now());
  const step = async (typed: string, cookie = "") => {
    const { ticket } = (await signIn(kai.email)).body;
    return (await call("second-factor", { ticket, method: "totp", code: typed }, cookie)).status;
  };
  for (let tries = 0; tries < 10; tries += 1) expect(await step(wrongCode(code()))).toBe(422);
  expect(await step(code())).toBe(429);
  expect(await step(code(), kai.cookie)).toBe(200);
});
