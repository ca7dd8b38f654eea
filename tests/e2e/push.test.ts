import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { type FakeBrowser, FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { expectAccessible, expectNoSideways } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { holdCalls } from "#tests/support/held-calls.ts";

let site: BrowserSite;
let service: FakePushService;
beforeAll(async () => {
  [site, service] = await Promise.all([startBrowserSite(), FakePushService.start()]);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

const main = (page: Page) => page.getByRole("main");

async function call(token: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(site.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

/** A phone whose browser has its push service here: browsers of tests cannot reach their own. */
async function openPhone(as: string): Promise<{ page: Page; phone: FakeBrowser }> {
  const { publicKey } = (await call(as, "GET", "/api/push")) as { publicKey: string };
  const phone = service.subscribe(publicKey);
  const { page } = await site.open({ as, serviceWorkers: "allow", permissions: ["notifications"] });
  await page.addInitScript((keys) => {
    let isOn = localStorage.getItem("test-push") !== null;
    const subscription = {
      endpoint: keys.endpoint,
      toJSON: () => keys,
      unsubscribe: async () => {
        isOn = false;
        localStorage.removeItem("test-push");
        return true;
      },
    };
    const own = {
      getSubscription: async () => (isOn ? subscription : null),
      subscribe: async () => {
        isOn = true;
        localStorage.setItem("test-push", "on");
        return subscription;
      },
    };
    Object.assign(PushManager.prototype, own);
    // A browser without a screen refuses notifications, whatever it was told.
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
  }, phone.subscription);
  return { page, phone };
}

/** What the phone does with a message of its push service, and where a press on the notification leads. */
async function press(page: Page, message: FakeBrowser["received"][number]): Promise<string> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("The phone has no service worker.");
  return worker.evaluate(async (data) => {
    type Worker = {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<unknown>; matchAll(): Promise<unknown[]> };
    };
    const own = globalThis as unknown as Worker;
    const work: Promise<unknown>[] = [];
    const event = (name: string, facts: object) => {
      const made = Object.assign(new Event(name), facts, { waitUntil: (done: Promise<unknown>) => work.push(done) });
      globalThis.dispatchEvent(made);
      return Promise.all(work);
    };
    const shown: { title: string; data: unknown; close: () => void }[] = [];
    own.registration.showNotification = async (title, options) => {
      shown.push({ title, data: options?.data, close: () => undefined });
    };
    await event("push", { data: { json: () => data } });
    const [notification] = shown;
    if (notification?.title !== data.title) throw new Error("Nothing is shown.");
    // Only a person's own press may open a window.
    let opened = "";
    own.clients.matchAll = async () => [];
    own.clients.openWindow = async (url) => {
      opened = url;
    };
    await event("notificationclick", { notification });
    return opened;
  }, message);
}

test("[DAY-08] a seat freed on the day: a notification, a press, one more, and the seat is theirs", async () => {
  const goer = await site.tokenFor(["Members"], { email: "goer@example.com" });
  const waits = await site.tokenFor(["Members"], { email: "waits@example.com" });
  const { id } = await site.addEvent(
    makeEvent({ day: "2026-11-21", startTime: "19:00:00", title: "One Place Tonight", capacity: 1 }),
  );
  await call(goer, "PUT", `/api/social-events/${id}/rsvp`, { answer: "going" });
  const { page, phone } = await openPhone(waits);
  await visit(page, `/events/${id}`);
  await main(page).getByRole("button", { name: "Join the waiting list" }).click();
  const offer = main(page).getByRole("button", { name: "Notify me on this device too" });
  await offer.waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  await offer.click();
  // While it is being turned on the button has other words; it goes when the server knows the device.
  await main(page).locator("[data-push-offer]").waitFor({ state: "detached" });
  await visit(page, "/events");
  // Within ten seconds it comes only by waking its job, which otherwise looks once a minute: today no more.
  const isLate = `update jobs set due_at = now() + interval '1 day'
    where name = 'deliver-pushes' and claim is null returning name`;
  await eventually(() => site.sql(isLate)).toHaveLength(1);
  await call(goer, "DELETE", `/api/social-events/${id}/rsvp`);
  await eventually(() => phone.received.length, "a notification on the phone").toBe(1);
  const [message] = phone.received;
  if (!message) throw new Error("The phone has nothing.");
  expect(message.title).toContain("A space is kept for you until");
  const url = await press(page, message);
  expect(url).toBe(`${site.url}/events/${id}`);
  await visit(page, new URL(url).pathname);
  await main(page).getByRole("button", { name: "Take the space" }).click();
  await main(page).getByText("You are going.").waitFor();
  // It was opened, so no mail repeats it.
  const [mail] = await site.sql("select status from mail_outbox where kind = 'seat_offered'");
  expect(mail).toEqual({ status: "skipped" });
});

test("[DAY-08] notifications are chosen in Account: on this device, by kind and by activity", async () => {
  const token = await site.tokenFor(["Members"], { email: "chooser@example.com" });
  const { page } = await openPhone(token);
  await visit(page, "/dashboard?tab=account");
  const section = page.getByRole("region", { name: "Notifications" });
  await section.getByRole("button", { name: "Turn on notifications" }).click();
  await section.getByRole("button", { name: "Turn off on this device" }).waitFor();
  await section.getByLabel("Changes", { exact: true }).uncheck();
  await section.getByText("Saved.").waitFor();
  await section.getByText("Choose by activity").click();
  await section.getByLabel("Dance").uncheck();
  const settings = async () => (await call(token, "GET", "/api/push")) as Record<string, unknown>;
  await eventually(async () => (await settings())["mutedActivities"]).toEqual(["Dance"]);
  expect(await settings()).toMatchObject({ devices: 1, mutedKinds: ["change"] });
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  // After another load it is the same.
  await visit(page, "/dashboard?tab=account");
  await eventually(() => section.getByLabel("Changes", { exact: true }).isChecked()).toBe(false);
  await section.getByRole("button", { name: "Turn off on this device" }).click();
  await section.getByRole("button", { name: "Turn on notifications" }).waitFor();
  expect(await settings()).toMatchObject({ devices: 0 });
});

test("[DAY-08] of several switches pressed before the first is saved, all stay as they were pressed", async () => {
  const token = await site.tokenFor(["Members"], { email: "quick@example.com" });
  const { page } = await openPhone(token);
  await visit(page, "/dashboard?tab=account");
  const section = page.getByRole("region", { name: "Notifications" });
  await section.getByRole("button", { name: "Turn on notifications" }).click();
  const sent = await holdCalls(page, "**/api/push", "PATCH");
  await section.getByLabel("Changes", { exact: true }).uncheck();
  await section.getByLabel("Mentions", { exact: true }).uncheck();
  await eventually(sent.count).toBeGreaterThan(0);
  sent.letGo(0);
  await section.getByText("Saved.").waitFor();
  await section.getByLabel("Go or no-go", { exact: true }).uncheck();
  sent.open();
  const muted = async () => ((await call(token, "GET", "/api/push")) as { mutedKinds: string[] }).mutedKinds.toSorted();
  await eventually(muted).toEqual(["change", "decision", "mention"]);
  await eventually(() => section.getByRole("checkbox", { checked: false }).count()).toBe(3);
});

test("[DAY-08] after another sign-in of the same person the device gets notifications again, on whichever page that ends", async () => {
  const { token, userId } = await site.signedIn({ groups: ["Members"], email: "again@example.com" });
  const { page } = await openPhone(token);
  await visit(page, "/dashboard?tab=account");
  const section = page.getByRole("region", { name: "Notifications" });
  await section.getByRole("button", { name: "Turn on notifications" }).click();
  await section.getByRole("button", { name: "Turn off on this device" }).waitFor();
  const devices = async (as: string) => ((await call(as, "GET", "/api/push")) as { devices: number }).devices;
  expect(await devices(token)).toBe(1);
  // The session ended, and the subscription with it.
  await site.sql(
    "delete from push_subscriptions where session_id in (select id from sessions where sub in (select sub from accounts where user_id = $1))",
    [userId],
  );
  expect(await devices(token)).toBe(0);
  await visit(page, "/events");
  await eventually(() => devices(token), "the browser again").toBe(1);
});

test("[DAY-08] on an iPhone the account says that only the installed app gets notifications", async () => {
  const token = await site.tokenFor(["Members"], { email: "iphone@example.com" });
  const { page } = await site.open({
    as: token,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
  });
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "PushManager");
  });
  await visit(page, "/dashboard?tab=account");
  const section = page.getByRole("region", { name: "Notifications" });
  await section.getByText("Add to Home Screen").waitFor();
  await eventually(() => section.getByRole("button").count()).toBe(0);
});
