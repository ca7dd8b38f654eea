import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, LOOKS, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions } from "#tests/support/browser-site.ts";
import { createFormOn, openCreateForm } from "#tests/support/create-form.ts";

let site: BrowserSite;
let admin: string;
let user: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [admin, user] = await Promise.all([site.tokenFor(["Admins"]), site.tokenFor([])]);
});
afterAll(() => site.close());

const ADDRESSES = ["/create", "/create-event", "/events/create", "/events/create-event", "/events/created-by-me"];

for (const address of ADDRESSES) {
  test(`[EVT-05] ${address} shows the Create Event form, also before any script has run`, async () => {
    const { page } = await site.open({ javaScriptEnabled: false });
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(200);
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Create Event");
    await eventually(() => page.title()).toBe("Create Event — Jax Beach");
    await eventually(() => createFormOn(page).field("Title").isVisible()).toBe(true);
  });
}

test("[EVT-05] the document is the same for every viewer", async () => {
  const read = (headers: Record<string, string>) =>
    fetch(`${site.url}/create`, { headers }).then((page) => page.text());
  expect(await read({ authorization: `Bearer ${admin}` })).toBe(await read({}));
});

test("[EVT-14] who is signed in comes to the form from the top of the list", async () => {
  const { page } = await site.open({ as: user, viewport: DESK });
  await page.goto("/events");
  await page.getByRole("main").getByRole("link", { name: "Create Event" }).click();
  await createFormOn(page).untilReady();
  await eventually(() => page.getByText("Sign in to create an event").count()).toBe(0);
});

test("[CREATE-01, CREATE-03, CREATE-04] it begins at 6:00 PM in the group's zone, with Host ID 0 and TBD", async () => {
  const form = await openCreateForm(site);
  await eventually(() => form.time.inputValue()).toBe("18:00");
  await eventually(() => form.main.getByText("Time (EST)").count()).toBe(1);
  await eventually(() => form.time.locator("option:checked").innerText()).toBe("6:00 PM");
  expect((await form.time.locator("option").allInnerTexts()).slice(0, 5)).toEqual([
    "12:00 AM",
    "12:15 AM",
    "12:30 AM",
    "12:45 AM",
    "1:00 AM",
  ]);
  await form.showAdvanced();
  expect(await form.values("Host ID", "Poll short title", "Poll location")).toEqual(["0", "TBD", "TBD"]);
});

test("[CREATE-02, CREATE-04] id and short location follow the title until somebody writes their own", async () => {
  const form = await openCreateForm(site);
  await form.showAdvanced();
  await form.field("Title").fill("Sunset Volleyball, at the Pier!");
  await form.field("Date").fill("2026-12-05");
  expect(await form.values("Event id", "Short location")).toEqual([
    "2026-12-05-sunset-volleyball-at-the-pier",
    "Sunset Volleyba",
  ]);
  await form.field("Event id").fill("12-05 Pier Game");
  await form.field("Short location").fill("North side");
  await form.field("Title").fill("Another");
  expect(await form.values("Event id", "Short location")).toEqual(["2026-12-05-pier-game", "North side"]);
  await form.main.getByRole("button", { name: "Build it from title and date" }).click();
  expect(await form.values("Event id")).toEqual(["2026-12-05-another"]);
});

