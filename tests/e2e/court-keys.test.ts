import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { focused, NAMES, openPlay } from "#tests/support/open-play.ts";

let site: BrowserSite;
let host: { userId: string; token: string };
beforeAll(async () => {
  site = await startBrowserSite();
  host = await site.signedIn({ email: "net@example.com", user: { firstName: "Nora", lastName: "Net" } });
});
afterAll(() => site.close());

test("[COURT-01] the host swaps by keyboard and by drag, and reads why", async () => {
  const eventId = await openPlay(site, host, "Swaps", NAMES.slice(0, 6));
  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${eventId}/courts`);
  await page.getByRole("button", { name: "Add all 6" }).click();
  await page.getByText(/^Even teams \(levels/).waitFor();
  const bench = page.getByRole("list", { name: "Resting next round" }).getByRole("button");
  const team = page.getByRole("list", { name: "One team" }).getByRole("button");
  const [rested, played] = [await bench.first().innerText(), await team.first().innerText()];
  await bench.first().focus();
  await page.keyboard.press("Enter");
  await team.first().focus();
  await page.keyboard.press("Enter");
  await eventually(() => team.allInnerTexts()).toContain(rested);
  await eventually(() => bench.allInnerTexts()).toContain(played);
  await page.getByText(`${rested} and ${played} changed places.`).waitFor();
  // Back again, by drag.
  await page
    .getByRole("button", { name: played, exact: true })
    .dragTo(page.getByRole("button", { name: rested, exact: true }), { steps: 5 });
  await eventually(() => team.allInnerTexts()).toContain(played);
});

test("[COURT-01] with keys alone: after each step the focus is on what is next, and the step is announced", async () => {
  const eventId = await openPlay(site, host, "Keys", NAMES.slice(0, 9));
  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${eventId}/courts`);
  const press = async (name: string | RegExp, focus: string | RegExp, announced: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(announced).waitFor();
    await eventually(() => focused(page)).toMatch(focus);
  };
  const score = async (one: string, other: string) => {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(one);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(other);
    await page.keyboard.press("Enter");
  };
  await press("Add all 9", "First round", "9 players added.");
  await press("Start round 1", "Round 1", "Round 1 has started.");
  await press(
    "Keep playing through next round on court 2",
    /^Wait for it on court 2$/u,
    "Court 2 keeps playing through the next round.",
  );
  await page.getByRole("heading", { name: "Round 1" }).focus();
  await page.keyboard.press("Tab");
  await score("11", "7");
  await page.getByRole("status").getByText("Game over on court 1. 11–7.").waitFor();
  expect(await focused(page)).toMatch(/^Points of /u);
  await score("9", "11");
  await page.getByRole("status").getByText("Game over on court 2. 9–11.").waitFor();
  expect(await focused(page)).toBe("Start round 2");
  await page.keyboard.press("Enter");
  await eventually(() => focused(page)).toBe("Round 2");

  await page.getByText("Games played (2)").click();
  const correct = /^Correct score of round 1, court 2$/u;
  await page.getByRole("button", { name: correct }).focus();
  await page.keyboard.press("Enter");
  await eventually(() => focused(page)).toMatch(/^Points of /u);
  await score("8", "11");
  await page.getByRole("status").getByText("Round 1, court 2: 8–11.").waitFor();
  expect(await focused(page)).toMatch(/^Correct score/u);
  await page.getByRole("list", { name: "Resting next round" }).getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  const rested = await focused(page);
  await page.getByRole("list", { name: "One team" }).getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await eventually(() => focused(page)).toBe(rested);
  await press("Make link for players", "Copy link", "The link for players is made.");
});
