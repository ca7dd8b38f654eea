import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import { playerIdOf } from "#src/features/events/court-plan/rules/players.ts";
import { gamesOf, isCutShort } from "#src/features/events/court-plan/rules/turns.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectAccessible, expectNoSideways } from "#tests/support/browser.ts";
import { focused, NAMES, openPlay } from "#tests/support/open-play.ts";

const TABLET = { width: 1180, height: 820 };

let site: BrowserSite;
let host: { userId: string; token: string };
beforeAll(async () => {
  site = await startBrowserSite();
  host = await site.signedIn({ email: "net@example.com", user: { firstName: "Nora", lastName: "Net" } });
});
afterAll(() => site.close());

/** Notes each state of the courts in play that a page shows, in every document of the tab. */
async function watchCourts(page: Page, heading: string): Promise<() => Promise<string[]>> {
  await page.addInitScript((id) => {
    const seen = new Set<string>();
    Object.assign(window, { courtsSeen: seen });
    const look = () => {
      const courts = [...document.querySelectorAll(`section[aria-labelledby="${id}"] article[data-state="play"]`)];
      seen.add(
        courts
          .map((court) =>
            [court.querySelector("h3"), ...court.querySelectorAll("li")].map((each) => each?.textContent).join(" "),
          )
          .join("\n"),
      );
      requestAnimationFrame(look);
    };
    look();
  }, heading);
  return () => page.evaluate(() => [...(window as unknown as { courtsSeen: Set<string> }).courtsSeen]);
}

const boardOf = async (eventId: string) =>
  (await site.sql("select board from court_boards where event_id = $1", [eventId]))[0]?.["board"] as Board | undefined;

/** Ends every game that the host's phone shows. */
async function endGames(page: Page): Promise<void> {
  const over = page.getByRole("button", { name: "Game over" });
  for (let left = await over.count(); left > 0; left -= 1) {
    await over.first().click();
    await eventually(() => over.count()).toBe(left - 1);
  }
}

test("[COURT-01] [COURT-02] [COURT-03] 17 arrive, 3 leave, a court rains out: fair on the phone, on a player's phone and on the tablet", async () => {
  const eventId = await openPlay(site, host, "Open play", NAMES);
  const phone = await site.open({ as: host.token });
  const shownToHost = await watchCourts(phone.page, "in-play");
  await visit(phone.page, `/events/${eventId}/courts`);
  await phone.page.getByRole("button", { name: "Add all 17" }).click();
  await phone.page.getByLabel("Courts", { exact: true }).selectOption("4");
  await phone.page.getByRole("button", { name: "Make link for players" }).click();
  await phone.page.getByRole("img", { name: "QR code: follow the courts" }).waitFor();
  await phone.page.getByText("Saved. Everyone who follows the board sees it.").waitFor();
  const path = new URL((await phone.page.getByRole("link", { name: "Big view" }).getAttribute("href")) ?? "", site.url);

  const [player, tablet] = [await site.open(), await site.open({ viewport: TABLET })];
  const shownOnTablet = await watchCourts(tablet.page, "now-playing");
  await visit(player.page, path.pathname);
  await visit(tablet.page, `${path.pathname}?view=big`);
  await tablet.page.getByRole("heading", { name: "Next up" }).waitFor();
  const [resting, playing] = await phone.page.evaluate(() => [
    document.querySelector("[aria-label='Resting next round'] button")?.textContent ?? "",
    document.querySelector("[data-state='next'] button")?.textContent ?? "",
  ]);
  await player.page.getByLabel("I am").selectOption({ label: playing });
  await player.page.getByText(/You are next on court \d/).waitFor();

  const start = (round: number) => phone.page.getByRole("button", { name: `Start round ${round}` }).click();
  await start(1);
  await player.page.getByText(/You are on court \d now/).waitFor();
  await tablet.page.getByRole("timer").first().waitFor();
  for (const { page } of [phone, player, tablet]) {
    await expectAccessible(page);
    await expectNoSideways(page);
  }
  await endGames(phone.page);
  const mine = player.page.getByRole("list", { name: "Your games" });
  await eventually(() => mine.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^Round 1, .*No score$/su),
  ]);
  const leavers = NAMES.filter((name) => name !== resting).slice(3, 5);
  for (const name of [...leavers, resting])
    await phone.page.getByLabel(`${name} now`, { exact: true }).selectOption("left");
  await start(2);
  // Rain: its game ends, and the others play on.
  await phone.page.getByRole("button", { name: "Close court 1" }).click();
  const closing = phone.page.getByRole("dialog", { name: "Close court 1?" });
  await closing.getByText(/without a score, and does not count as played unless you enter one later/).waitFor();
  await closing.getByRole("button", { name: "Close court 1" }).click();
  await endGames(phone.page);
  for (const round of [3, 4, 5, 6]) {
    await start(round);
    await endGames(phone.page);
  }
  await eventually(
    async () => (await boardOf(eventId))?.games.filter(({ endedAt }) => endedAt !== null).at(-1)?.round,
  ).toBe(6);
  const board = await boardOf(eventId);
  const here = board?.players.filter(({ presence }) => presence === "here") ?? [];
  // Those who left played as much as the others until they left, and nobody who left was planned again.
  const gone = new Set(board?.players.flatMap(({ id, presence }) => (presence === "left" ? [id] : [])));
  expect(gone.size).toBe(3);
  expect(board?.games.filter(({ round, sides }) => round > 1 && sides.flat().some((id) => gone.has(id)))).toEqual([]);
  const attended = await site.sql("select id from event_attendance where event_id = $1 and name = $2", [
    eventId,
    playing,
  ]);
  const me = playerIdOf(String(attended[0]?.["id"]));
  const played = board?.games.filter(({ sides }) => sides.flat().includes(me)).length;
  await eventually(() => mine.getByRole("listitem").count()).toBe(played);
  // The game that the rain cut short counts for nobody.
  expect(board?.games.filter((game) => isCutShort(game)).map(({ round, court }) => [round, court])).toEqual([[2, 1]]);
  const games = here.map(({ id }) => (board ? gamesOf(board, id).counted : 0));
  expect(here).toHaveLength(14);
  expect(Math.max(...games) - Math.min(...games)).toBeLessThanOrEqual(1);
  expect(board?.games.filter(({ round, court }) => round > 2 && court === 1)).toEqual([]);

  const [own, others] = [new Set(await shownToHost()), await shownOnTablet()];
  expect(others.length).toBeGreaterThan(1);
  expect(others.filter((state) => !own.has(state))).toEqual([]);
  expect([...phone.problems, ...player.problems, ...tablet.problems]).toEqual([]);
  // The link ends, and with it what is open.
  const end = phone.page.getByRole("button", { name: "End link" });
  await end.click();
  const asked = phone.page.getByRole("dialog", { name: "End this link?" });
  await asked.getByText(/stops seeing the board at once/).waitFor();
  await expectAccessible(phone.page);
  await asked.getByRole("button", { name: "Keep link" }).click();
  expect((await fetch(`${site.url}/api${path.pathname}`)).status).toBe(200);
  await end.click();
  await asked.getByRole("button", { name: "End link" }).click();
  await eventually(() => focused(phone.page)).toBe("Make link for players");
  for (const { page } of [player, tablet]) await page.getByText("This link has ended.").waitFor();
});

