import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, storeToken, visit } from "#tests/support/browser-site.ts";
import { chatLog, enterChat } from "#tests/support/chat-page.ts";
import { openApp } from "#tests/support/console.ts";
import { holdCalls } from "#tests/support/held-calls.ts";
import { NOW } from "#tests/support/town.ts";
import { askToJoin, openPending, records, submit } from "#tests/support/pending-console.ts";

// What is done while an answer is on its way stays done when it comes.

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const dialog = (page: Page) => page.getByRole("dialog");

test("[ADMIN-03] a record chosen while approvals are sent stays chosen", async () => {
  await askToJoin(site, "Early Eve", [{ first_name: "Eve" }]);
  await askToJoin(site, "Later Lou", [{ first_name: "Lou" }]);
  const { page } = await openPending(site, { as: await site.tokenFor(["Admins"]) });
  await records(page, "Early Eve").first().click();
  const sent = await holdCalls(page, "**/api/pending-join-requests", "POST");
  await submit(page).click();
  await eventually(sent.count).toBe(1);
  await records(page, "Later Lou").first().click();
  sent.open();
  await page.getByText("1 person is approved: Early Eve.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await eventually(() => records(page, "Later Lou").first().getAttribute("aria-pressed")).toBe("true");
});

test("[DESK-02] what is typed while settings are saved is kept, and can be saved", async () => {
  const { page } = await openApp(site, "settings");
  const group = page.getByRole("region", { name: "The group" });
  const name = group.getByLabel("Name", { exact: true });
  await name.fill("Dune Runner");
  const sent = await holdCalls(page, "**/api/admin/settings", "PUT");
  await group.getByRole("button", { name: "Save" }).click();
  await eventually(sent.count).toBe(1);
  await name.fill("Dune Runners");
  sent.open();
  await page.getByRole("banner").getByText("Dune Runner", { exact: true }).waitFor();
  await eventually(() => name.inputValue()).toBe("Dune Runners");
  const save = group.getByRole("button", { name: "Save", exact: true });
  await save.waitFor();
  await eventually(() => group.getByText("Saved. Every page shows it now.").count()).toBe(0);
  await save.click();
  await group.getByText("Saved. Every page shows it now.").waitFor();
  await page.getByRole("banner").getByText("Dune Runners", { exact: true }).waitFor();
});

test("[DESK-03] a note goes on being typed while it is sent, and is added as it was corrected", async () => {
  await site.sql("insert into users (user_id, first_name, last_name) values ('noted-1', 'Nora', 'Noted')");
  const { page } = await openApp(site, "users", { query: "&person=noted-1" });
  const notes = page.getByRole("region", { name: "Notes", exact: true });
  const words = notes.getByLabel("New note");
  await words.fill("Brings the net");
  const sent = await holdCalls(page, "**/notes", "POST");
  await notes.getByRole("button", { name: "Add note" }).click();
  await eventually(sent.count).toBe(1);
  await words.fill("Brings the net. And a ball");
  sent.open();
  await notes.getByText("Brings the net", { exact: true }).waitFor();
  await eventually(() => words.inputValue()).toBe("Brings the net. And a ball");
  // Saved, and the answer is lost on the way.
  await page.route("**/notes", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await notes.getByRole("button", { name: "Add note" }).click();
  await notes.getByRole("alert").first().waitFor();
  await page.unroute("**/notes");
  await words.fill("Brings the net, and two balls");
  await notes.getByRole("button", { name: "Add note" }).click();
  await notes.getByText("Brings the net, and two balls", { exact: true }).waitFor();
});

test("[DESK-08] two automations that are turned on one right after the other both show it", async () => {
  const { page } = await openApp(site, "automation");
  const first = page.getByRole("listitem", { name: "Invite back people who stopped coming" });
  const second = page.getByRole("listitem", { name: "Tell organizers what waits" });
  const sent = await holdCalls(page, "**/api/admin/automation/*", "PUT");
  await first.getByRole("button", { name: "Turn on" }).click();
  await second.getByRole("button", { name: "Turn on" }).click();
  await eventually(sent.count).toBe(2);
  sent.letGo(0);
  await first.getByText(/^On since/).waitFor();
  sent.letGo(1);
  await second.getByText(/^On since/).waitFor();
  await first.getByText(/^On since/).waitFor();
});

test("[ADMIN-08] letters typed while the list goes to what was typed before are not lost", async () => {
  const { page } = await openApp(site, "users");
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.waitFor();
  // Right before the router shows the new address, somebody types on.
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...state) => {
      replace(...state);
      const field = document.querySelector<HTMLInputElement>("input[type=search]");
      if (!field || field.value !== "ann" || !String(state[2]).includes("search=ann")) return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "anna");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
  });
  await search.fill("ann");
  await eventually(() => new URL(page.url()).searchParams.get("search")).toBe("anna");
  await eventually(() => search.inputValue()).toBe("anna");
});

