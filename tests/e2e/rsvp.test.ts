import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewSocialEvent } from "#src/db/tables/events.ts";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { holdCalls } from "#tests/support/held-calls.ts";

let site: BrowserSite;
let member: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");
const choices = (page: Page) => main(page).getByRole("group", { name: "Are you going?" });
const choice = (page: Page, name: string) => choices(page).getByRole("button", { name, exact: true });

async function pressed(page: Page): Promise<string[]> {
  return choices(page).locator("[aria-pressed=true]").allInnerTexts();
}

let made = 0;
/** An event to come that nobody has answered, unless it says otherwise. */
async function anEvent(event: Partial<NewSocialEvent> = {}): Promise<string> {
  made += 1;
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-12", title: `Answer Me ${made}`, ...event }));
  return id;
}

async function goingOf(id: string): Promise<unknown[]> {
  const rows = await site.sql(
    "select answer, going_count from social_events e left join event_rsvps r on r.event_id = e.id where e.id = $1",
    [id],
  );
  return rows.map(({ answer, going_count: count }) => [answer, count]);
}

test("[DASH-06] going, maybe, can't go in one touch each: kept, counted truly, and there again after a reload", async () => {
  const id = await anEvent();
  const { page, problems } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await eventually(() => choice(page, "Going").isEnabled()).toBe(true);
  expect(await pressed(page)).toEqual([]);
  await eventually(() => main(page).getByRole("link", { name: "Join", exact: true }).count()).toBe(0);
  await choice(page, "Going").click();
  await page.getByText("You are going.").waitFor();
  expect(await goingOf(id)).toEqual([["going", 1]]);
  await eventually(() => main(page).innerText()).toContain("23 spaces left");
  await eventually(() => main(page).innerText()).toContain("1 going");
  await choice(page, "Maybe").click();
  await page.getByText("You may come.").waitFor();
  expect(await goingOf(id)).toEqual([["maybe", 0]]);
  await choice(page, "Can’t go").click();
  await page.getByText("You are not coming.").waitFor();
  await visit(page, `/events/${id}`);
  await eventually(() => pressed(page)).toEqual(["Can’t go"]);
  expect(problems).toEqual([]);
});

test("[DASH-06] of several quick presses the last counts, also when an earlier request takes long", async () => {
  const id = await anEvent();
  const { page } = await site.open({ as: member });
  const sent: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/rsvp", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    sent.push((route.request().postDataJSON() as { answer: string }).answer);
    if (sent.length === 1) await held;
    await route.continue();
  });
  await visit(page, `/events/${id}`);
  await choice(page, "Going").click();
  await eventually(() => sent).toEqual(["going"]);
  await choice(page, "Can’t go").click();
  await choice(page, "Maybe").click();
  expect(await pressed(page)).toEqual(["Maybe"]);
  release();
  await page.getByText("You may come.").waitFor();
  expect(await goingOf(id)).toEqual([["maybe", 0]]);
  // What was pressed in between is not sent at all.
  expect(sent).toEqual(["going", "maybe"]);
});

test("[DASH-06, M4] who has no name is asked for one after the first answer, and the others read it", async () => {
  const id = await anEvent();
  const user = { firstName: "", lastName: "" };
  const nameless = await site.tokenFor(["Members"], { email: "nameless@example.com", user });
  const { page } = await site.open({ as: nameless, viewport: PHONE, colorScheme: "dark" });
  await visit(page, `/events/${id}`);
  const asked = page.getByRole("dialog", { name: "What’s your name?" });
  await choice(page, "Maybe").click();
  await asked.getByRole("button", { name: "Not now" }).click();
  // Now that the dialog is loaded, it would open with the press.
  const saving = await holdCalls(page, "**/rsvp", "PUT");
  await choice(page, "Going").click();
  await eventually(saving.count).toBe(1);
  await eventually(() => asked.count()).toBe(0);
  saving.open();
  await asked.getByText("Your answer is saved.").waitFor();
  expect(await goingOf(id)).toEqual([["going", 1]]);
  await expectAccessible(page);
  await asked.getByRole("button", { name: "Save name" }).click();
  await asked.locator("[aria-invalid]").first().waitFor();
  await asked.getByLabel("First name").fill("Noa");
  await asked.getByLabel("Last name").fill("Reyes");
  await asked.getByRole("button", { name: "Save name" }).click();
  await asked.waitFor({ state: "detached" });
  const { page: other } = await site.open({ as: member });
  await visit(other, `/events/${id}`);
  await main(other).getByText("Noa").first().waitFor();
});

test("[DASH-06] the answer shows before the server has taken it, and is undone with a sentence when refused", async () => {
  const id = await anEvent();
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await choice(page, "Maybe").click();
  await page.getByText("You may come.").waitFor();
  const gate = Promise.withResolvers<void>();
  await page.route("**/rsvp", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    await gate.promise;
    return route.fulfill({ status: 409, json: { message: "This event has started: RSVPs are closed." } });
  });
  await choice(page, "Going").click();
  await eventually(() => pressed(page)).toEqual(["Going"]);
  gate.resolve();
  const alert = main(page).getByRole("alert");
  await alert.waitFor();
  await eventually(() => alert.innerText()).toBe("This event has started: RSVPs are closed. Nothing was changed.");
  // When the answer is lost, nobody knows.
  await page.route("**/rsvp", (route) => route.abort(), { times: 1 });
  await choice(page, "Going").click();
  await eventually(() => alert.innerText()).toBe("The site cannot be reached right now. Try again in a minute.");
  await eventually(() => pressed(page)).toEqual(["Maybe"]);
});