test("[COURT-04] the host enters and corrects a score, offline too; a player's own phone shows it", async () => {
  const eventId = await openPlay(site, host, "Scores", NAMES.slice(0, 4));
  const member = await site.tokenFor(["Members"]);
  const [phone, player] = [await site.open({ as: host.token }), await site.open({ as: member })];
  for (const { page } of [phone, player]) await visit(page, `/events/${eventId}/courts`);
  await phone.page.getByRole("button", { name: "Add all 4" }).click();
  await phone.page.getByRole("button", { name: "Start round 1" }).click();
  await endGames(phone.page);
  await player.page.getByText("All games played (1)").click();
  const shown = player.page.getByRole("list", { name: "All games played" });
  await shown.getByText("No score").waitFor();
  await phone.page.getByText("Games played (1)").click();
  const points = phone.page.getByRole("list", { name: "Games played" }).getByRole("textbox");
  const enter = async (name: string, one: string, other: string) => {
    await phone.page.getByRole("button", { name }).click();
    await points.first().fill(one);
    await points.last().fill(other);
    await phone.page.getByRole("button", { name: "Save score" }).click();
  };
  await enter("Enter score of round 1", "11", "11");
  await phone.page.getByText("A game cannot end in a tie. Play one more point, or leave both scores empty.").waitFor();
  await points.last().fill("7");
  await phone.page.getByRole("button", { name: "Save score" }).click();
  await shown.getByText("11–7").waitFor();
  await phone.page.context().setOffline(true);
  await enter("Correct score of round 1", "11", "9");
  await phone.page.getByText(/The board is saved on this phone/).waitFor();
  await expectAccessible(phone.page);
  expect((await boardOf(eventId))?.games[0]?.score).toEqual([11, 7]);
  await phone.page.context().setOffline(false);
  await shown.getByText("11–9").waitFor();
  await expectAccessible(player.page);
  await expectNoSideways(player.page);
});