test("[DESK-10] the dialog that closes a report waits until taking it on is saved, whose answer would shut it", async () => {
  const answer = await fetch(`${site.url}/api/reports`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ about: "The dog", message: "It eats the balls", email: "" }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  const { page } = await openApp(site, "reports");
  const entry = page.getByRole("listitem").filter({ hasText: "It eats the balls" });
  const sent = await holdCalls(page, "**/api/admin/reports/*", "PUT");
  await entry.getByRole("button", { name: /^Take on/ }).click();
  await eventually(sent.count).toBe(1);
  const close = entry.getByRole("button", { name: /^Close/ });
  await eventually(() => close.getAttribute("aria-disabled")).toBe("true");
  await close.click({ force: true });
  sent.open();
  await entry.getByText(/works on it/).waitFor();
  await eventually(() => dialog(page).count()).toBe(0);
  await close.click();
  await dialog(page).getByLabel("What was the outcome?").selectOption({ index: 1 });
  await dialog(page).getByRole("button", { name: "Close report" }).click();
  await entry.getByRole("button", { name: /^Open again/ }).waitFor();
});

test("[DESK-09] the answer to unmuting does not shut the dialog that hides; nor can one be left while it sends", async () => {
  const member = await site.open({ as: await site.tokenFor(["Members"], { email: "member@example.com" }) });
  const organizer = await site.open({ as: await site.tokenFor(["Admins"]), viewport: PHONE });
  await Promise.all([enterChat(member.page), enterChat(organizer.page)]);
  const words = member.page.getByRole("textbox", { name: /^Message to/ });
  await words.fill("Late words");
  await words.press("Enter");
  const { page } = organizer;
  const press = (name: string) => chatLog(page).getByRole("button", { name, exact: true }).click();
  await chatLog(page)
    .getByRole("button", { name: /^Options for the message “Late words”/ })
    .click();
  await press("Mute");
  await dialog(page).getByLabel("Why").fill("A test");
  await dialog(page).getByRole("button", { name: "Mute person" }).click();
  const lifted = await holdCalls(page, "**/mute", "DELETE");
  await press("Unmute");
  await eventually(lifted.count).toBe(1);
  await press("Hide");
  await dialog(page).getByLabel("Why").fill("Not for here");
  lifted.open();
  await page.getByText("They can write again.").waitFor();
  await eventually(() => dialog(page).getByLabel("Why").inputValue()).toBe("Not for here");
  const hidden = await holdCalls(page, "**/hidden", "PUT");
  await dialog(page).getByRole("button", { name: "Hide message" }).click();
  await eventually(hidden.count).toBe(1);
  await eventually(() => dialog(page).getByRole("button", { name: "Cancel" }).isEnabled()).toBe(false);
  await page.keyboard.press("Escape");
  await dialog(page).getByText("Hiding…").waitFor();
  hidden.open();
  await chatLog(member.page).getByText("Hidden by an organizer").waitFor();
});

