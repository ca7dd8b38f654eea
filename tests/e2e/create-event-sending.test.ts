import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { type BrowserSite, eventually, startBrowserSite, storeToken } from "#tests/support/browser-site.ts";
import { openCreateForm } from "#tests/support/create-form.ts";
import { holdOpen } from "#tests/support/join-wizard.ts";

let site: BrowserSite;
let admin: string;
let user: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [admin, user] = await Promise.all([site.tokenFor(["Admins"]), site.tokenFor([])]);
});
afterAll(() => site.close());

test("[CREATE-04] a title whose fifteenth character is half an emoji makes a short location without it", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Beach Bonfire 🔥");
  await form.submit.click();
  await form.success.waitFor();
  expect(form.posts).toMatchObject([{ title: "Beach Bonfire 🔥", shortLocation: "Beach Bonfire" }]);
});

test("[CREATE-03, CREATE-05, CREATE-06, EVT-03] what is sent has every field, and the event stands as it was filled in", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Dune Fire");
  await form.time.selectOption({ label: "7:45 PM" });
  await form.field("Length in hours").fill("1");
  await form.main.getByLabel("Places we know").selectOption({ label: "Mickler's Landing" });
  await form.main.getByRole("switch", { name: "Members only" }).check();
  await form.field("Cost in dollars").fill("4.50");
  await form.field("Spaces").fill("12");
  await form.field("Chat group").selectOption("Dance");
  await form.main.getByRole("group", { name: "Website image" }).getByRole("radio", { name: "bonfire" }).check();
  await form.field("Venmo name").fill("@dune-fire");
  await form.field("Cash App name").fill("$dunefire");
  await form.showAdvanced();
  await form.field("Facebook link").fill("https://www.facebook.com/events/7");
  await form.field("Your name").fill("Sam Shore");
  await form.field("Your phone").fill("904-555-0142");
  await form.submit.click();
  await form.success.waitFor();
  expect(form.posts).toEqual([
    {
      title: "Dune Fire",
      socialEventId: "2026-12-05-dune-fire",
      date: "December 5, 2026",
      time: "7:45 PM",
      length: "1hr",
      location: "join group for location",
      privateLocation: "Mickler's Landing, 1109 Ponte Vedra Blvd, Ponte Vedra Beach",
      shortLocation: "Dune Fire",
      description: "Bring a blanket.",
      cost: 4.5,
      spacesLeft: 12,
      generalpublic: true,
      host: "Ana Ruiz",
      host1: "group-host",
      host2: "none",
      password: "Ana Ruiz, Sam Shore, 904-555-0142, 0",
      chat: "Dance",
      groupMeChatUrl: "none",
      groupMeChatId: "",
      facebookLink: "https://www.facebook.com/events/7",
      organizerVenmo: "@dune-fire",
      organizerCashApp: "$dunefire",
      groupmeImg: "chat-dance",
      imgKey: "bonfire",
      pollText: "TBD",
      pollPrivateLocation: "TBD",
    },
  ]);
  await form.main.getByRole("link", { name: "See Dune Fire" }).click();
  await form.page.waitForURL(`${site.url}/events/2026-12-05-dune-fire`);
  const said = form.main;
  await said.getByText("Mickler's Landing").waitFor();
  await eventually(() => said.innerText()).toMatch(/7:45 – 8:45 PM EST[\s\S]*\$4\.50[\s\S]*12 spaces left/);
  await eventually(() => said.innerText()).not.toMatch(/TBD|group-host|Sam Shore/);
  await eventually(() => said.getByRole("link", { name: "@dune-fire" }).getAttribute("href")).toBe(
    "https://venmo.com/u/dune-fire",
  );
  await eventually(() => said.getByRole("link", { name: "$dunefire" }).getAttribute("href")).toBe(
    "https://cash.app/$dunefire",
  );
});

test("[CREATE-08] 'Event Created Successfully' stands for three seconds, with the way to the event; then the form returns", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Three Seconds");
  await form.page.clock.install();
  await form.page.clock.pauseAt(Date.now() + 60_000);
  await form.submit.click();
  await form.success.waitFor();
  await form.page.clock.runFor(2900);
  await eventually(() => form.success.isVisible()).toBe(true);
  await eventually(() => form.field("Title").count()).toBe(0);
  await form.page.clock.runFor(200);
  await form.field("Title").waitFor();
  await eventually(() => form.success.count()).toBe(0);
  expect(await form.values("Title", "Description")).toEqual(["", ""]);
  await eventually(() => form.main.getByRole("link", { name: "Three Seconds" }).getAttribute("href")).toBe(
    "/events/2026-12-05-three-seconds",
  );
});

test("[CREATE-01] an event that is over already is refused at its date, or at its time on the same day", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Over already", "2025-06-01");
  await form.submit.click();
  await form.main.getByText("This date is in the past. Pick today or a later day.").waitFor();
  expect(form.posts).toEqual([]);
  // It is 10:20 AM on this day, and the event would last two hours.
  await form.field("Date").fill("2026-11-21");
  await form.field(String.raw`Time \(EST\)`).selectOption("06:00");
  await form.submit.click();
  await form.main.getByText("At this time the event would already be over. Pick a later time.").waitFor();
  await form.field(String.raw`Time \(EST\)`).selectOption("18:00");
  await form.submit.click();
  await form.success.waitFor();
});

