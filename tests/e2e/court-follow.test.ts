import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { act, type Board, EMPTY_BOARD } from "#src/features/events/court-plan/rules/board.ts";
import type { Action } from "#src/features/events/court-plan/rules/actions.ts";
import { playerIdOf } from "#src/features/events/court-plan/rules/players.ts";
import type { Followed, FollowLink } from "#src/features/events/courts/schema.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectAccessible } from "#tests/support/browser.ts";
import { NAMES, openPlay } from "#tests/support/open-play.ts";
import { signedInTab } from "#tests/support/sign-in-screen.ts";
import { NOW } from "#tests/support/town.ts";

let site: BrowserSite;
let host: { userId: string; token: string };
beforeAll(async () => {
  site = await startBrowserSite();
  host = await site.signedIn({ email: "net@example.com", user: { firstName: "Nora", lastName: "Net" } });
});
afterAll(() => site.close());

async function call<T>(eventId: string, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${site.url}/api/social-events/${eventId}/courts${path}`, {
    method,
    headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as T;
}

/** Makes a link, the earlier one ends. Returns its path. */
async function makeLink(eventId: string): Promise<string> {
  const { link } = await call<FollowLink>(eventId, "POST", "/link");
  return new URL(link?.url ?? "").pathname;
}

const isPlaying = ({ games }: Board, id: string) =>
  games.some(({ endedAt, sides }) => endedAt === null && sides.flat().includes(id));

/** A board with a round in play on two courts, or on `courts`, and the path of its link. */
async function inPlay(title: string, names = NAMES.slice(0, 9), courts = 2) {
  const eventId = await openPlay(site, host, title, names);
  const rows = await site.sql("select id from event_attendance where event_id = $1", [eventId]);
  const arrivals = rows.map((row): Action => ({ type: "arrive", id: playerIdOf(String(row["id"])) }));
  const set: Action = { type: "configure", format: "doubles", courts, minutes: 12 };
  const start: Action = { type: "start", at: NOW };
  const board = [set, ...arrivals, start].reduce<Board>(act, EMPTY_BOARD);
  await call(eventId, "PUT", "", { version: 0, board });
  return { eventId, board, path: await makeLink(eventId) };
}

/** Playwright's offline mode does not hold calls that pass a service worker. */
async function holdCalls(page: Page): Promise<(isOffline: boolean) => Promise<void>> {
  await page.context().addInitScript(() => {
    const fetch = window.fetch.bind(window);
    window.fetch = (...sent) =>
      localStorage.getItem("test-offline") === null ? fetch(...sent) : Promise.reject(new TypeError("offline"));
  });
  return async (isOffline) => {
    await page.evaluate((is) => {
      if (is) localStorage.setItem("test-offline", "yes");
      else localStorage.removeItem("test-offline");
    }, isOffline);
    await page.context().setOffline(isOffline);
  };
}

test("[COURT-03] a player's phone that reloads without a network shows the last board and its time; another tab shows no names", async () => {
  const { path } = await inPlay("Follow offline");
  const { page } = await site.open({ serviceWorkers: "allow" });
  const setOffline = await holdCalls(page);
  await visit(page, path);
  await page.getByLabel("I am").selectOption({ label: "Player03" });
  await page.getByText(/You are on court \d now|You play in the next game/).waitFor();
  // It was scanned a minute ago: never loaded by the service worker, only asked for.
  await eventually(() => page.evaluate(async (at) => (await caches.match(at)) !== undefined, path)).toBe(true);
  await setOffline(true);
  await page.reload();
  await page.getByText(/^As of \d+:\d\d [AP]M, offline$/).waitFor();
  await page.getByText(/You are on court \d now|You play in the next game/).waitFor();
  await eventually(() => page.getByLabel("I am").inputValue()).not.toBe("");
  await page.getByText("Player03, this may have changed:").waitFor();
  await eventually(() => page.getByRole("timer").count()).toBe(0);
  await expectAccessible(page);
  const other = await page.context().newPage();
  await other.goto(path);
  await other.getByText("The board could not be read. Please try again.").waitFor();
  expect(await other.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain("Player");
  await setOffline(false);
  await eventually(() => page.getByText(/^As of/).count()).toBe(0);
  await page.getByRole("timer").first().waitFor();
});

test("[COURT-03] a closed court keeps its place between rounds; a board whose event is over says so to all", async () => {
  const { eventId, board, path } = await inPlay("The end", NAMES.slice(0, 12), 3);
  const [tablet, phone] = [await site.open({ viewport: { width: 1280, height: 800 } }), await site.open()];
  await visit(tablet.page, `${path}?view=big`);
  await visit(phone.page, path);
  const over = board.games.map(({ id }): Action => ({ type: "finish", game: id, at: NOW, score: null }));
  const closed: Action = { type: "court", court: 2, isOpen: false, at: NOW };
  await call(eventId, "PUT", "", { version: 1, board: [...over, closed].reduce(act, board) });
  const courts = tablet.page.getByRole("article");
  await eventually(() => courts.allInnerTexts()).toHaveLength(3);
  await eventually(() => courts.nth(1).innerText()).toMatch(/2\s+Closed$/u);
  await site.sql("update social_events set starts_at = starts_at - interval '12 hours' where id = $1", [eventId]);
  for (const { page } of [tablet, phone]) {
    await page.reload();
    await page.getByRole("heading", { name: "This event has ended" }).waitFor();
    await page.getByText("3 games were played. Thanks for coming.").waitFor();
    await eventually(() => page.getByRole("article").count()).toBe(0);
    await expectAccessible(page);
  }
  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${eventId}/courts`);
  await page.getByText("You can still finish games and enter scores.").waitFor();
  await page.getByRole("button", { name: "Start round 2" }).waitFor();
});

