import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

const SALSA = "Salsa";
const BACHATA = "Bachata";
const BOTH = "Whatever is playing";

let site: BrowserSite;
let member: string;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [member, admin] = await Promise.all([site.tokenFor(["Members"]), site.tokenFor(["Admins"])]);
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");
const poll = (page: Page) => main(page).getByRole("group", { name: "Which dance?" });
const option = (page: Page, label: string) => poll(page).getByRole("button", { name: label });
const said = async (page: Page) => (await poll(page).innerText()).replaceAll(/\s+/g, " ");
const chosen = (page: Page) =>
  poll(page)
    .locator("[aria-pressed=true]")
    .evaluateAll((options) => options.map((each) => each.textContent.replace(/\d.*/, "")));

let made = 0;
async function eventWithPoll({ multiple = false } = {}): Promise<string> {
  made += 1;
  const { id } = await site.addEvent(
    makeEvent({ day: "2026-12-14", title: `Asked ${made}`, pollText: "Which dance?" }),
  );
  await site.sql("insert into event_polls (event_id, question, multiple) values ($1, 'Which dance?', $2)", [
    id,
    multiple,
  ]);
  for (const [position, label] of [SALSA, BACHATA, BOTH].entries())
    await site.sql("insert into poll_options (id, event_id, position, label) values ($1, $2, $3, $4)", [
      `${id}-${position}`,
      id,
      position,
      label,
    ]);
  return id;
}

const votesOf = async (id: string) =>
  (
    await site.sql(
      "select o.label from poll_votes v join poll_options o on o.id = v.option_id where o.event_id = $1 order by o.position",
      [id],
    )
  ).map(({ label }) => label);

test("[DASH-06] one vote, with the true count at once, and changed as often as one likes", async () => {
  const id = await eventWithPoll();
  const { page, problems } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await poll(page).waitFor();
  expect(await said(page)).toContain("Nobody has voted yet.");
  await option(page, SALSA).click();
  await eventually(() => said(page)).toContain("1 person voted.");
  expect(await votesOf(id)).toEqual([SALSA]);
  await option(page, BACHATA).click();
  await eventually(() => votesOf(id)).toEqual([BACHATA]);
  await eventually(() => chosen(page)).toEqual([BACHATA]);
  expect(await said(page)).toContain("1 person voted.");
  await visit(page, `/events/${id}`);
  await eventually(() => chosen(page)).toEqual([BACHATA]);
  await stopTransitions(page);
  for (const scheme of ["Light", "Dark"]) {
    await page.getByRole("button", { name: scheme, exact: true }).click();
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
});

test("[DASH-06] where several may be chosen, each is taken and given back by itself", async () => {
  const id = await eventWithPoll({ multiple: true });
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await option(page, SALSA).click();
  await eventually(() => votesOf(id)).toEqual([SALSA]);
  await option(page, BOTH).press("Enter");
  await eventually(() => votesOf(id)).toEqual([SALSA, BOTH]);
  await option(page, SALSA).click();
  await eventually(() => votesOf(id)).toEqual([BOTH]);
  await eventually(() => chosen(page)).toEqual([BOTH]);
  expect(await said(page)).toContain("You can choose several.");
});

test("[DASH-06] visitors see what was voted, live, and how to take part; they cannot vote", async () => {
  const id = await eventWithPoll();
  const visitor = await site.open();
  await visit(visitor.page, `/events/${id}`);
  await poll(visitor.page).waitFor();
  await eventually(() => poll(visitor.page).getByRole("button").count()).toBe(0);
  const way = poll(visitor.page).getByRole("link", { name: "Sign in to vote" });
  await eventually(() => way.getAttribute("href")).toBe(`/login?next=${encodeURIComponent(`/events/${id}`)}`);
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await option(page, SALSA).click();
  await eventually(() => said(visitor.page)).toContain("Salsa 1 vote");
});

test("[DASH-06] who may manage the event closes the poll and opens it again; closed, it takes no votes", async () => {
  const id = await eventWithPoll();
  const [host, guest] = await Promise.all([site.open({ as: admin }), site.open({ as: member })]);
  await Promise.all([visit(host.page, `/events/${id}`), visit(guest.page, `/events/${id}`)]);
  await option(guest.page, SALSA).click();
  await eventually(() => votesOf(id)).toEqual([SALSA]);
  await eventually(() => poll(guest.page).getByRole("button", { name: "Close the poll" }).count()).toBe(0);
  await poll(host.page).getByRole("button", { name: "Close the poll" }).click();
  await eventually(() => said(guest.page)).toContain("This poll is closed.");
  await eventually(() => poll(guest.page).getByRole("button").count()).toBe(0);
  expect(await said(guest.page)).toContain("Salsa 1 vote");
  await poll(host.page).getByRole("button", { name: "Reopen the poll" }).click();
  await option(guest.page, BACHATA).click();
  await eventually(() => votesOf(id)).toEqual([BACHATA]);
  // A vote that waits for an earlier one counts, although the poll is closed right after it.
  const first = host.page.waitForRequest((request) => request.method() === "PUT");
  const gate = Promise.withResolvers<void>();
  await host.page.route("**/poll", (route) => gate.promise.then(() => route.continue()));
  await option(host.page, SALSA).click();
  await first;
  await option(host.page, BOTH).click();
  await poll(host.page).getByRole("button", { name: "Close the poll" }).click();
  gate.resolve();
  await eventually(() => said(guest.page)).toContain("This poll is closed.");
  await eventually(() => votesOf(id)).toEqual([BACHATA, BOTH]);
});

test("[DASH-06, DAY-10] the poll of an event that is canceled closes on the open page, and nobody reopens it", async () => {
  const id = await eventWithPoll();
  const [host, guest] = await Promise.all([site.open({ as: admin }), site.open({ as: member })]);
  await Promise.all([visit(host.page, `/events/${id}`), visit(guest.page, `/events/${id}`)]);
  await option(guest.page, SALSA).waitFor();
  await poll(host.page).getByRole("button", { name: "Close the poll" }).waitFor();
  await site.sql("update social_events set status = 'cancelled' where id = $1", [id]);
  await eventually(() => said(guest.page)).toContain("This poll is closed.");
  await eventually(() => poll(guest.page).getByRole("button").count()).toBe(0);
  await eventually(() =>
    poll(host.page)
      .getByRole("button", { name: /the poll/ })
      .count(),
  ).toBe(0);
});

type Spot = readonly [what: string, top: number, height: number];

/** Where the poll, its parts and what stands below it are. */
const places = (page: Page): Promise<Spot[]> =>
  main(page).evaluate((root) =>
    [...root.querySelectorAll("#poll, [role=group][aria-label='Which dance?'] > *, li, #details")].map((each) => {
      const { top, height } = each.getBoundingClientRect();
      return [each.textContent, top, height] as const;
    }),
  );

/**
 * Waits until the page is painted with its style sheets and the fonts that they ask for; the moment, in its own time. Text
 * is visible to a script before the sheets are in, and `fonts.ready` is fulfilled as long as no layout has asked for a font.
 */
const waitForStyles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    const loaded = (link: HTMLLinkElement) => new Promise((done) => link.addEventListener("load", done));
    await Promise.all(sheets.filter(({ sheet }) => sheet === null).map(loaded));
    document.body.getBoundingClientRect();
    await document.fonts.ready;
    // The second frame begins when the first is painted.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now();
  });