test("[CREATE-09] a mistyped Host ID is said at once, with what becomes of the event", async () => {
  const form = await openCreateForm(site, { as: user });
  await form.fill("Mistyped");
  await form.showAdvanced();
  await form.field("Host ID").fill("host-mistyped");
  await form.submit.click();
  await form.success.waitFor();
  await eventually(() => form.main.innerText()).toContain("This Host ID was not recognized. It waits for an organizer");
});

test("[CREATE-08, CREATE-09] an id that is taken is told in the server's words; nothing typed is lost, nothing overwritten", async () => {
  await site.addEvent(makeEvent({ day: "2026-12-05", title: "Taken", description: "The first." }));
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Taken");
  const logged = form.page.waitForEvent("console", (entry) => entry.text().startsWith("Failed to create event"));
  await form.submit.click();
  await logged;
  await eventually(() => form.alert.innerText()).toContain(
    "There already is an event with the id 2026-12-05-taken. Nothing was changed",
  );
  expect(await form.values("Title", "Description")).toEqual(["Taken", "Bring a blanket."]);
  await eventually(() => form.field("Event id").getAttribute("aria-invalid")).toBe("true");
  expect(await site.sql("select description from social_events where id = '2026-12-05-taken'")).toEqual([
    { description: "The first." },
  ]);
  await form.field("Title").fill("Not Taken");
  await form.submit.click();
  await form.success.waitFor();
});

test("[CREATE-08] while an event is being created nothing can be typed that would be lost", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Quiet Fields");
  const request = holdOpen();
  await form.page.route("**/api/social-events", request.hold);
  await form.submit.click();
  await eventually(request.count).toBe(1);
  await form.field("Description").click({ force: true });
  await form.page.keyboard.type("lost words");
  await eventually(() => form.field("Description").inputValue()).toBe("Bring a blanket.");
  request.release();
  await form.success.waitFor();
});

test("[CREATE-08] 'Error creating event' when nobody answers in words; nothing typed is lost", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("No Line");
  const answers = ["abort", "html", "empty"];
  await form.page.route("**/api/social-events", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const answer = answers.shift();
    if (answer === "abort") return route.abort();
    if (answer === "html")
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
    return route.fulfill({ status: 200, contentType: "application/json", body: "{}" });
  });
  while (answers.length > 0) {
    const left = answers.length;
    await form.submit.click();
    await eventually(() => answers.length).toBe(left - 1);
    // The button has its name again when the answer is there.
    await form.submit.waitFor();
    await eventually(() => form.alert.innerText()).toMatch(/^Error creating event/);
    expect(await form.values("Title", "Description")).toEqual(["No Line", "Bring a blanket."]);
  }
});

test("[CREATE-09] who is not signed in is asked to when they send it, and comes back to what they typed", async () => {
  const form = await openCreateForm(site);
  await form.fill("Patient Picnic");
  await form.submit.click();
  const ask = form.main.getByText("Sign in to create an event");
  await eventually(() => ask.evaluate((words) => document.activeElement?.contains(words))).toBe(true);
  await eventually(() => form.main.getByRole("link", { name: "Go to the sign-in" }).getAttribute("href")).toBe(
    "/login?next=/create",
  );
  expect(form.posts).toEqual([]);
  await storeToken(form.page, user);
  await form.page.reload();
  await form.untilReady();
  expect(await form.values("Title", "Date", "Host")).toEqual(["Patient Picnic", "2026-12-05", "Ana Ruiz"]);
  await eventually(() => ask.count()).toBe(0);
  await form.submit.click();
  await form.success.waitFor();
  await eventually(() => form.main.innerText()).toContain("It waits for an organizer");
  await form.main.getByRole("link", { name: "See Patient Picnic" }).click();
  await form.main.getByText("Waiting for an organizer").waitFor();
  const visitor = await site.open();
  expect((await visitor.page.goto("/events/2026-12-05-patient-picnic"))?.status()).toBe(404);
  await visitor.page.goto("/events");
  await eventually(() => visitor.page.getByText("Patient Picnic").count()).toBe(0);
});

test("[DAY-11] what to bring and a point picked on the map go with a new event, by keyboard too", async () => {
  const form = await openCreateForm(site, { as: admin });
  await form.fill("Map Fire");
  await form.showAdvanced();
  await form.field("What to bring").fill("Water and a towel");
  await form.main.getByRole("button", { name: "Pick on the map" }).click();
  const dialog = form.page.getByRole("dialog", { name: "Where on the map" });
  const map = dialog.getByRole("region", { name: "Map to move under the pin" });
  await dialog.getByRole("button", { name: "Use this point", disabled: false }).waitFor();
  await map.focus();
  await form.page.keyboard.press("ArrowUp");
  await dialog.getByRole("button", { name: "Use this point" }).click();
  await dialog.waitFor({ state: "detached" });
  const point = await form.field("Point on the map").inputValue();
  expect(point).toMatch(/^30\.\d{5}, -81\.\d{5}$/);
  await form.submit.click();
  await form.success.waitFor();
  expect(form.posts).toMatchObject([{ bring: "Water and a towel", mapPoint: point }]);
  await form.main.getByRole("link", { name: "See Map Fire" }).click();
  await form.main.getByRole("link", { name: /on the map$/ }).waitFor();
  await form.main.getByText("Water and a towel").waitFor();
});