/** The smallest name of usual length on the courts, in pixels, and whether each of them, and what stands above them, fits. */
const namesOn = (page: Page) =>
  page.evaluate(() => {
    const names = [...document.querySelectorAll("article li span")];
    const heads = [...document.querySelectorAll("article h3 span, article [role=timer]")];
    const lines = (each: Element) =>
      each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).fontSize);
    return {
      count: names.length,
      heads: heads.length,
      smallest: Math.min(
        ...names
          .filter(({ textContent }) => textContent.length <= 7)
          .map((name) => Number.parseFloat(getComputedStyle(name).fontSize)),
      ),
      doFit: names.every((name) => name.scrollWidth <= name.clientWidth) && heads.every((head) => lines(head) < 2),
    };
  });

test.each([
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 800, height: 1280 },
])(
  "[COURT-03] four courts on a tablet of $width pixels read from five meters, in play and between rounds",
  async (viewport) => {
    const people = ["Jasmine", "Marcus", "Fatima", "Quinn", "Oscar", "Hana", "Priya", "Nadia", "Carla", "Kofi", "Gus"];
    const names = [...people, "Lena", "Ivan", "Eli", "Dee", "Bartholomew", "Ana"];
    const { eventId, board, path } = await inPlay(`Tablet of ${viewport.width}`, names, 4);
    const { page } = await site.open({ viewport });
    await visit(page, `${path}?view=big`);
    const courts = page.getByRole("article");
    await eventually(() => courts.count()).toBe(4);
    const isReadable = async () => {
      const { count, heads, smallest, doFit } = await namesOn(page);
      return count >= 16 && heads >= 4 && smallest >= 40 && doFit;
    };
    await eventually(isReadable).toBe(true);
    // Which court ends first is open: who rested plays then, on a court that is not known yet.
    const [rested = ""] =
      board.plan[0]?.games.flatMap(({ sides }) => sides.flat()).filter((id) => !isPlaying(board, id)) ?? [];
    const { names: known } = (await (await fetch(`${site.url}/api${path}`)).json()) as Followed;
    await page.getByText(`In the next game: ${known[rested]}`).waitFor();
    const over = board.games.map(({ id }): Action => ({ type: "finish", game: id, at: NOW, score: null }));
    await call(eventId, "PUT", "", { version: 1, board: over.reduce(act, board) });
    await page.getByText("Resting next round:").waitFor();
    await eventually(() => page.getByRole("heading", { name: "Now playing" }).count()).toBe(0);
    await eventually(isReadable).toBe(true);
    await expectAccessible(page);
  },
);