test("[DASH-06] with the keyboard alone", async () => {
  const id = await anEvent();
  const { page } = await site.open({ as: member, viewport: DESK });
  await visit(page, `/events/${id}`);
  await eventually(() => choice(page, "Going").isEnabled()).toBe(true);
  await choice(page, "Going").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await eventually(() => pressed(page)).toEqual(["Maybe"]);
  await page.getByText("You may come.").waitFor();
  expect(await goingOf(id)).toEqual([["maybe", 0]]);
});

test("[DASH-06] on a phone the choices stand at the bottom of the screen; nobody is kept out, light or dark", async () => {
  const id = await anEvent();
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await choice(page, "Going").click();
  await page.getByText("You are going.").waitFor();
  const bar = await choices(page).boundingBox();
  expect(bar?.y).toBeGreaterThan(PHONE.height - 140);
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  await stopTransitions(page);
  for (const scheme of ["Light", "Dark"]) {
    await page.getByRole("button", { name: scheme, exact: true }).click();
    await expectAccessible(page);
  }
  for (const width of [320, 768, DESK.width]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await expectNoSideways(page);
  }
  await expectAccessible(page);
});

test("[DASH-06] what others answer is seen without a reload", async () => {
  const id = await anEvent();
  const [first, second] = await Promise.all([site.open({ as: member }), site.open()]);
  await visit(second.page, `/events/${id}`);
  await main(second.page).getByText("Nobody has answered yet").waitFor();
  await visit(first.page, `/events/${id}`);
  await choice(first.page, "Going").click();
  await eventually(() => main(second.page).innerText()).toContain("23 spaces left");
  await eventually(() => main(second.page).innerText()).toContain("1 going");
});

test("[EVT-11, M14] who is going: the true count for all, and of an event that is the first of its kind nothing", async () => {
  const id = await anEvent();
  const { page } = await site.open();
  await visit(page, `/events/${id}`);
  const people = main(page).getByRole("region", { name: "Who’s going" });
  await people.waitFor();
  await eventually(() => main(page).innerText()).not.toContain("usually");
  const way = people.getByRole("link", { name: "Sign in to see who’s going" });
  await eventually(() => way.getAttribute("href")).toBe(`/login?next=${encodeURIComponent(`/events/${id}`)}`);
  await site.sql("insert into event_rsvps (event_id, user_id, answer) select $1, user_id, 'going' from users limit 3", [
    id,
  ]);
  await site.sql("update social_events set going_count = 3 where id = $1", [id]);
  await eventually(() => people.innerText()).toContain("3 going");
  await eventually(() => main(page).innerText()).not.toContain("usually");
});

test("[DASH-03] names are for members; a page at a time", async () => {
  const id = await anEvent({ capacity: 200, goingCount: 60 });
  await site.sql(
    `insert into users (user_id, first_name, last_name, email, phone)
     select 'guest-' || n, 'Guest', 'Number' || n, 'guest' || n || '@example.com', '90455588' || n from generate_series(10, 69) n`,
  );
  await site.sql(
    `insert into event_rsvps (event_id, user_id, answer) select $1, user_id, 'going' from users where user_id like 'guest-%'`,
    [id],
  );
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  const people = main(page).getByRole("region", { name: "Who’s going" });
  await people.getByRole("listitem").first().waitFor();
  const firstPage = await people.getByRole("listitem").count();
  expect(firstPage).toBeLessThan(60);
  while ((await people.getByRole("button", { name: "Show more" }).count()) > 0) {
    const before = await people.getByRole("listitem").count();
    await people.getByRole("button", { name: "Show more" }).click();
    await eventually(() => people.getByRole("listitem").count()).toBeGreaterThan(before);
  }
  const names = await people.getByRole("listitem").allInnerTexts();
  expect(new Set(names).size).toBe(60);
  expect(names.some((name) => name.includes("Guest Number42"))).toBe(true);
});

test("[DASH-03] who lacks phone or sex is asked for them to see names; a man without a membership is asked to subscribe", async () => {
  const id = await anEvent();
  const open = async (email: string, user: object) => {
    const { page } = await site.open({ as: await site.tokenFor([], { email, user }) });
    await visit(page, `/events/${id}`);
    return { page, people: main(page).getByRole("region", { name: "Who’s going" }) };
  };
  const nell = await open("nell@example.com", { zsex: "female", phone: "" });
  await nell.people.getByRole("button", { name: "See Who’s Attending" }).click();
  await nell.page.getByRole("dialog", { name: "See Who's Attending" }).waitFor();
  const nick = await open("nick@example.com", { zsex: "male" });
  const way = nick.people.getByRole("link", { name: "Subscribe to see who’s going" });
  await way.waitFor();
  await eventually(() => way.getAttribute("href")).toBe("/subscribe");
});

test("[DASH-06] an event that is canceled or over takes no answers", async () => {
  for (const event of [{ status: "cancelled" as const }, { day: "2026-11-10", title: "Long Over" }]) {
    const { page } = await site.open({ as: member });
    await visit(page, `/events/${await anEvent(event)}`);
    await main(page).getByRole("link", { name: "See other events" }).waitFor();
    await eventually(() => choices(page).count()).toBe(0);
  }
});

test("[EVT-14] when signed in, /events carries Create Event at its top; a visitor's does not", async () => {
  const { page } = await site.open({ as: member });
  await visit(page, "/events");
  const create = main(page).getByRole("link", { name: "Create Event" });
  await create.waitFor();
  const [button, first] = await Promise.all([
    create.boundingBox(),
    main(page).getByRole("listitem").first().boundingBox(),
  ]);
  expect(button?.y).toBeLessThan(first?.y ?? 0);
  const visitor = await site.open();
  await visit(visitor.page, "/events");
  await eventually(() => main(visitor.page).getByRole("link", { name: "Create Event" }).count()).toBe(0);
});
