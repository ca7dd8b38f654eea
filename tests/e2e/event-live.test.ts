import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewSocialEvent } from "#src/db/tables/events.ts";
import { makeEvent } from "#seeds/factories.ts";
import { PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let host: Awaited<ReturnType<BrowserSite["signedIn"]>>;
let made = 0;
beforeAll(async () => {
  site = await startBrowserSite();
  host = await site.signedIn({ email: "live-host@example.com", groups: ["Members"] });
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");
const joinLink = (page: Page) => main(page).getByRole("link", { name: "Join", exact: true });

async function addEvent(event: Partial<NewSocialEvent> = {}): Promise<string> {
  made += 1;
  const title = `Open Page ${made}`;
  return (await site.addEvent(makeEvent({ day: "2026-12-12", title, hostUserId: host.userId, ...event }))).id;
}

async function change(id: string, body: unknown): Promise<void> {
  const answer = await fetch(`${site.url}/api/social-events/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json", authorization: `Bearer ${host.token}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** A page whose live line is open, marked so that a reload would show. */
async function openPage(id: string, as?: string): Promise<Page> {
  const { page } = await site.open({ viewport: PHONE, ...(as !== undefined && { as }) });
  const line = page.waitForResponse((response) => response.url().includes("/api/live"));
  await visit(page, `/events/${id}`);
  await line;
  await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  return page;
}

test("[DAY-04] a canceled event runs again only after a question, and offers no court board meanwhile", async () => {
  const id = await addEvent({ status: "cancelled" });
  const { page } = await site.open({ viewport: PHONE, as: host.token });
  await visit(page, `/events/${id}`);
  const runAgain = main(page).getByRole("button", { name: "Run it after all" });
  await runAgain.click();
  await eventually(() => main(page).getByRole("link", { name: "Court board" }).count()).toBe(0);
  const dialog = page.getByRole("dialog", { name: "Run it after all?" });
  await dialog.getByRole("button", { name: "Keep it canceled" }).click();
  const status = () => site.sql("select status from social_events where id = $1", [id]);
  expect(await status()).toEqual([{ status: "cancelled" }]);
  await runAgain.click();
  await dialog.getByRole("button", { name: "Run it and tell everyone" }).click();
  await eventually(status).toEqual([{ status: "scheduled" }]);
  await main(page).getByRole("link", { name: "Court board" }).waitFor();
});

test("[DAY-10, M8] an open page shows a move and a cancellation without a reload, to visitors and members", async () => {
  const id = await addEvent();
  const member = await site.signedIn({ email: "live-member@example.com", groups: ["Members"] });
  const pages = [await openPage(id), await openPage(id, member.token)];
  await change(id, { date: "2026-12-13", time: "19:00" });
  for (const page of pages) {
    await main(page).getByText("Sunday, December 13, 2026").first().waitFor();
    await main(page).getByText("New date").waitFor();
  }
  await change(id, { status: "cancelled" });
  for (const page of pages) {
    await main(page).getByRole("alert").getByText("Canceled").waitFor();
    await eventually(() => joinLink(page).count()).toBe(0);
    await eventually(() => main(page).getByRole("group", { name: "Are you going?" }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.hasAttribute("data-same"))).toBe(true);
  }
});

test("[DAY-10] an event that is held or taken down leaves the open page at once", async () => {
  const id = await addEvent();
  const page = await openPage(id);
  await site.sql("update social_events set held = true, updated_at = now() where id = $1", [id]);
  await page.getByRole("heading", { level: 1, name: "This event isn’t public anymore" }).waitFor();
  await eventually(() => joinLink(page).count()).toBe(0);
});

test("[DAY-10] a photo appears on the open page", async () => {
  const [row] = await site.sql(
    `select id, img_list from social_events where show_photos and general_public and not members_only_location
      and cardinality(img_list) > 1 and day < '2026-11-21' limit 1`,
  );
  const { id, img_list: keys } = row as { id: string; img_list: string[] };
  await site.sql("update social_events set img_list = $2 where id = $1", [id, keys.slice(0, 1)]);
  const page = await openPage(id);
  const photos = page.getByRole("region", { name: "Photos" }).locator("a[aria-haspopup=dialog]");
  await eventually(() => photos.count()).toBe(1);
  await site.sql("update social_events set img_list = $2, updated_at = now() where id = $1", [id, keys.slice(0, 2)]);
  await eventually(() => photos.count()).toBe(2);
});

test("[DAY-10, M5] from its start on an open page offers no answer, and from its end on it is over; the dashboard lets go of it too", async () => {
  // The town’s clock says ten in the morning.
  const id = await addEvent({ day: "2026-11-21", startTime: "10:30:00", lengthMinutes: 60 });
  const member = await site.signedIn({ email: "live-goer@example.com", groups: ["Members"] });
  const { page } = await site.open({ viewport: PHONE, as: member.token });
  await page.clock.install();
  // Without its live line the page counts the minutes itself.
  await page.route("**/api/live*", (route) => route.abort());
  await visit(page, `/events/${id}`);
  await main(page).getByRole("group", { name: "Are you going?" }).waitFor();
  await page.clock.fastForward("40:00");
  await main(page).getByText("Happening now").waitFor();
  await eventually(() => main(page).getByRole("group", { name: "Are you going?" }).count()).toBe(0);
  await page.clock.fastForward("01:00:00");
  await main(page).getByText("This event is over").waitFor();

  const other = await site.open({ viewport: PHONE, as: member.token });
  await other.page.clock.install();
  await other.page.route("**/api/live*", (route) => route.abort());
  await visit(other.page, "/dashboard");
  const card = other.page.getByRole("link", { name: `Open Page ${made}` });
  await card.first().waitFor();
  await other.page.clock.fastForward("02:00:00");
  await eventually(() => card.count()).toBe(0);
});

test("[DAY-10, M16] a full event says so to those it concerns: not to who has a place", async () => {
  const id = await addEvent({ capacity: 1 });
  const goer = await site.signedIn({ email: "has-a-place@example.com", groups: ["Members"] });
  const going = await openPage(id, goer.token);
  await main(going).getByRole("button", { name: "Going", exact: true }).click();
  await main(going).getByText("You are going.").waitFor();
  const visitor = await openPage(id);
  await main(visitor).getByText("Every space is taken.").waitFor();
  await eventually(() => main(going).getByText("Every space is taken.").count()).toBe(0);
});

test("[DASH-06, M10] before an answer no choice looks chosen", async () => {
  const page = await openPage(await addEvent(), host.token);
  const choices = main(page).getByRole("group", { name: "Are you going?" }).getByRole("button");
  await eventually(() => choices.first().isEnabled()).toBe(true);
  const looks = await choices.evaluateAll((all) => all.map((choice) => getComputedStyle(choice).backgroundColor));
  expect(new Set(looks).size).toBe(1);
});

/** An event whose poll takes several votes, and how many there are. */
async function withPoll() {
  const id = await addEvent({ pollText: "Which nights?" });
  await site.sql("insert into event_polls (event_id, question, multiple) values ($1, 'Which nights?', true)", [id]);
  await site.sql(
    `insert into poll_options (id, event_id, position, label)
     select $1 || '-' || n, $1, n, (array['Friday', 'Sunday'])[n] from generate_series(1, 2) n`,
    [id],
  );
  const votes = async () => (await site.sql("select 1 from poll_votes where option_id like $1 || '-%'", [id])).length;
  return { id, votes };
}

test("[DASH-06] votes that are cast around an answer all count", async () => {
  const { id, votes } = await withPoll();
  const { page } = await site.open({ as: await site.tokenFor(["Members"]) });
  const first = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  await page.route("**/poll", async (route) => {
    sent.push(route.request().postDataJSON());
    await first.promise;
    await route.continue();
  });
  await visit(page, `/events/${id}`);
  await main(page).getByRole("button", { name: "Friday" }).click();
  await eventually(() => sent.length).toBe(1);
  await main(page).getByRole("button", { name: "Going", exact: true }).click();
  await main(page).getByRole("button", { name: "Sunday" }).click();
  first.resolve();
  await page.getByText("You are going.").waitFor();
  await eventually(votes).toBe(2);
});

test("[DASH-06] a vote cast while an answer is on its way neither hides the answer nor that it is refused", async () => {
  const { id, votes } = await withPoll();
  const { page } = await site.open({ as: await site.tokenFor(["Members"]) });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  await page.route("**/rsvp", async (route) => {
    if (route.request().method() !== "PUT" || asked === 2) return route.continue();
    asked += 1;
    await gates[asked - 1]?.promise;
    return route.fulfill({ status: 409, json: { message: "This event is full." } });
  });
  await visit(page, `/events/${id}`);
  await main(page).getByRole("button", { name: "Going", exact: true }).click();
  await main(page).getByRole("button", { name: "Friday" }).click();
  const pressed = () => main(page).locator("[aria-pressed=true]").allInnerTexts();
  await eventually(pressed).toEqual(["Going", expect.stringContaining("Friday")]);
  gates[0]?.resolve();
  await main(page).getByRole("alert").getByText("This event is full. Nothing was changed.").waitFor();
  await eventually(votes).toBe(1);
  await eventually(pressed).toEqual([expect.stringContaining("Friday")]);
  // What became of an answer that another one has replaced is of no interest.
  await main(page).getByRole("button", { name: "Going", exact: true }).click();
  await eventually(() => asked).toBe(2);
  await main(page).getByRole("button", { name: "Maybe", exact: true }).click();
  gates[1]?.resolve();
  await page.getByText("You may come.").waitFor();
  await eventually(() => main(page).getByRole("alert").count()).toBe(0);
});
