import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, storeToken, visit } from "#tests/support/browser-site.ts";
import { signedInTab } from "#tests/support/sign-in-screen.ts";
import { NOW } from "#tests/support/town.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** An event that began half an hour ago, with 60 people going. */
async function eventNow(title: string, hostUserId: string, going: number) {
  const startsAt = new Date(Date.parse(NOW) - 30 * 60_000);
  const event = await site.addEvent(
    makeEvent({ day: "2026-11-21", startTime: "09:30:00", startsAt, title, hostUserId, capacity: 100 }),
  );
  await site.sql(
    `with made as (insert into users (user_id, first_name, last_name, email, phone)
      select $1 || n, 'Guest' || to_char(n, 'FM00'), 'Sand', $1 || n || '@example.com', '90455' || n from generate_series(1, $2::int) n
      returning user_id)
    insert into event_rsvps (event_id, user_id, answer, answered_at) select $3, user_id, 'going', now() from made`,
    [`${event.id}-`, going, event.id],
  );
  return event;
}

const nameOf = (index: number) => `Guest${String(index).padStart(2, "0")} Sand`;
const person = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: false }).and(page.locator("[aria-pressed]"));
const heads = async (page: Page) =>
  (
    await page
      .getByText(/^\d+ came/)
      .first()
      .innerText()
  ).replaceAll(/\s+/g, " ");
const saved = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /saved|mark|Saving/ })
    .innerText();