/** From now on, in every document: what moved after a moment without anybody touching it. */
async function watchShifts(page: Page): Promise<(after: number) => Promise<string[]>> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const seen: [number, string][] = ((globalThis as { shifts?: [number, string][] }).shifts = []);
    new PerformanceObserver((list) => {
      for (const { startTime, value, sources } of list.getEntries() as Shift[])
        seen.push([startTime, `${value}: ${sources.map(({ node }) => node?.textContent).join(" | ")}`]);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return (after) =>
    page.evaluate((moment) => {
      const seen = (globalThis as { shifts?: [number, string][] }).shifts ?? [[Infinity, "nobody watched"] as const];
      return seen.filter(([at]) => at > moment).map(([, what]) => what);
    }, after);
}

for (const who of ["a visitor", "a member"]) {
  for (const { width } of [PHONE, DESK]) {
    test(`[DASH-06] nothing moves when scripts and one's own votes come to ${who}, at ${width} px`, async () => {
      const id = await eventWithPoll();
      // As high as the page, so that whatever moves is seen to.
      const viewport = { width, height: 2400 };
      const { page } = await site.open({ viewport, ...(who === "a member" && { as: member }) });
      const scripts = Promise.withResolvers<void>();
      await page.route("**/assets/*.js", async (route) => {
        await scripts.promise;
        await route.continue();
      });
      const shifts = await watchShifts(page);
      await page.goto(`/events/${id}`, { waitUntil: "commit" });
      await poll(page).getByText("Nobody has voted yet.").waitFor();
      const styled = await waitForStyles(page);
      const before = await places(page);
      scripts.resolve();
      if (who === "a member") await option(page, SALSA).waitFor();
      await page.getByRole("group", { name: "Color scheme" }).waitFor();
      const foot = who === "a member" ? "Choose an answer to vote." : "Sign in to vote";
      await poll(page).getByText(foot).waitFor();
      const untold = (spots: Spot[]) => spots.map(([, ...place]) => place);
      expect(untold(await places(page))).toEqual(untold(before));
      expect(before.length).toBeGreaterThan(5);
      expect(await shifts(styled)).toEqual([]);
    });
  }
}

test("[DASH-06] the poll stands in the document, and a vote or its closing makes a new one", async () => {
  const id = await eventWithPoll();
  const html = async () => (await (await fetch(`${site.url}/events/${id}`)).text()).replaceAll(/<[^>]*>/g, "");
  expect(await html()).toContain("Nobody has voted yet.");
  const [person] = await site.sql("select user_id from users limit 1");
  await site.sql("insert into poll_votes (option_id, user_id, voted_at) values ($1, $2, now())", [
    `${id}-0`,
    person?.["user_id"],
  ]);
  await eventually(html).toContain("1 person voted.");
  await site.sql("update event_polls set closed_at = now() where event_id = $1", [id]);
  await eventually(html).toContain("1 person voted. This poll is closed.");
});

const labelsOf = async (id: string) =>
  (await site.sql("select label from poll_options where event_id = $1 order by position", [id])).map(
    ({ label }) => label,
  );

test("[DASH-06] an organizer adds a poll on the event's page, rewords it, and deletes it with its votes", async () => {
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-14", title: "Not asked yet" }));
  const { page, problems } = await site.open({ as: admin, viewport: PHONE });
  await visit(page, `/events/${id}`);
  await page.getByRole("button", { name: "Add a poll" }).click();
  const dialog = page.getByRole("dialog");
  const question = dialog.getByLabel("Question");
  await dialog.getByRole("button", { name: "Add poll" }).click();
  await eventually(() => question.evaluate((field) => field === document.activeElement)).toBe(true);
  await question.fill("Which dance?");
  await dialog.getByLabel("Choice 1").fill(SALSA);
  await dialog.getByRole("button", { name: "Add poll" }).click();
  await dialog.getByText("A poll needs at least two different choices.").waitFor();
  await dialog.getByLabel("Choice 2").fill(BACHATA);
  await dialog.getByRole("button", { name: "Add a choice" }).click();
  await dialog.getByLabel("Choice 3").fill(BOTH);
  await dialog.getByRole("radio", { name: "Everyone" }).check();
  await stopTransitions(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add poll" }).click();
  await option(page, BACHATA).click();
  await eventually(() => votesOf(id)).toEqual([BACHATA]);
  await poll(page).getByRole("button", { name: "Edit poll" }).click();
  await dialog.getByRole("button", { name: "Remove choice 1" }).click();
  await dialog.getByRole("button", { name: "Save poll" }).click();
  await eventually(() => labelsOf(id)).toEqual([BACHATA, BOTH]);
  expect(await votesOf(id)).toEqual([BACHATA]);
  await poll(page).getByRole("button", { name: "Edit poll" }).click();
  // A double tap asks, and does not answer.
  await dialog.getByRole("button", { name: "Delete poll" }).dblclick();
  expect(await labelsOf(id)).toEqual([BACHATA, BOTH]);
  await dialog.getByRole("button", { name: "Delete poll and votes" }).click();
  await page.getByRole("button", { name: "Add a poll" }).waitFor();
  expect(await labelsOf(id)).toEqual([]);
  expect(problems).toEqual([]);
});

test("[DASH-06] Create Event asks a poll along with the event, and keeps it through a reload", async () => {
  const { page } = await site.open({ as: admin, viewport: PHONE });
  await visit(page, "/create");
  await page.getByLabel("Title", { exact: true }).fill("Asked along");
  await page.getByLabel("Date", { exact: true }).fill("2026-12-15");
  await page.getByLabel("Description").fill("Come and dance");
  await page.getByLabel("Location", { exact: true }).fill("Pier");
  await page.getByLabel("Host", { exact: true }).fill("Ana Dancer");
  await page.getByRole("button", { name: "Add a poll" }).click();
  await page.getByLabel("Question").fill("Which dance?");
  await page.getByLabel("Choice 1").fill(SALSA);
  await page.reload();
  await page.getByLabel("Choice 2").fill(BACHATA);
  await page.getByRole("button", { name: "Create Event" }).click();
  await page.getByText("Event Created Successfully").waitFor();
  expect(await labelsOf("2026-12-15-asked-along")).toEqual([SALSA, BACHATA]);
});
