import { afterAll, beforeAll, expect, test } from "vitest";
import type { PushPort } from "#src/ports/push/port.ts";
import { isPublicAddress, isPushEndpoint } from "#src/ports/push/web-push/public-hosts.server.ts";
import { webPushes } from "#src/ports/push/web-push/push-web.server.ts";
import { FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let service: FakePushService;
let port: PushPort;
beforeAll(async () => {
  [site, service] = await Promise.all([startTestSite(), FakePushService.start()]);
  port = portAt("http://sandbar.localhost");
});
afterAll(async () => {
  await service.close();
  await site.close();
});

const portAt = (publicUrl: string) =>
  webPushes({ db: site.app.db, now: () => new Date(), publicUrl, mailFrom: "Jax Beach <hello@example.com>" });
const addressOf = ({ subscription: { endpoint, keys } }: ReturnType<FakePushService["subscribe"]>) => ({
  endpoint,
  ...keys,
});

test("[DAY-08] a browser decrypts what the site sends, signed with the key that it subscribed with", async () => {
  const browser = service.subscribe(await port.publicKey());
  const payload = JSON.stringify({ title: "A space is yours 🏐", body: "x".repeat(1500) });
  expect(await port.send(addressOf(browser), payload, 60)).toBe("sent");
  expect([browser.received, service.faults]).toEqual([[JSON.parse(payload)], []]);
});

test("[DAY-08] every process has the same keys, made once", async () => {
  const keys = await Promise.all([1, 2, 3].map(() => portAt("http://sandbar.localhost").publicKey()));
  expect(new Set([...keys, await port.publicKey()]).size).toBe(1);
});

test("[DAY-08] after a restart the keys are the same, so browsers that subscribed before are still reached", async () => {
  const browser = service.subscribe(await port.publicKey());
  const restarted = portAt("http://sandbar.localhost");
  expect(await restarted.send(addressOf(browser), JSON.stringify({ title: "Still here" }), 60)).toBe("sent");
  expect([browser.received, service.faults]).toEqual([[{ title: "Still here" }], []]);
});

test("[DAY-08] a browser that is gone is told from a push service that does not take it now", async () => {
  const browser = service.subscribe(await port.publicKey());
  const outcomes = [];
  for (const status of [404, 410, 429, 500, 413, 301]) {
    browser.answers = status;
    outcomes.push(await port.send(addressOf(browser), "{}", 60));
  }
  expect(outcomes).toEqual(["gone", "gone", "failed", "failed", "failed", "failed"]);
  const keyless = { ...addressOf(browser), p256dh: "AAAA" };
  expect(await port.send(keyless, "{}", 60)).toBe("gone");
  expect(await port.send({ ...addressOf(browser), endpoint: "http://127.0.0.1:9/x" }, "{}", 60)).toBe("failed");
});

test("[DAY-08] a public site reaches no host of its own network, by number or by name", async () => {
  const outside = portAt("https://jaxbeach.example");
  const browser = service.subscribe(await port.publicKey());
  expect(await outside.send(addressOf(browser), "{}", 60)).toBe("gone");
  for (const endpoint of [
    "http://push.example.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://10.0.0.8/x",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/x",
    "https://localhost/x",
    "https://db.localhost/x",
    "https://intranet/x",
    "https://user:word@push.example.com/x",
    "https://push.example.com:5432/x",
    "file:///etc/passwd",
    "not a url",
  ])
    expect([endpoint, isPushEndpoint(endpoint, false)]).toEqual([endpoint, false]);
  expect(isPushEndpoint("https://fcm.googleapis.com/fcm/send/abc", false)).toBe(true);
  for (const address of ["10.1.2.3", "127.0.0.1", "192.168.1.1", "172.20.0.1", "100.64.0.1", "169.254.169.254", "::1"])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  for (const address of ["::ffff:10.0.0.1", "fd00::1", "fe80::1", "2002:a00:1::", "64:ff9b::a00:1", "0.0.0.0", "x"])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  expect([isPublicAddress("142.250.1.1"), isPublicAddress("2607:f8b0::1")]).toEqual([true, true]);
});