test("[CREATE-06] advanced fields show and hide; 55 places, 6 chat groups, 6 chat images, 13 website images", async () => {
  const { main, field, page, notLoaded } = await openCreateForm(site, { viewport: DESK });
  await eventually(() => field("Poll location").isVisible()).toBe(false);
  await main.getByText("Show advanced fields").click();
  await eventually(() => field("Poll location").isVisible()).toBe(true);
  await eventually(() => main.getByLabel("Places we know").locator("optgroup option").count()).toBe(55);
  await eventually(() => field("Chat group").locator("option").allInnerTexts()).toEqual([
    "Pickleball",
    "Volleyball",
    "Yoga Runs Workouts",
    "Dance",
    "Rock Climbing",
    "Other Events",
  ]);
  await eventually(() => field("Chat group").inputValue()).toBe("Other Events");
  for (const [legend, count] of [
    ["Group-chat image", 6],
    ["Website image", 13],
  ] as const) {
    const group = main.getByRole("group", { name: legend });
    await eventually(() => group.getByRole("radio").count()).toBe(count);
    for (const picture of await group.locator("img").all()) {
      await picture.scrollIntoViewIfNeeded();
      await eventually(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    }
  }
  expect(notLoaded).toEqual([]);
  await main.getByText("Hide advanced fields").click();
  await eventually(() => field("Poll location").isVisible()).toBe(false);
  await eventually(() => page.getByRole("group", { name: "Group-chat image" }).count()).toBe(0);
});

test("[CREATE-07] a copy of an earlier event fills the form, but for the date; the newest id comes first", async () => {
  await site.addEvent(
    makeEvent({
      day: "2031-01-02",
      title: "Copy Me",
      startTime: "07:15:00",
      lengthMinutes: 80,
      costCents: 900,
      chat: "Dance",
    }),
  );
  const own = await site.tokenFor([], { email: "nell@example.com", user: { firstName: "Nell", lastName: "Hay" } });
  const form = await openCreateForm(site, { as: own });
  await form.field("Date").fill("2026-12-24");
  await eventually(() => form.field("Host").inputValue()).toBe("Nell Hay");
  const copy = form.main.getByLabel("Copy from a previous event");
  await copy.locator("option").nth(1).waitFor({ state: "attached" });
  const offered = (await copy.locator("option").allInnerTexts()).slice(1);
  expect(offered[0]).toBe("Copy Me, Thursday, January 2, 2031");
  const days = offered.map((words) => Date.parse(words.split(", ").slice(-2).join(", ")));
  expect(days).toEqual(days.toSorted((a, b) => b - a));
  await copy.selectOption({ index: 1 });
  expect(await form.values("Title", "Date", "Event id", "Length in hours", "Cost in dollars", "Chat group")).toEqual([
    "Copy Me",
    "2026-12-24",
    "2026-12-24-copy-me",
    "1.33",
    "9",
    "Dance",
  ]);
  await eventually(() => form.time.inputValue()).toBe("07:15");
  // Who hosts is the person who copies.
  await eventually(() => form.field("Host").inputValue()).toBe("Nell Hay");
  await form.main.getByRole("button", { name: "Undo" }).click();
  expect(await form.values("Title", "Date")).toEqual(["", "2026-12-24"]);
});

test("[CREATE-01] what is missing is said at its field, the first takes the focus, and nothing is sent", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.field("Length in hours").fill("");
  await form.field("Cost in dollars").fill("");
  await eventually(() => form.field("Host").inputValue()).not.toBe("");
  await form.field("Host").fill("");
  await form.submit.click();
  await form.alert.waitFor();
  const invalid = form.main.locator("[aria-invalid=true]");
  expect(await invalid.evaluateAll((all) => all.map((field) => field.getAttribute("name")))).toEqual([
    "title",
    "date",
    "length",
    "description",
    "location",
    "cost",
    "host",
  ]);
  await eventually(() => form.main.getByText("Give the event a title.").isVisible()).toBe(true);
  expect(await form.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("title");
  expect(form.posts).toEqual([]);
  await form.field("Title").fill("Now it has one");
  await eventually(() => form.main.getByText("Give the event a title.").count()).toBe(0);
  await form.alert.waitFor();
  await form.fill("Now it has one");
  await form.field("Length in hours").fill("2");
  await form.field("Cost in dollars").fill("0");
  await form.alert.waitFor({ state: "detached" });
});

test("[CREATE-04] a fault among the advanced fields opens them", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Long Short Location");
  await form.showAdvanced();
  await form.field("Short location").fill("one two three four");
  await form.main.getByText("Hide advanced fields").click();
  await form.submit.click();
  await form.main.getByText("The short location has at most 3 words.").waitFor();
  expect(form.posts).toEqual([]);
});