test("[COURT-03] without a network the host goes on, also after a reload; the others hear of it afterwards", async () => {
  const eventId = await openPlay(site, host, "Offline", NAMES.slice(0, 5));
  const { page } = await site.open({ as: host.token, serviceWorkers: "allow" });
  // Playwright's offline mode does not hold calls that pass a service worker.
  await page.context().addInitScript(() => {
    const fetch = window.fetch.bind(window);
    window.fetch = (...call) =>
      localStorage.getItem("test-offline") === null ? fetch(...call) : Promise.reject(new TypeError("offline"));
  });
  await visit(page, `/events/${eventId}/courts`);
  await page.getByRole("button", { name: "Add all 5" }).click();
  await page.getByText("Saved. Players with an account see it; the others need the link below.").waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
  await page.reload();
  await page.getByText("Saved. Players with an account see it; the others need the link below.").waitFor();
  const kept = () =>
    page.evaluate(async (path) => (await caches.match(path)) !== undefined, `/events/${eventId}/courts`);
  await eventually(kept).toBe(true);

  await page.evaluate(() => localStorage.setItem("test-offline", "yes"));
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Start round 1" }).click();
  await page.getByText(/The board is saved on this phone/).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Round 1" }).waitFor();
  await page.getByText(/The board is saved on this phone/).waitFor();
  await page.getByLabel("Name of a walk-in").fill("Latecomer");
  await page.getByRole("button", { name: "Add player" }).click();
  await endGames(page);
  expect((await boardOf(eventId))?.games).toEqual([]);
  // A new tab of this phone cannot take the session up, and shows the board all the same.
  await page.context().addCookies([{ name: "sandbar_session", value: "1", url: site.url }]);
  const tab = await page.context().newPage();
  await tab.goto(`/events/${eventId}/courts`);
  await tab.getByRole("heading", { name: "Round 1" }).waitFor();
  await tab.getByText("Latecomer").first().waitFor();
  await tab.close();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem("test-offline"));
  await page.context().setOffline(false);
  await page.getByText("Saved. Players with an account see it; the others need the link below.").waitFor();
  const board = await boardOf(eventId);
  expect(board?.games.map(({ round, endedAt }) => [round, endedAt !== null])).toEqual([[1, true]]);
  expect(board?.players).toHaveLength(6);
  expect(
    await site.sql("select name from event_attendance where event_id = $1 and name = 'Latecomer'", [eventId]),
  ).toHaveLength(1);
});

test("[COURT-02] two host phones: the later one repeats its actions on the board of the first", async () => {
  const eventId = await openPlay(site, host, "Two phones", NAMES.slice(0, 5));
  const [first, second] = [await site.open({ as: host.token }), await site.open({ as: host.token })];
  for (const { page } of [first, second]) await visit(page, `/events/${eventId}/courts`);
  await first.page.getByRole("button", { name: "Add all 5" }).click();
  await second.page.getByRole("button", { name: "Start round 1" }).waitFor();
  await second.page.context().setOffline(true);
  await second.page.getByLabel("Player01 now", { exact: true }).selectOption("resting");
  await first.page.getByLabel("Level of Player02").selectOption("4.5");
  await first.page.getByText("Saved. Players with an account see it; the others need the link below.").waitFor();
  await second.page.context().setOffline(false);
  await eventually(() => first.page.getByLabel("Player01 now", { exact: true }).inputValue()).toBe("resting");
  await eventually(() => second.page.getByLabel("Level of Player02").inputValue()).toBe("4.5");
});

test("[COURT-04] a score that another phone entered first is not replaced in silence; who leaves a game is told until when they play", async () => {
  const eventId = await openPlay(site, host, "Two scores", NAMES.slice(0, 4));
  const [first, second] = [await site.open({ as: host.token }), await site.open({ as: host.token })];
  for (const { page } of [first, second]) await visit(page, `/events/${eventId}/courts`);
  await first.page.getByRole("button", { name: "Add all 4" }).click();
  await first.page.getByRole("button", { name: "Start round 1" }).click();
  await second.page.getByRole("button", { name: "Game over" }).waitFor();
  await first.page.getByLabel("Player01 now", { exact: true }).selectOption("left");
  await first.page.getByText("Player01 is on court 1 until that game is over, and in no game after it.").waitFor();
  await eventually(() => second.page.getByLabel("Player01 now", { exact: true }).inputValue()).toBe("left");
  await second.page.context().setOffline(true);
  const enter = async ({ page }: typeof first, points: string) => {
    await page
      .getByLabel(/^Points of/)
      .first()
      .fill("11");
    await page
      .getByLabel(/^Points of/)
      .last()
      .fill(points);
    await page.getByRole("button", { name: "Game over" }).click();
  };
  await enter(second, "9");
  await second.page.getByText(/The board is saved on this phone/).waitFor();
  await enter(first, "7");
  await eventually(async () => (await boardOf(eventId))?.games[0]?.score).toEqual([11, 7]);
  const [saved] = await site.sql("select version from court_boards where event_id = $1", [eventId]);
  const news = Promise.withResolvers<void>();
  await second.page.route("**/courts", async (route) => {
    const body = route.request().postDataJSON() as { version: number } | null;
    if (body?.version === saved?.["version"]) await news.promise;
    await route.fallback();
  });
  await second.page.context().setOffline(false);
  await second.page.getByText("Round 1, court 1: 11–7 is saved, your 11–9 is not.").waitFor();
  await second.page.getByRole("button", { name: "Got it" }).click();
  // Read, it does not come back with news that arrives before the phone has sent everything.
  await first.page.getByLabel("Level of Player02").selectOption("4.5");
  await eventually(() => second.page.getByLabel("Level of Player02").inputValue()).toBe("4.5");
  await eventually(() => second.page.getByText("your 11–9 is not").count()).toBe(0);
  news.resolve();
  await second.page.getByText("Saved. Players with an account see it; the others need the link below.").waitFor();
  await eventually(() => second.page.getByText("your 11–9 is not").count()).toBe(0);
  expect((await boardOf(eventId))?.games[0]?.score).toEqual([11, 7]);
});
