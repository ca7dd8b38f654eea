import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewSocialEvent } from "#src/db/tables/events.ts";
import { makeEvent } from "#seeds/factories.ts";
import { expectAccessible, expectNoSideways } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let first: string;
let second: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [first, second] = await Promise.all([
    site.tokenFor(["Members"], { email: "first@example.com", user: { firstName: "Una", lastName: "One" } }),
    site.tokenFor(["Members"], { email: "second@example.com", user: { firstName: "Teo", lastName: "Two" } }),
  ]);
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");

let made = 0;
/** An event with one place that the first has. */
async function fullEvent(event: Partial<NewSocialEvent> = {}): Promise<string> {
  made += 1;
  const { id } = await site.addEvent(
    makeEvent({ day: "2026-12-13", title: `One Place ${made}`, capacity: 1, ...event }),
  );
  const answer = await fetch(`${site.url}/api/social-events/${id}/rsvp`, {
    method: "PUT",
    headers: { authorization: `Bearer ${first}`, "content-type": "application/json" },
    body: JSON.stringify({ answer: "going" }),
  });
  expect(answer.status).toBe(200);
  return id;
}

/** Two people look at the same event: who goes, and who waits for the place. */
async function bothAt(id: string): Promise<{ going: Page; waiting: Page }> {
  const [a, b] = await Promise.all([site.open({ as: first }), site.open({ as: second })]);
  await Promise.all([visit(a.page, `/events/${id}`), visit(b.page, `/events/${id}`)]);
  return { going: a.page, waiting: b.page };
}

test("[DASH-06] a full event: in line, one's number, and the place itself when it comes; who leaves is told where it goes", async () => {
  const id = await fullEvent();
  const { going, waiting } = await bothAt(id);
  await main(waiting).getByRole("button", { name: "Join the waiting list" }).click();
  await main(waiting).getByText("You are number 1 of 1 on the waiting list").waitFor();
  await stopTransitions(waiting);
  await expectAccessible(waiting);
  await eventually(() => main(going).innerText()).toContain("1 on the waiting list");
  const namesOn = (page: Page) =>
    main(page).getByRole("region", { name: "Who’s going" }).getByRole("listitem").allInnerTexts();
  await eventually(() => namesOn(waiting)).toEqual([expect.stringContaining("Una One")]);

  await main(going).getByRole("button", { name: "Can’t go", exact: true }).click();
  const question = main(going).getByRole("group", { name: "Give up your space?" });
  await question.waitFor();
  await eventually(() => question.innerText()).toContain("it goes to the people in line");
  await question.getByRole("button", { name: "Keep my space" }).click();
  await eventually(() =>
    main(going).getByRole("button", { name: "Going", exact: true }).getAttribute("aria-pressed"),
  ).toBe("true");
  await main(going).getByRole("button", { name: "Can’t go", exact: true }).click();
  await question.getByRole("button", { name: "Give up my space" }).click();
  await main(going).getByText("You are not coming.").waitFor();

  await main(waiting).getByText("A space opened up, and it is yours. You are going.").waitFor();
  await eventually(() =>
    main(waiting).getByRole("button", { name: "Going", exact: true }).getAttribute("aria-pressed"),
  ).toBe("true");
  await main(going).getByRole("button", { name: "Join the waiting list" }).waitFor();
  // As many go as before, and somebody else.
  for (const page of [going, waiting])
    await eventually(() => namesOn(page)).toEqual([expect.stringContaining("Teo Two")]);
});

test("[DASH-06] who waits may leave the line", async () => {
  const id = await fullEvent();
  const { page } = await site.open({ as: second });
  await visit(page, `/events/${id}`);
  await main(page).getByRole("button", { name: "Join the waiting list" }).press("Enter");
  const leave = main(page).getByRole("button", { name: "Leave" });
  await leave.waitFor();
  const hasBarFocus = () => page.evaluate(() => document.activeElement?.hasAttribute("data-rsvp-bar"));
  // Tab goes on where the pressed button was.
  expect(await hasBarFocus()).toBe(true);
  await leave.press("Enter");
  await main(page).getByRole("button", { name: "Join the waiting list" }).waitFor();
  expect(await hasBarFocus()).toBe(true);
  expect(await site.sql("select status from waiting_list where event_id = $1", [id])).toEqual([{ status: "left" }]);
});

async function fillIn(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Join the wait list" });
  await dialog.getByLabel("First name").fill("Vera");
  await dialog.getByLabel("Last name").fill("Visitor");
  await dialog.getByLabel("Email").fill("vera@example.com");
  await dialog.getByLabel("Phone").fill("904-555-0177");
  await dialog.getByRole("radio", { name: "Female" }).check();
  await dialog.getByLabel("Anything we should know? (optional)").fill("I can bring a net.");
}