test("a reload restores what was typed; once sent, it is forgotten", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Kept Kayaks");
  await form.showAdvanced();
  await form.field("Host ID").fill("H-1");
  await form.main.getByRole("switch", { name: "Members only" }).check();
  await form.main.getByRole("radio", { name: "Close friends" }).check();
  await form.page.reload();
  await form.untilReady();
  expect(await form.values("Title", "Description", "Host ID")).toEqual(["Kept Kayaks", "Bring a blanket.", "H-1"]);
  // What was filled in is not behind a button.
  await eventually(() => form.field("Host ID").isVisible()).toBe(true);
  await eventually(() => form.main.getByRole("switch", { name: "Members only" }).isChecked()).toBe(true);
  await eventually(() => form.main.getByRole("radio", { name: "Close friends" }).isChecked()).toBe(true);
  await form.submit.click();
  await form.success.waitFor();
  await form.page.reload();
  await form.untilReady();
  expect(await form.values("Title")).toEqual([""]);
});

test("the preview shows the event as it will stand, while it is typed", async () => {
  const form = await openCreateForm(site, { viewport: DESK });
  await form.fill("Live Look");
  await form.field("Spaces").fill("3");
  const said = (await form.preview.innerText()).replaceAll(/\s+/g, " ");
  for (const words of [
    "Sat, Dec 5",
    "Live Look",
    "6:00 – 8:00 PM EST",
    "Oceanfront Park",
    "3 spaces left",
    "Bring a blanket.",
  ])
    expect(said).toContain(words);
  // It is always open here.
  await form.preview.getByRole("button", { name: /preview$/ }).waitFor({ state: "detached" });
  await form.main.getByRole("switch", { name: "Members only" }).check();
  await eventually(() => form.preview.innerText()).toContain("join group for location");
  await eventually(() => form.preview.innerText()).not.toContain("Oceanfront");
});

test("[NAV-06, CREATE-01] by keyboard alone, from the title to the event", async () => {
  const { page, success, field } = await openCreateForm(site, { as: admin, viewport: DESK });
  const { keyboard } = page;
  await field("Title").focus();
  await keyboard.type("Keys Only");
  await keyboard.press("Tab");
  await keyboard.type("12052026");
  const reach = async (name: string) => {
    for (let step = 0; step < 40; step += 1) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute("name"))) === name) return;
      await keyboard.press("Tab");
    }
    throw new Error(`${name} is not reached`);
  };
  for (const [name, words] of [
    ["description", "No mouse."],
    ["location", "The pier"],
    ["host", "Ana"],
  ] as const) {
    await reach(name);
    await keyboard.type(words);
  }
  await keyboard.press("Enter");
  await success.waitFor();
  expect(await site.sql("select day::text, host from social_events where id = '2026-12-05-keys-only'")).toEqual([
    { day: "2026-12-05", host: "Ana" },
  ]);
});

test("[CREATE-06] on a phone the form is at most 2,600 px high, and its preview opens and closes", async () => {
  const form = await openCreateForm(site, { as: user, viewport: PHONE });
  const height = await form.page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(2600);
  await form.fill("Short Form");
  await eventually(() => form.preview.getByText("Short Form").first().isVisible()).toBe(false);
  await form.preview.getByRole("button", { name: "Show preview" }).click();
  await eventually(() => form.preview.getByText("Short Form").first().isVisible()).toBe(true);
  await form.preview.getByRole("button", { name: "Hide preview" }).click();
  await eventually(() => form.preview.getByText("Short Form").first().isVisible()).toBe(false);
});

test("[CREATE-06] without scripts the advanced fields are on the page, behind a tap", async () => {
  const { page } = await site.open({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto("/create");
  const { field, showAdvanced } = createFormOn(page);
  await eventually(() => field("Poll location").isVisible()).toBe(false);
  await showAdvanced();
  await eventually(() => field("Poll location").isVisible()).toBe(true);
  await eventually(() => field("Event id").isVisible()).toBe(true);
});

for (const look of LOOKS) {
  test(`[NAV-06] open and with faults, in nobody's way: ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const form = await openCreateForm(site, { as: admin, ...look });
    await stopTransitions(form.page);
    await form.showAdvanced();
    await form.submit.click();
    await form.alert.waitFor();
    await expectAccessible(form.page);
    await expectNoSideways(form.page);
    expect(form.problems).toEqual([]);
  });
}