test("[COURT-03] an older read that fails late does not mark a board that is up to date as offline", async () => {
  const { eventId, board, path } = await inPlay("Late failure");
  const { page } = await site.open();
  await page.addInitScript(() => {
    const look = () => Object.assign(window, document.documentElement.innerText.includes("As of") && { wasAway: true });
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const first = Promise.withResolvers<void>();
  let reads = 0;
  await page.route("**/api/courts/*", async (route) => {
    reads += 1;
    if (reads > 1) return route.fallback();
    await first.promise;
    await route.abort();
  });
  const isListening = page.waitForResponse((response) => response.url().includes("/api/live?"));
  await visit(page, path);
  await isListening;
  const save = (version: number, actions: readonly Action[]) =>
    call(eventId, "PUT", "", { version, board: actions.reduce(act, board) });
  const over = board.games.map(({ id }): Action => ({ type: "finish", game: id, at: NOW, score: [11, 7] }));
  await save(1, over.slice(0, 1));
  await page.getByText("All games played (1)").waitFor();
  const failed = page.waitForEvent("requestfailed");
  first.resolve();
  await failed;
  await save(2, over);
  await page.getByText("All games played (2)").waitFor();
  expect(await page.evaluate(() => "wasAway" in window)).toBe(false);
});

test("[COURT-03] after the host made a new link a player's phone still knows who they are", async () => {
  const { eventId, path } = await inPlay("New link");
  const { page } = await site.open();
  await visit(page, path);
  await page.getByLabel("I am").selectOption({ label: "Player05" });
  const next = await makeLink(eventId);
  await page.getByText("This link has ended.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "See events" }).waitFor();
  const scanned = await page.context().newPage();
  await visit(scanned, next);
  await scanned.getByText("Player05").first().waitFor();
  await eventually(() => scanned.getByRole("status").innerText()).toContain("Player05");
});

test("[COURT-03] a link that another phone of the host made or ended is the one that this phone shows", async () => {
  const { eventId } = await inPlay("Two links");
  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${eventId}/courts`);
  const make = page.getByRole("button", { name: "Make link for players" });
  const bigView = page.getByRole("link", { name: "Big view" });
  await page.getByRole("button", { name: "End link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End link" }).click();
  await make.click();
  await bigView.waitFor();
  const next = await makeLink(eventId);
  await eventually(() => bigView.getAttribute("href")).toBe(`${next}?view=big`);
  await call(eventId, "DELETE", "/link");
  await make.waitFor();
});

test("[COURT-03] a new tab that cannot take the session up says that it has no board, and “Try again” asks for it", async () => {
  const { eventId } = await inPlay("No session");
  const { page } = await signedInTab(site);
  // The tabs would ask again by themselves, half a minute later.
  await page.clock.install({ time: NOW });
  await page.clock.pauseAt(Date.parse(NOW) + 1000);
  const refresh = "**/api/auth/refresh";
  const tabs = [await page.context().newPage(), await page.context().newPage()] as const;
  for (const tab of tabs) {
    await tab.route(refresh, (route) => route.abort());
    await tab.goto(`/events/${eventId}/courts`);
    await tab.getByRole("heading", { name: "The court board cannot be shown" }).waitFor();
    await tab.unroute(refresh);
  }
  const [tab, later] = tabs;
  // A session that has ended meanwhile leads to the sign-in.
  let asked = 0;
  await later.route(refresh, async (route) => {
    asked += 1;
    await route.fulfill({ status: 401, json: {} });
  });
  await later.evaluate(() => {
    const told = new Promise<void>((done) =>
      addEventListener("storage", ({ key }) => key === "courts-clock" && done()),
    );
    Object.assign(window, { told });
  });
  await tab.getByRole("button", { name: "Try again" }).click();
  await tab.getByRole("article").first().waitFor();
  // The other tab has stored the server's clock, which is no reason to ask: the lock's next turn comes after each tab that asks.
  await later.evaluate(() => (window as unknown as { told: Promise<void> }).told);
  await later.evaluate(() => navigator.locks.request("sandbar-refresh", () => undefined));
  expect(asked).toBe(0);
  await later.clock.resume();
  await later.getByRole("button", { name: "Try again" }).click();
  await eventually(() => later.url()).toContain("/login?next=");
  expect(asked).toBe(1);
});
