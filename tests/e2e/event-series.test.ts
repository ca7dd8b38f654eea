import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { createFormOn, openCreateForm } from "#tests/support/create-form.ts";
import { newEvent } from "#tests/support/new-event.ts";

let site: BrowserSite;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

test("[CREATE-01, CREATE-08] a weekly series: the form shows its dates, keeps them over a reload, and makes one event each", async () => {
  const form = await openCreateForm(site, { as: admin, viewport: PHONE, colorScheme: "dark" });
  await form.fill("Tide Pool Walk", "2026-12-18");
  await form.field("Repeats").selectOption("Weekly, 3 times");
  const dates = form.main.getByRole("list", { name: "Dates" }).getByRole("listitem");
  await eventually(() => dates.allInnerTexts()).toEqual(["Dec 18, 2026", "Dec 25, 2026", "Jan 1, 2027"]);
  await form.page.reload();
  await form.untilReady();
  await eventually(() => dates.count()).toBe(3);
  await stopTransitions(form.page);
  await expectAccessible(form.page);
  await expectNoSideways(form.page);
  await form.submit.click();
  await form.success.waitFor();
  await form.main.getByText("3 weekly events are in the list now.").waitFor();
  expect(form.posts.map(({ weeks }) => weeks)).toEqual([3]);
  const rows = await site.sql("select id from social_events where id like '%-tide-pool-walk' order by id");
  expect(rows.map(({ id }) => id)).toEqual([
    "2026-12-18-tide-pool-walk",
    "2026-12-25-tide-pool-walk",
    "2027-01-01-tide-pool-walk",
  ]);
  // The same once more: every id is taken, which is said, and the form keeps what was typed.
  const again = createFormOn(form.page);
  await again.untilReady();
  await again.fill("Tide Pool Walk", "2026-12-11");
  await again.field("Repeats").selectOption("Weekly, 2 times");
  await again.submit.click();
  await again.alert.waitFor();
  await eventually(() => again.alert.innerText()).toContain("2026-12-18-tide-pool-walk");
  expect(await again.values("Title", "Repeats")).toEqual(["Tide Pool Walk", "2"]);
  expect(await site.sql("select 1 from social_events where id = '2026-12-11-tide-pool-walk'")).toEqual([]);
});

test("[CREATE-09] a host finds their events on the dashboard; from there one of a series and all that follow are changed", async () => {
  const host = await site.signedIn({ email: "series-host@example.com" });
  const made = await fetch(`${site.url}/api/social-events`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${host.token}` },
    body: JSON.stringify({
      ...newEvent("Net Night", { date: "2026-12-07", socialEventId: "2026-12-07-net-night" }),
      weeks: 3,
    }),
  });
  expect(made.status).toBe(201);
  const { page } = await site.open({ as: host.token, viewport: DESK });
  await visit(page, "/dashboard");
  const mine = page.getByRole("region", { name: "Your events" });
  await mine.getByText("Waits for an organizer").first().waitFor();
  await eventually(() => mine.getByRole("listitem").count()).toBe(3);
  await stopTransitions(page);
  await expectAccessible(page);
  await mine.getByRole("link", { name: "Edit Net Night" }).nth(1).click();
  const main = page.getByRole("main");
  // The form to make one has the same fields.
  await main.getByRole("heading", { level: 1, name: "Edit event" }).waitFor();
  await main.getByLabel("Title", { exact: true }).fill("Late Net Night");
  await main.getByRole("radio", { name: "And the one that follows" }).check();
  await main.getByRole("button", { name: "Save changes" }).click();
  await main.getByRole("status").getByText("Saved, and so is the one that follows.").waitFor();
  const rows = await site.sql("select title from social_events where id like '%-net-night' order by id");
  expect(rows.map(({ title }) => title)).toEqual(["Net Night", "Late Net Night", "Late Net Night"]);
});