test("[DAY-04] on a slow line the beach board waits for an answer instead of asking again and again", async () => {
  const { page } = await site.open({ as: await site.tokenFor(["Admins"]), viewport: PHONE });
  await page.clock.install({ time: NOW });
  await visit(page, "/admin?tab=events");
  const board = page.getByRole("region", { name: "Beach board: today" });
  await board.getByRole("listitem").first().waitFor();
  const reads = await holdCalls(page, "**/api/admin/beach-board", "GET");
  await page.clock.runFor(10_000);
  await eventually(reads.count).toBe(1);
  await page.clock.runFor(30_000);
  await page.evaluate(() => fetch("/healthz"));
  expect(reads.count()).toBe(1);
  await site.sql("update social_events set title = 'Slow Sunset' where id = '2026-11-21-sunset-volleyball'");
  reads.open();
  await board.getByText("Slow Sunset").waitFor();
});

test("[DASH-06] news that came after the page is not marked as read with what the page shows", async () => {
  const { token, userId } = await site.signedIn({ email: "news@example.com" });
  const add = (id: string, kind: string) =>
    site.sql(
      "insert into notices (id, user_id, kind, event_id, created_at) select $1, $2, $3, id, now() from social_events where id = '2026-11-21-sunset-volleyball'",
      [id, userId, kind],
    );
  await add("late-1", "event_published");
  const { page } = await site.open({ as: token, viewport: PHONE });
  await visit(page, "/dashboard");
  const news = page.getByRole("region", { name: "News about your events" });
  await news.getByText("An organizer published your event.").waitFor();
  await add("late-2", "host_message");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await news.getByRole("button", { name: "Mark as read" }).click();
  expect((await saved).status()).toBe(200);
  await visit(page, "/dashboard");
  await news.getByText("Its host wrote to you.").waitFor();
  await eventually(() => news.getByRole("listitem").count()).toBe(1);
});

test("[DASH-06] news that could not be marked as read come back, and say so", async () => {
  const { token, userId } = await site.signedIn({ email: "unread@example.com" });
  await site.sql(
    "insert into notices (id, user_id, kind, event_id, created_at) select 'unread-1', $1, 'event_published', id, now() from social_events where id = '2026-11-21-sunset-volleyball'",
    [userId],
  );
  const { page } = await site.open({ as: token, viewport: PHONE });
  await visit(page, "/dashboard");
  const news = page.getByRole("region", { name: "News about your events" });
  const isProfile = (url: URL) => url.pathname === "/api/profile";
  await page.route(isProfile, (route) => (route.request().method() === "PATCH" ? route.abort() : route.fallback()));
  await news.getByRole("button", { name: "Mark as read" }).click();
  await news.getByRole("alert").getByText("Not confirmed. The site cannot be reached right now.").waitFor();
  await news.getByText("An organizer published your event.").waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.unroute(isProfile);
  await news.getByRole("button", { name: "Mark as read" }).click();
  await news.waitFor({ state: "detached" });
});

test("[AUTH-06] a new token empties nothing: a host's poll goes on being typed, and a close-friends event stays", async () => {
  const [first, second] = [await site.signInAs("member@example.com"), await site.signInAs("member@example.com")];
  expect(second).not.toBe(first);
  const [host] = await site.sql("select user_id from accounts where email = 'member@example.com'");
  const hostUserId = String(host?.["user_id"]);
  const coming = makeEvent({ day: "2026-12-18", title: "Token Night", hostUserId, generalPublic: false });
  await site.addEvent(coming);
  const { page } = await site.open({ as: first, viewport: PHONE });
  await visit(page, `/events/${coming.id}`);
  await page.getByRole("button", { name: "Add a poll" }).click();
  await dialog(page).getByLabel("Question").fill("Which net?");
  const read = await holdCalls(page, /\/api\/social-events.*(rsvp|id=)/, "GET");
  await storeToken(page, second);
  await eventually(read.count).toBeGreaterThan(0);
  await eventually(() => dialog(page).getByLabel("Question").inputValue()).toBe("Which net?");
  await eventually(() => page.getByText("isn’t public anymore").count()).toBe(0);
  read.open();
  await dialog(page).getByLabel("Choice 1").fill("High");
  await dialog(page).getByLabel("Choice 2").fill("Low");
  await dialog(page).getByRole("button", { name: "Add poll" }).click();
  await page.getByRole("group", { name: "Which net?" }).waitFor();
});
