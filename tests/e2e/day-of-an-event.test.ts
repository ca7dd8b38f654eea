import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { Forecast } from "#src/features/events/forecast/schema.ts";
import { type FakeBrowser, FakePushService } from "#tests/fakes/push/fake-push-service.ts";
import { PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { createFormOn } from "#tests/support/create-form.ts";

let site: BrowserSite;
let service: FakePushService;
beforeAll(async () => {
  [site, service] = await Promise.all([startBrowserSite(), FakePushService.start()]);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

type Person = { userId: string; token: string };

async function call(token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(site.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function read<T>(token: string, path: string): Promise<T> {
  const answer = await call(token, "GET", path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}

const EVENTS = "/api/social-events";
const answer = ({ token }: Person, id: string, wish: string) =>
  call(token, "PUT", `${EVENTS}/${id}/rsvp`, { answer: wish });

const number = (index: number) => String(index).padStart(2, "0");
const PLAYERS = 22;
const PLACES = 20;

/** People of the town, in the order of their names. */
function makePlayers(): Promise<Person[]> {
  return Promise.all(
    Array.from({ length: PLAYERS }, (_, index) =>
      site.signedIn({
        groups: ["Members"],
        email: `player${index}@example.com`,
        user: { firstName: `Player${number(index + 1)}`, lastName: "Sand" },
      }),
    ),
  );
}

/** Six evenings of the last weeks, with their door lists: of ten players, four came, so that a full evening moves the forecast. */
async function keepHistory(hostUserId: string, players: readonly Person[]) {
  const people = players.slice(0, 10).map(({ userId }) => userId);
  for (let week = 1; week <= 6; week += 1) {
    const { id } = await site.addEvent(
      makeEvent({ day: `2026-10-${number(week * 4)}`, title: `Evening ${week}`, hostUserId }),
    );
    await site.sql(
      `insert into event_rsvps (event_id, user_id, answer, answered_at)
        select $1, unnest($2::text[]), 'going', '2026-10-01T12:00:00Z'`,
      [id, people],
    );
    await site.sql(
      `insert into event_attendance (event_id, id, user_id, presence, marked_at)
        select $1, $1 || n, user_id, 'here', '2026-10-30T12:00:00Z'
        from unnest($2::text[]) with ordinality as came(user_id, n)`,
      [id, people.slice(0, 4)],
    );
  }
}

/** A phone of the host, which keeps working without a network. */
async function hostsPhone(host: Person): Promise<Page> {
  const { page } = await site.open({ as: host.token, viewport: PHONE, serviceWorkers: "allow" });
  return page;
}

/** Makes an event of this evening on the phone: runs with at least 8, 20 places, by turns. */
async function createOn(page: Page): Promise<string> {
  const form = createFormOn(page);
  await visit(page, "/create");
  await form.untilReady();
  await form.fill("Friday Sixes", "2026-11-21");
  await form.field("Spaces").fill(String(PLACES));
  await form.showAdvanced();
  await form.field("Runs with at least").fill("8");
  await form.main.getByLabel("Take turns").check();
  await form.submit.click();
  await form.success.waitFor();
  return "2026-11-21-friday-sixes";
}

const main = (page: Page) => page.getByRole("main");
const atDoor = (page: Page, name: string) => page.getByRole("button", { name }).and(page.locator("[aria-pressed]"));

async function subscribe({ token }: Person): Promise<FakeBrowser> {
  const { publicKey } = await read<{ publicKey: string }>(token, "/api/push");
  const phone = service.subscribe(publicKey);
  expect((await call(token, "POST", "/api/push/subscriptions", phone.subscription)).status).toBe(200);
  return phone;
}

test("[DAY-01, DAY-03, DAY-04, DAY-05, DAY-08] the day of an event, from its first answer to the forecast of the next", async () => {
  const host = await site.signedIn({ groups: ["Admins"], email: "day.host@example.com" });
  const players = await makePlayers();
  await keepHistory(host.userId, players);
  const page = await hostsPhone(host);
  const id = await createOn(page);

  // Everyone wants to come, and when in the first hours makes no difference.
  const statuses = await Promise.all(players.map(async (player) => (await answer(player, id, "going")).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await visit(page, `/events/${id}`);
  await main(page).getByText("22 in the draw").waitFor();
  const state = async ({ token }: Person) =>
    read<{ answer: string | null; waiting: { place: number } | null }>(token, `${EVENTS}/${id}/rsvp`);
  await site.sql("update social_events set draw_at = now() - interval '1 year' where id = $1", [id]);
  await main(page).getByText("20 going · 2 on the waiting list").waitFor({ timeout: 90_000 });

  // Clouds: on hold, and then it runs. The guests' page says both.
  await main(page).getByRole("button", { name: "Change the hold" }).click();
  const hold = page.getByRole("dialog", { name: "Change the hold" });
  await hold.getByLabel("Weather").check();
  await hold.getByRole("button", { name: "Save the hold" }).click();
  await hold.waitFor({ state: "detached" });
  const guests = await site.open({ viewport: PHONE });
  await visit(guests.page, `/events/${id}`);
  await main(guests.page).getByText("weather", { exact: false }).first().waitFor();
  await main(page).getByRole("button", { name: "It runs" }).click();
  await main(guests.page).getByText("It’s on, as planned. See you there.").waitFor();

  // Someone gives a place up; the next in line hears by notification, and takes it.
  const states = await Promise.all(players.map(state));
  const [goer] = players.filter((_, index) => states[index]?.answer === "going");
  const [next] = players.filter((_, index) => states[index]?.waiting?.place === 1);
  if (!goer || !next) throw new Error("Nobody goes, or nobody waits.");
  const going = players.filter((player, index) => player !== goer && states[index]?.answer === "going");
  const upcoming = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Next Sixes", hostUserId: host.userId }));
  await Promise.all(going.map((player) => answer(player, upcoming.id, "going")));
  const forecast = () => read<Forecast>(host.token, `${EVENTS}/${upcoming.id}/forecast`);
  const before = await forecast();
  const phone = await subscribe(next);
  await answer(goer, id, "not_going");
  await eventually(() => phone.received.length, "a notification on the phone").toBe(1);
  expect(phone.received[0]?.title).toContain("A space is kept for you until");
  const waiting = await site.open({ as: next.token, viewport: PHONE });
  await visit(waiting.page, new URL(phone.received[0]?.url ?? "").pathname);
  await main(waiting.page).getByRole("button", { name: "Take the space" }).click();
  await main(waiting.page).getByText("You are going.").waitFor();

  // At the net, without a network: 20 names and 2 walk-ins. The morning's answers are the night's by then.
  await site.sql("update event_rsvps set answered_at = answered_at - interval '9 hours' where event_id = $1", [id]);
  await site.sql(
    `update social_events set starts_at = starts_at - interval '8 hours 30 minutes', start_time = '09:30' where id = $1`,
    [id],
  );
  await visit(page, `/events/${id}/door`);
  const names = [...going, next].map((player) => `Player${number(players.indexOf(player) + 1)} Sand`);
  expect(names).toHaveLength(PLACES);
  await atDoor(page, names[0] ?? "").waitFor();
  await eventually(() => page.evaluate(async () => (await caches.match(location.pathname)) !== undefined)).toBe(true);
  await page.context().setOffline(true);
  for (const name of names) await atDoor(page, name).click();
  await page.getByRole("button", { name: "Add walk-in" }).click();
  const walkIn = page.getByRole("dialog", { name: "Add a walk-in" });
  for (const name of ["Al", "Bo"]) {
    await walkIn.getByLabel("Name").fill(name);
    await walkIn.getByLabel("Name").press("Enter");
  }
  await walkIn.getByRole("button", { name: "Done" }).click();
  await page.getByText(/22 marks on this phone/).waitFor();
  await page.context().setOffline(false);
  await page.getByText("All marks saved").waitFor();
  await page.getByRole("button", { name: "Summary" }).click();
  await page.getByRole("dialog", { name: "Summary" }).getByText("22", { exact: false }).first().waitFor();

  // The forecast of the next event knows this one.
  const after = await forecast();
  expect([before.basedOn, after.basedOn]).toEqual([6, 7]);
  expect(after.range).not.toEqual(before.range);
});