async function addWalkIns(page: Page, names: readonly string[]) {
  await page.getByRole("button", { name: "Add walk-in" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a walk-in" });
  for (const name of names) {
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Name").press("Enter");
  }
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Until the service worker has kept the page and the files it needs. */
async function kept(page: Page): Promise<void> {
  await eventually(() =>
    page.evaluate(
      async () => (await caches.match(location.pathname)) !== undefined && (await caches.keys()).length >= 2,
    ),
  ).toBe(true);
}

test("[DAY-01] offline, a host ticks 60 names and adds 5 walk-ins, reloads, and everything arrives when the network is back; a second phone has the same list", async () => {
  const host = await site.signedIn({ email: "door.host@example.com" });
  const event = await eventNow("Door Offline", host.userId, 60);
  const path = `/events/${event.id}/door`;
  const phone = await site.open({ as: host.token, viewport: PHONE, serviceWorkers: "allow" });
  await visit(phone.page, path);
  await expectAccessible(phone.page);
  await kept(phone.page);
  const second = await site.open({ as: await site.tokenFor(["Admins"]), viewport: PHONE });
  await visit(second.page, path);
  await person(second.page, nameOf(1)).click();
  await eventually(() => heads(phone.page)).toMatch(/^1 came/);

  await phone.page.context().setOffline(true);
  for (let index = 2; index <= 60; index += 1) await person(phone.page, nameOf(index)).click();
  await addWalkIns(phone.page, ["Al", "Bo", "Cy", "Di", "Ed"]);
  await eventually(() => saved(phone.page)).toContain("Offline · 64 marks on this phone");
  expect(await heads(phone.page)).toMatch(/^65 came/);
  await phone.page.reload();
  await eventually(() => heads(phone.page)).toMatch(/^65 came/);

  // Meanwhile the other phone takes back what it had marked itself.
  await person(second.page, nameOf(1)).click();
  await eventually(() => saved(second.page)).toBe("All marks saved");
  await phone.page.context().setOffline(false);
  await eventually(() => saved(phone.page)).toBe("All marks saved");
  for (const { page } of [phone, second]) await eventually(() => heads(page)).toMatch(/^64 came/);
  const [row] = await site.sql(
    "select count(*)::int as count, count(user_id)::int as people from event_attendance where event_id = $1 and presence = 'here'",
    [event.id],
  );
  expect(row).toEqual({ count: 64, people: 59 });
});

test("[DAY-01] marks that were not sent outlast the session: they are sent after the next sign-in", async () => {
  const host = await site.signedIn({ email: "long.night@example.com" });
  const event = await eventNow("Door Session", host.userId, 3);
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${event.id}/door`);
  await page.route("**/door", (route) => route.fulfill({ status: 401, json: { error: "Sign in again." } }));
  await person(page, nameOf(1)).click();
  await page.waitForURL("**/login?**");
  await page.unroute("**/door");
  // Another document, which has only what the browser kept.
  await page.goto("/healthz");
  await storeToken(page, host.token);
  await visit(page, `/events/${event.id}/door`);
  await eventually(() => saved(page)).toBe("All marks saved");
  await eventually(() => heads(page)).toMatch(/^1 came/);
  expect(await site.sql("select presence from event_attendance where event_id = $1", [event.id])).toEqual([
    { presence: "here" },
  ]);
});

test("[DAY-01] undo, guests, search, excuses and the summary, in colors that can be read in the sun", async () => {
  const host = await site.signedIn({ email: "door.summary@example.com" });
  const event = await eventNow("Door Summary", host.userId, 4);
  for (const [viewport, colorScheme] of [
    [PHONE, "light"],
    [DESK, "dark"],
  ] as const) {
    const { page, problems } = await site.open({ as: host.token, viewport, colorScheme });
    await visit(page, `/events/${event.id}/door`);
    await person(page, nameOf(1)).waitFor();
    const isFirst = colorScheme === "light";
    if (isFirst) {
      await person(page, nameOf(1)).click();
      await person(page, nameOf(2)).click();
      await page.getByRole("button", { name: "Undo" }).click();
      await eventually(() => heads(page)).toMatch(/^1 came/);
      await page.getByRole("button", { name: "One more guest with Guest01 Sand" }).click();
      await page.getByRole("button", { name: "One more guest with Guest01 Sand" }).click();
      // Undo takes back the last guest, and not the person.
      await page.getByRole("button", { name: "One more guest with Guest01 Sand" }).click();
      await eventually(() => heads(page)).toMatch(/^4 came/);
      await page.getByRole("button", { name: "Undo" }).click();
      await eventually(() => heads(page)).toMatch(/^3 came/);
      await page.getByRole("searchbox", { name: "Find a name" }).fill("guest03");
      await eventually(() => page.getByRole("main").locator("[aria-pressed]").count()).toBe(1);
      await page.getByRole("searchbox", { name: "Find a name" }).fill("");
      await addWalkIns(page, ["Zoë"]);
    }
    await eventually(() => heads(page)).toMatch(/^4 came/);
    await eventually(() => saved(page)).toBe("All marks saved");
    await expectNoSideways(page);
    await expectAccessible(page, { rule: "color-contrast-enhanced", within: "main" });
    await page.getByRole("button", { name: "Summary" }).click();
    const summary = page.getByRole("dialog", { name: "Summary" });
    if (isFirst) await summary.getByRole("button", { name: `Excuse ${nameOf(2)}` }).click();
    await eventually(() => summary.innerText()).toMatch(
      /Came · 1[\s\S]*Walk-ins · 1[\s\S]*No-shows · 2[\s\S]*Excused · 1/,
    );
    await expectAccessible(page);
    expect(problems).toEqual([]);
  }
});

test("[DAY-01] a person scans the code on the host's phone, signs in and is checked in; both phones show it", async () => {
  const host = await site.signedIn({ email: "door.code@example.com" });
  const event = await eventNow("Door Code", host.userId, 1);
  const phone = await site.open({ as: host.token, viewport: PHONE });
  await visit(phone.page, `/events/${event.id}`);
  await phone.page.getByRole("link", { name: "Door list" }).click();
  const code = phone.page.waitForResponse((response) => response.url().endsWith("/door/code"));
  await phone.page.getByRole("button", { name: "Show code" }).click();
  await phone.page.getByRole("img", { name: "QR code that checks you in" }).waitFor();
  const { path } = (await (await code).json()) as { path: string };
  const guest = await site.open({ as: await site.tokenFor([], { email: "scans@example.com" }), viewport: PHONE });
  await guest.page.goto(path);
  await guest.page.getByRole("heading", { name: "You’re checked in" }).waitFor();
  expect(new URL(guest.page.url()).hash).toBe("");
  await expectAccessible(guest.page);
  await phone.page.keyboard.press("Escape");
  await eventually(() => heads(phone.page)).toMatch(/^1 came/);
  const stranger = await site.open({ viewport: PHONE });
  await stranger.page.goto(path);
  await stranger.page.waitForURL(/\/login\?next=/);
});

test("[DAY-01] in a rush marks are sent while the next ones are made, not only in a pause", async () => {
  const host = await site.signedIn({ email: "door.rush@example.com" });
  const event = await eventNow("Door Rush", host.userId, 7);
  const { page } = await site.open({ as: host.token, viewport: PHONE });
  await page.clock.install({ time: NOW });
  await page.clock.pauseAt(Date.parse(NOW) + 1000);
  const first = Promise.withResolvers<void>();
  const sent: number[] = [];
  await page.route("**/api/social-events/*/door", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent.push((route.request().postDataJSON() as { marks: unknown[] }).marks.length);
    await first.promise;
    return route.continue();
  });
  let answered = 0;
  page.on(
    "response",
    (answer) => void (answer.request().method() === "POST" && answer.url().endsWith("/door") && answered++),
  );
  /** Three seconds, in which every answer has its turn. */
  const pass = async () => {
    for (let half = 0; half < 6; half += 1) {
      await page.clock.runFor(500);
      await eventually(() => answered).toBe(sent.length);
    }
  };
  await visit(page, `/events/${event.id}/door`);
  await person(page, nameOf(1)).click();
  await page.clock.runFor(3000);
  await eventually(() => sent).toEqual([1]);
  await person(page, nameOf(2)).click();
  await page.clock.runFor(3000);
  first.resolve();
  await eventually(() => saved(page)).toBe("Saving 1 mark…");
  for (const index of [3, 4, 5, 6, 7]) {
    await person(page, nameOf(index)).click();
    await pass();
  }
  await eventually(() => saved(page)).toBe("All marks saved");
  await eventually(() => heads(page)).toMatch(/^7 came/);
});

test("[DAY-01] a mark that another phone makes while the list opens shows at once", async () => {
  const host = await site.signedIn({ email: "door.gap@example.com" });
  const event = await eventNow("Door Gap", host.userId, 2);
  const [early, late] = [await site.open({ as: host.token }), await site.open({ as: host.token, viewport: PHONE })];
  const stream = Promise.withResolvers<void>();
  await late.page.route("**/api/live?door=*", async (route) => {
    await stream.promise;
    await route.continue();
  });
  for (const { page } of [early, late]) {
    await visit(page, `/events/${event.id}/door`);
    await eventually(() => heads(page)).toMatch(/^0 came/);
  }
  const marked = await fetch(`${site.url}/api/social-events/${event.id}/door`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
    body: JSON.stringify({ marks: [{ id: randomUUID(), userId: `${event.id}-1`, presence: "here" }] }),
  });
  expect(marked.status).toBe(200);
  await eventually(() => heads(early.page)).toMatch(/^1 came/);
  stream.resolve();
  await eventually(() => heads(late.page)).toMatch(/^1 came/);
});

test("[DAY-01] a code that was scanned while the site could not be reached checks in with “Try again”", async () => {
  const host = await site.signedIn({ email: "door.again@example.com" });
  const event = await eventNow("Door Again", host.userId, 1);
  const shown = await fetch(`${site.url}/api/social-events/${event.id}/door/code`, {
    headers: { authorization: `Bearer ${host.token}` },
  });
  const { path } = (await shown.json()) as { path: string };
  const { page } = await signedInTab(site, { viewport: PHONE });
  const tab = await page.context().newPage();
  // The tab would ask again by itself, half a minute later.
  await tab.clock.install({ time: NOW });
  await tab.clock.pauseAt(Date.parse(NOW) + 1000);
  await tab.route("**/api/auth/refresh", (route) => route.abort());
  await tab.goto(path);
  await tab.getByText("There is no connection right now.").waitFor();
  await tab.unroute("**/api/auth/refresh");
  await tab.getByRole("button", { name: "Try again" }).click();
  await tab.getByRole("heading", { name: "You’re checked in" }).waitFor();
  const came = await site.sql("select is_self from event_attendance where event_id = $1", [event.id]);
  expect(came).toEqual([{ is_self: true }]);
});

test("[DAY-01] a name is found with either apostrophe, and with or without its accent", async () => {
  const { userId, token } = await site.signedIn({ email: "apostrophes@example.com" });
  const event = await eventNow("Apostrophes", userId, 1);
  const { page } = await site.open({ as: token });
  await visit(page, `/events/${event.id}/door`);
  await addWalkIns(page, ["Zoë O’Neil", "Zoe D'Arcy"]);
  const search = page.getByRole("searchbox", { name: "Find a name" });
  for (const [typed, name, other] of [
    ["o'neil", "Zoë O’Neil", "Zoe D'Arcy"],
    ["zoe o’n", "Zoë O’Neil", "Zoe D'Arcy"],
    ["d’arcy", "Zoe D'Arcy", "Zoë O’Neil"],
    ["Zoë D'", "Zoe D'Arcy", "Zoë O’Neil"],
  ] as const) {
    await search.fill(typed);
    await person(page, name).first().waitFor();
    await eventually(() => person(page, other).count(), typed).toBe(0);
  }
});
