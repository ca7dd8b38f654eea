import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Board } from "#src/features/events/court-plan/rules/board.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { NAMES, openPlay } from "#tests/support/open-play.ts";
import { NOW } from "#tests/support/town.ts";

let site: BrowserSite;
let host: { userId: string; token: string };
beforeAll(async () => {
  site = await startBrowserSite();
  host = await site.signedIn({ email: "net@example.com", user: { firstName: "Nora", lastName: "Net" } });
});
afterAll(() => site.close());

const SAVED = "Saved. Players with an account see it; the others need the link below.";

async function savedBoard(eventId: string): Promise<{ version: number; board: Board }> {
  const [row] = await site.sql("select version, board from court_boards where event_id = $1", [eventId]);
  return row as { version: number; board: Board };
}

/** A host's phone with six players, one court each for four of them, all saved. */
async function hostsPhone(title: string) {
  const eventId = await openPlay(site, host, title, NAMES.slice(0, 6));
  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${eventId}/courts`);
  await page.getByRole("button", { name: "Add all 6" }).click();
  await page.getByText(SAVED).waitFor();
  return { eventId, page };
}

const bench = (page: Page) => page.getByRole("list", { name: "Resting next round" }).getByRole("button");

/** Sends somebody of the next round to the bench. Returns their name. */
async function swapOne(page: Page): Promise<string> {
  const playing = page.getByRole("list", { name: "One team" }).getByRole("button").first();
  const name = await playing.innerText();
  await playing.click();
  await bench(page).first().click();
  await eventually(() => bench(page).allInnerTexts()).toContain(name);
  return name;
}

test("[COURT-01] [COURT-03] when the answer to a save is lost, the phone repeats its swap and does not undo it", async () => {
  const { eventId, page } = await hostsPhone("Lost answer");
  const { version } = await savedBoard(eventId);
  const sent: Board[] = [];
  await page.route("**/courts", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    sent.push((route.request().postDataJSON() as { board: Board }).board);
    if (sent.length > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  const rested = await swapOne(page);
  await eventually(async () => (await savedBoard(eventId)).version).toBeGreaterThan(version);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await eventually(async () => (await savedBoard(eventId)).version).toBe(version + 2);
  expect((await savedBoard(eventId)).board.plan[0]).toEqual(sent[0]?.plan[0]);
  await page.getByText(SAVED).waitFor();
  await eventually(() => bench(page).allInnerTexts()).toContain(rested);
});

test("[COURT-01] [COURT-02] news that overtakes the answer to a save neither undoes a swap nor is lost with it", async () => {
  const { eventId, page } = await hostsPhone("Late answer");
  const { version } = await savedBoard(eventId);
  const answer = Promise.withResolvers<void>();
  await page.route("**/courts", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  const rested = await swapOne(page);
  await eventually(async () => (await savedBoard(eventId)).version).toBe(version + 1);
  const other = await site.open({ as: host.token });
  await visit(other.page, `/events/${eventId}/courts`);
  await other.page.getByLabel("Level of Player02").selectOption("4.5");
  await eventually(() => page.getByLabel("Level of Player02").inputValue()).toBe("4.5");
  answer.resolve();
  await page.getByText(SAVED).waitFor();
  await eventually(() => bench(page).allInnerTexts()).toContain(rested);
  await eventually(() => page.getByLabel("Level of Player02").inputValue()).toBe("4.5");
});

test("[COURT-01] [OPS-04] after the site went back to a backup, a phone with a later board can save again", async () => {
  const { eventId, page } = await hostsPhone("Restored");
  await swapOne(page);
  await page.getByText(SAVED).waitFor();
  const { version } = await savedBoard(eventId);
  await site.sql("update court_boards set version = $2 where event_id = $1", [eventId, version - 1]);
  await page.getByLabel("Level of Player02").selectOption("4.5");
  await eventually(async () => (await savedBoard(eventId)).version).toBe(version);
  await page.getByText(SAVED).waitFor();
  await eventually(() => page.getByLabel("Level of Player02").inputValue()).toBe("4.5");
});

test("[COURT-04] a score that comes while the host types one is told before theirs replaces it", async () => {
  const eventId = await openPlay(site, host, "Two typists", NAMES.slice(0, 4));
  const [first, second] = [await site.open({ as: host.token }), await site.open({ as: host.token })];
  for (const { page } of [first, second]) await visit(page, `/events/${eventId}/courts`);
  await first.page.getByRole("button", { name: "Add all 4" }).click();
  await first.page.getByRole("button", { name: "Start round 1" }).click();
  await first.page.getByRole("button", { name: "Game over" }).click();
  const played = ({ page }: typeof first) => page.getByRole("list", { name: "Games played" });
  const type = async (tab: typeof first, points: string) => {
    await tab.page.getByText("Games played (1)").click();
    await tab.page.getByRole("button", { name: "Enter score of round 1" }).click();
    await played(tab).getByRole("textbox").first().fill("11");
    await played(tab).getByRole("textbox").last().fill(points);
  };
  await type(second, "9");
  await type(first, "7");
  await first.page.getByRole("button", { name: "Save score" }).click();
  await played(second).getByText("11–7").waitFor();
  const save = second.page.getByRole("button", { name: "Save score" });
  await save.click();
  await second.page.getByText("Another phone was first: 11–7. If yours is right, save it again.").waitFor();
  expect((await savedBoard(eventId)).board.games[0]?.score).toEqual([11, 7]);
  await eventually(() => played(second).getByRole("textbox").last().inputValue()).toBe("9");
  await save.click();
  await eventually(async () => (await savedBoard(eventId)).board.games[0]?.score).toEqual([11, 9]);
});

/** A phone whose clock is wrong by so much. */
async function phoneWith(aheadMs: number, as?: string) {
  const phone = await site.open(as === undefined ? {} : { as });
  await phone.page.context().addInitScript((ahead) => {
    const right = Date;
    // oxlint-disable-next-line eslint/no-global-assign -- the wrong clock
    globalThis.Date = class extends right {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(right.now() + ahead);
        else super(...(given as [string]));
      }
      static override now = () => right.now() + ahead;
    } as DateConstructor;
  }, aheadMs);
  return phone;
}

const secondsLeft = async (page: Page): Promise<number> => {
  const words = await page.getByRole("timer").innerText();
  const [, minutes, seconds] = /^(\d+):(\d\d)/.exec(words) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

const FIVE_MINUTES_MS = 300_000;

test("[COURT-03] phones whose clocks are minutes apart show the same time of a game, without a network too", async () => {
  const eventId = await openPlay(site, host, "Wrong clocks", NAMES.slice(0, 4));
  const [late, early] = [await phoneWith(-FIVE_MINUTES_MS, host.token), await phoneWith(0, host.token)];
  await visit(late.page, `/events/${eventId}/courts`);
  await late.page.getByRole("button", { name: "Add all 4" }).click();
  await late.page.getByText(SAVED).waitFor();
  await late.page.getByRole("button", { name: "Start round 1" }).click();
  await late.page.getByText(SAVED).waitFor();
  await visit(early.page, `/events/${eventId}/courts`);
  const [game] = (await savedBoard(eventId)).board.games;
  // By the site's clock, which began at this moment.
  const sinceNow = Date.parse(game?.startedAt ?? "") - Date.parse(NOW);
  expect([sinceNow > 0, sinceNow < 30 * 60_000]).toEqual([true, true]);
  const apart = async () => Math.abs((await secondsLeft(late.page)) - (await secondsLeft(early.page)));
  await eventually(apart).toBeLessThan(30);
  // A page that the server does not answer knows by how much its clock is wrong.
  await early.page.route("**/api/social-events/*/courts", (route) => route.abort());
  await early.page.reload();
  await eventually(apart).toBeLessThan(30);
});