test("[EVT-07, FORM-07] sold out and not free: a visitor's name is taken, and they are told what happens next", async () => {
  const id = await fullEvent({ costCents: 900 });
  const { page, problems } = await site.open();
  await visit(page, `/events/${id}`);
  await eventually(() => main(page).innerText()).toContain("Sold out");
  await main(page).getByRole("button", { name: "Join the wait list" }).click();
  const dialog = page.getByRole("dialog", { name: "Join the wait list" });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Join the wait list" }).click();
  // Nothing was typed yet: the first that is missing has the focus.
  await eventually(() => dialog.getByLabel("First name").getAttribute("aria-invalid")).toBe("true");
  expect(await dialog.getByLabel("First name").evaluate((field) => field === document.activeElement)).toBe(true);
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  await fillIn(page);
  const sent = page.waitForRequest("**/api/form-submission");
  await dialog.getByRole("button", { name: "Join the wait list" }).click();
  expect((await sent).postDataJSON()).toEqual({
    email: "vera@example.com",
    firstName: "Vera",
    lastName: "Visitor",
    phone: "9045550177",
    sex: "female",
    message: "I can bring a net.",
    formType: "waitingList",
    eventId: id,
  });
  await dialog.getByText("Open the link in the email we just sent, and you’re in line.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  const [kept] = await site.sql("select form_type, email, data from form_submissions where email = 'vera@example.com'");
  expect(kept).toMatchObject({ form_type: "waitingList", data: { firstName: "Vera", eventId: id } });
  expect(problems).toEqual([]);
});

test("[FORM-07] nothing that was typed is lost when it cannot be sent, nor when the form is closed by a slip", async () => {
  const id = await fullEvent({ costCents: 900 });
  const { page } = await site.open();
  await visit(page, `/events/${id}`);
  await main(page).getByRole("button", { name: "Join the wait list" }).click();
  await fillIn(page);
  const dialog = page.getByRole("dialog", { name: "Join the wait list" });
  await page.route("**/api/form-submission", (route) => route.abort());
  await dialog.getByRole("button", { name: "Join the wait list" }).click();
  await dialog.getByRole("alert").waitFor();
  await eventually(() => dialog.getByRole("alert").innerText()).toContain("What you typed is still here.");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await main(page).getByRole("button", { name: "Join the wait list" }).click();
  await eventually(() => dialog.getByLabel("Email").inputValue()).toBe("vera@example.com");
  await page.unroute("**/api/form-submission");
  await dialog.getByRole("button", { name: "Join the wait list" }).click();
  await dialog.getByText("Thank you, we have your name.").waitFor();
});

test("[EVT-07, P14] free with no place left: 'Event Full', and a visitor can still get in line", async () => {
  const id = await fullEvent();
  const { page } = await site.open();
  await visit(page, `/events/${id}`);
  await main(page).getByText("Event Full").first().waitFor();
  await main(page).getByRole("link", { name: "Join the waiting list" }).click();
  const dialog = page.getByRole("dialog", { name: /^One Place/ });
  await dialog.waitFor();
  await eventually(() => dialog.getByRole("button", { name: "Join the waiting list" }).isVisible()).toBe(true);
});

test("[EVT-07] without scripts the wait-list button still leads somewhere", async () => {
  const id = await fullEvent({ costCents: 900 });
  const { page } = await site.open({ javaScriptEnabled: false });
  await page.goto(`/events/${id}`);
  const link = main(page).getByRole("link", { name: "Join the wait list" });
  await eventually(() => link.getAttribute("href")).toBe(`/join/${id}`);
});

test("[DAY-05] who still waits when it starts reads that no space opened up, and the dashboard lets go of it", async () => {
  const id = await fullEvent({ day: "2026-11-21", startTime: "21:00", title: "Started" });
  const headers = { authorization: `Bearer ${second}`, "content-type": "application/json" };
  const path = `${site.url}/api/social-events/${id}/rsvp`;
  await fetch(path, { method: "PUT", headers, body: JSON.stringify({ answer: "going" }) });
  const { page } = await site.open({ as: second });
  await visit(page, "/dashboard");
  await main(page).getByRole("link", { name: "Started" }).first().waitFor();
  await site.sql("update social_events set start_time = '09:45', starts_at = '2026-11-21T14:45:00Z' where id = $1", [
    id,
  ]);
  await visit(page, `/events/${id}`);
  await main(page).getByText("No space opened up for you, and no more spaces are offered.").waitFor();
  await visit(page, "/dashboard");
  await main(page).getByRole("link", { name: "All events" }).waitFor();
  await eventually(() => main(page).getByRole("link", { name: "Started" }).count()).toBe(0);
});
