import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectAccessible, expectNoSideways } from "#tests/support/browser.ts";
import { NOW } from "#tests/support/town.ts";

type Someone = { userId: string; token: string };
let site: BrowserSite;
let host: Someone;
let ana: Someone;
beforeAll(async () => {
  site = await startBrowserSite();
  const member = (firstName: string) =>
    site.signedIn({
      email: `${firstName.toLowerCase()}@ladder.example.com`,
      user: { firstName, lastName: "Ladder" },
      groups: ["Members"],
    });
  host = await member("Nora");
  ana = await member("Ana");
});
afterAll(() => site.close());

test("[COURT-04] a score at the net becomes a result, a level and a place on the ladder, and a switch takes it off", async () => {
  const startsAt = new Date(new Date(NOW).getTime() - 60_000);
  const { id: eventId } = await site.addEvent(
    makeEvent({ day: "2026-11-21", title: "Ladder play", startsAt, hostUserId: host.userId, chat: "Pickleball" }),
  );
  await site.sql("insert into event_rsvps (event_id, user_id, answer) values ($1, $2, 'going')", [eventId, ana.userId]);
  const walkIns = ["Wes", "Will", "Wynn"].map((name) => ({ walkIn: { id: randomUUID(), name } }));
  const marks = [{ userId: ana.userId }, ...walkIns].map((mark) => ({ id: randomUUID(), presence: "here", ...mark }));
  const marked = await fetch(`${site.url}/api/social-events/${eventId}/door`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
    body: JSON.stringify({ marks }),
  });
  expect(marked.status).toBe(200);

  const { page } = await site.open({ as: host.token });
  await visit(page, `/events/${eventId}/courts`);
  await page.getByRole("button", { name: "Add all 4" }).click();
  await page.getByRole("button", { name: "Start round 1" }).click();
  await page.getByRole("textbox", { name: /^Points of .*Ana/u }).fill("11");
  await page.getByRole("textbox", { name: /^Points of (?!.*Ana)/u }).fill("4");
  await page.getByRole("button", { name: "Game over" }).click();
  await page.getByText("Games played (1)").waitFor();
  await page.getByText("Saved. Players with an account see it; the others need the link below.").waitFor();

  const player = await site.open({ as: ana.token });
  await visit(player.page, `/events/${eventId}/courts`);
  await player.page.getByRole("link", { name: "Ladder and your results" }).click();
  const results = player.page.getByRole("list", { name: "Your results" });
  await results.getByText("Won 11–4").waitFor();
  await eventually(() => results.innerText()).toContain("+0.05");
  await player.page.getByText("Pickleball: level 3.05").waitFor();
  const row = player.page.getByRole("row", { name: /Ana Ladder \(you\)/u });
  await eventually(() => row.innerText()).toContain("3.05");
  await player.page.getByLabel("Table").selectOption("round_robin");
  await row.waitFor();
  await expectAccessible(player.page);
  await expectNoSideways(player.page);

  await results.getByRole("button", { name: "This score is wrong" }).click();
  await player.page.getByRole("button", { name: "Tell the host" }).click();
  await player.page.getByText("Say in a sentence what is wrong").waitFor();
  await player.page.getByLabel("What is wrong?").fill("It was 4 to 11.");
  await expectAccessible(player.page);
  await player.page.getByRole("button", { name: "Tell the host" }).click();
  await results.getByText("You told the host that this score is wrong: “It was 4 to 11.”").waitFor();
  await page.getByText("Games played (1): 1 score is said to be wrong").click();
  await page.getByText("Ana Ladder says this score is wrong: “It was 4 to 11.”").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Strike game" }).click();
  await page.getByText("Does not count", { exact: true }).waitFor();
  await page.getByText("Games played (1)", { exact: true }).waitFor();
  await visit(player.page, "/ladder");
  await player.page.getByText("You have no results yet.").waitFor();
  await page.getByRole("button", { name: "Count again" }).click();
  await page.getByText("Saved. Players with an account see it; the others need the link below.").waitFor();
  await visit(player.page, "/ladder");
  await results.getByRole("button", { name: "This score is wrong" }).waitFor();

  await visit(player.page, "/dashboard?tab=account");
  const listed = player.page.getByLabel("Show me on the ladder");
  await eventually(() => listed.isEnabled()).toBe(true);
  await listed.click();
  await player.page.getByText("Saved.", { exact: true }).waitFor();
  await eventually(() => listed.isChecked()).toBe(false);
  await expectAccessible(player.page);
  await visit(page, "/ladder");
  await page.getByText("Nobody is on this table yet.").waitFor();
  await visit(player.page, "/ladder");
  await results.getByText("Won 11–4").waitFor();
  expect(player.problems).toEqual([]);
});

test("[COURT-04] the season that is chosen shows at once, while its table is on its way", async () => {
  const { page } = await site.open({ as: ana.token });
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/ladder\?.*season=2025/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await visit(page, "/ladder");
  const season = page.getByLabel("Season", { exact: true });
  await season.selectOption("2025");
  await eventually(() => season.inputValue()).toBe("2025");
  const answered = page.waitForResponse((response) => response.url().includes("season=2025"));
  answer.resolve();
  await answered;
  await eventually(() => season.inputValue()).toBe("2025");
});
