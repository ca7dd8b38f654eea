import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { holdOpen, keptRun, openWizard } from "#tests/support/join-wizard.ts";

let site: BrowserSite;
let made = 0;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");

async function addEvent(event: Parameters<typeof makeEvent>[0] | object = {}) {
  made += 1;
  return site.addEvent(makeEvent({ day: "2026-12-13", title: `Open Net ${made}`, capacity: 4, ...event }));
}

async function fillIn(page: Page, title: string, email: string) {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel("First name").fill("Vera");
  await dialog.getByLabel("Last name").fill("Visitor");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Phone number").fill("904-555-0177");
  return dialog;
}

/** A phone on which the form of an event is filled in, and not sent yet. */
async function askForPlace(id: string, title: string, email: string, way = "Join") {
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, `/events/${id}`);
  await main(page).getByRole("link", { name: way, exact: true }).click();
  return { page, dialog: await fillIn(page, title, email) };
}

/** The address of the link in the newest mail. */
async function mailedLink(email: string): Promise<string> {
  const isTheirs = ({ to, text }: { to: string; text: string }) => to === email && text.includes("/place#");
  const mails = await site.mailsWhen((all) => all.some(isTheirs));
  return /https?:\S+\/place#[\w-]+/.exec(mails.findLast(isTheirs)?.text ?? "")?.[0] ?? "";
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).hash;

test("[DAY-06, P3] on a phone: four fields on the event's page, one tap in the mail, and the place is taken", async () => {
  const { id, title } = await addEvent();
  const { page, problems } = await site.open({ viewport: PHONE });
  await visit(page, `/events/${id}`);
  await main(page).getByRole("link", { name: "Join", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: title });
  // Nothing is typed yet: the first missing field has the focus.
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await eventually(() => dialog.getByLabel("First name").getAttribute("aria-invalid")).toBe("true");
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  await eventually(() => dialog.innerText()).toContain("Phone number is required.");
  await fillIn(page, title, "vera.phone@example.com");
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await dialog.getByText("Check your email").waitFor();
  // Who stopped all emails gets none, and nobody else learns that they did.
  const signIn = dialog.getByRole("link", { name: "sign in" });
  await eventually(() => signIn.getAttribute("href")).toMatch(/^\/login\?next=%2Fevents%2F/);
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await site.sql("select going_count from social_events where id = $1", [id])).toEqual([{ going_count: 0 }]);

  await page.goto(pathOf(await mailedLink("vera.phone@example.com")));
  await main(page).getByRole("heading", { level: 1, name: "You’re going" }).waitFor();
  await eventually(() => main(page).innerText()).toContain(title);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(await site.sql("select going_count from social_events where id = $1", [id])).toEqual([{ going_count: 1 }]);
  // The way to an account is one tap, with the address filled in.
  await main(page).getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await eventually(() => main(page).getByLabel("Email").inputValue()).toBe("vera.phone@example.com");
  expect(problems).toEqual([]);
});

test("[DAY-06] Back while the request is sent leaves its dialog open, which then says what comes next", async () => {
  const { id, title } = await addEvent();
  const { page, dialog } = await askForPlace(id, title, "vera.stay@example.com");
  const request = holdOpen();
  await page.route("**/api/**", request.hold);
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await eventually(request.count).toBe(1);
  await page.goBack();
  await page.keyboard.press("Escape");
  request.release();
  await dialog.getByText("Check your email").waitFor();
});

test("[DAY-06] opened elsewhere the link asks once; the place is given up where it was taken", async () => {
  const { id, title } = await addEvent();
  const asking = await site.open();
  await visit(asking.page, `/events/${id}`);
  await main(asking.page).getByRole("link", { name: "Join", exact: true }).click();
  const dialog = await fillIn(asking.page, title, "vera.desk@example.com");
  await asking.page.route("**/place-requests", (route) => route.abort());
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await eventually(() => dialog.getByRole("alert").innerText()).toContain(
    "The site cannot be reached right now. Try again in a minute. What you typed is still here.",
  );
  await asking.page.unroute("**/place-requests");
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await dialog.getByText("Check your email").waitFor();

  const { page } = await site.open();
  await page.goto(pathOf(await mailedLink("vera.desk@example.com")));
  await main(page).getByRole("heading", { level: 1, name: "Are you coming?" }).waitFor();
  expect(await site.sql("select going_count from social_events where id = $1", [id])).toEqual([{ going_count: 0 }]);
  await main(page).getByRole("button", { name: "Yes, I’m coming" }).click();
  await main(page).getByRole("heading", { level: 1, name: "You’re going" }).waitFor();
  // A double tap asks, and does not answer.
  await main(page).getByRole("button", { name: "Give up my space" }).dblclick();
  await main(page).getByRole("button", { name: "Yes, give it up" }).click();
  await main(page).getByRole("heading", { level: 1, name: "You’re not going" }).waitFor();
  expect(await site.sql("select going_count from social_events where id = $1", [id])).toEqual([{ going_count: 0 }]);
});

test("[DAY-06, EVT-09] a place at an event that only members can see now is given up behind its link, which says no more", async () => {
  const { id, title } = await addEvent();
  const { page, dialog } = await askForPlace(id, title, "vera.unseen@example.com");
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await dialog.getByText("Check your email").waitFor();
  await page.goto(pathOf(await mailedLink("vera.unseen@example.com")));
  await main(page).getByRole("heading", { level: 1, name: "You’re going" }).waitFor();
  await site.sql("update social_events set general_public = false where id = $1", [id]);
  await page.reload();
  await main(page).getByRole("heading", { level: 1, name: "You have a space" }).waitFor();
  await eventually(() => main(page).innerText()).toContain("Only members of the group can see this event now.");
  await eventually(() => main(page).innerText()).not.toContain("December");
  await eventually(() => main(page).getByRole("link", { name: "See the event" }).count()).toBe(0);
  await expectAccessible(page);
  await main(page).getByRole("button", { name: "Give up my space" }).click();
  await main(page).getByRole("button", { name: "Yes, give it up" }).click();
  await main(page).getByRole("heading", { level: 1, name: "You’re not going" }).waitFor();
  expect(await site.sql("select going_count from social_events where id = $1", [id])).toEqual([{ going_count: 0 }]);
});

test("[DAY-06] a browser in which a place was taken knows it on the event's page, until it is given up", async () => {
  const { id, title } = await addEvent();
  const { page, dialog } = await askForPlace(id, title, "vera.back@example.com");
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await dialog.getByText("Check your email").waitFor();
  await page.goto(pathOf(await mailedLink("vera.back@example.com")));
  await main(page).getByRole("heading", { level: 1, name: "You’re going" }).waitFor();

  await page.goto(`/events/${id}`);
  await main(page).getByText("You’re going", { exact: true }).waitFor();
  await eventually(() => main(page).getByRole("link", { name: "Join", exact: true }).count()).toBe(0);
  await expectNoSideways(page);
  await main(page).getByRole("link", { name: "Change", exact: true }).click();
  await main(page).getByRole("button", { name: "Give up my space" }).click();
  await main(page).getByRole("button", { name: "Yes, give it up" }).click();
  await main(page).getByRole("heading", { level: 1, name: "You’re not going" }).waitFor();
  const lookedUp = page.waitForResponse("**/api/place");
  await page.goto(`/events/${id}`);
  await lookedUp;
  await main(page).getByRole("link", { name: "Join", exact: true }).waitFor();
  await eventually(() => main(page).getByText("You’re going", { exact: true }).count()).toBe(0);
});

test("[DAY-06, M9] “I have an account” leads through the sign-in back to the RSVP", async () => {
  const { id } = await addEvent();
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, `/events/${id}`);
  await main(page).getByRole("link", { name: "I have an account" }).click();
  await page.waitForURL(/\/login\?/);
  expect(new URL(page.url()).searchParams.get("next")).toBe(`/events/${id}`);
});

test("[DAY-06] without scripts Join leads to the form with this event, which says that it needs them", async () => {
  const { id } = await addEvent();
  const { page } = await site.open({ javaScriptEnabled: false });
  await page.goto(`/events/${id}`);
  await main(page).getByRole("link", { name: "Join", exact: true }).click();
  await page.waitForURL(`${site.url}/join/${id}`);
  await eventually(() => main(page).innerText()).toContain("This form needs JavaScript");
  await page.goto("/place#token");
  await eventually(() => main(page).innerText()).toContain("This form needs JavaScript");
});

test("[JOIN-11, JOIN-14, P3] the event that led to the join form stays in sight, and /subscribe says thanks and what comes next", async () => {
  const id = "2026-11-21-sunset-volleyball";
  const wizard = await openWizard(site, { path: `/join/${id}`, kept: keptRun(9, { sex: "male" }) });
  const { page } = wizard;
  await wizard.main.getByText("For Sunset Volleyball, Sat, Nov 21").waitFor();
  await wizard.button("Submit").click();
  await wizard.main.getByText("Your space at Sunset Volleyball is a separate step").waitFor();
  await wizard.main.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL("**/subscribe");
  await main(page).getByText("Thank you. We got your request to join.").waitFor();
  const thanks = await main(page).getByRole("status").innerText();
  expect(thanks).toContain("The chats are for members, and for women whose account has a phone number.");
  await eventually(() =>
    main(page).getByRole("link", { name: "Take your space at Sunset Volleyball" }).getAttribute("href"),
  ).toBe(`/events/${id}`);
  await main(page).getByRole("link", { name: "Take your space at Sunset Volleyball" }).click();
  await main(page).getByRole("link", { name: "Join", exact: true }).click();
  const form = page.getByRole("dialog");
  // Nothing is asked twice.
  const typed = () =>
    Promise.all(["First name", "Last name", "Email"].map((name) => form.getByLabel(name).inputValue()));
  await eventually(typed).toEqual(["Ana", "Ruiz", "ana.ruiz@example.com"]);
});

test("[EVT-06, DAY-06] a free place for which others wait is not offered to a newcomer: they join the waiting list", async () => {
  const { id, title } = await addEvent({ capacity: 2, goingCount: 1, waitingCount: 2 });
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, `/events/${id}`);
  await main(page).getByRole("link", { name: "Join the waiting list" }).waitFor();
  const words = await main(page).innerText();
  expect(words).toContain("people on the waiting list come first");
  expect(words).not.toContain("1 space left");
  await visit(page, "/events");
  const row = main(page).getByRole("listitem").filter({ hasText: title });
  await eventually(() => row.textContent()).toContain("Waiting list");
});

test("[DAY-04] the landing page says that an event is on hold, and its page who is mailed when that is decided", async () => {
  const { id, title } = await addEvent({
    day: "2026-11-21",
    startTime: "10:50",
    decision: "hold",
    holdReason: "weather",
    decisionDefault: "runs",
    decidesAt: new Date("2026-11-21T15:20:00Z"),
  });
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, "/");
  const item = main(page).getByRole("listitem").filter({ hasText: title }).first();
  await eventually(() => item.innerText()).toMatch(/On hold\s+Decides Saturday at 10:20 AM EST/);
  await visit(page, `/events/${id}`);
  await eventually(() => main(page).innerText()).toContain(
    "Everyone who’s going, said maybe, or is on the waiting list gets an email when it’s decided.",
  );
});

test.each([
  ["open", "Join", "Early Press", { title: "Early Press" }],
  ["sold out", "Join the wait list", "Join the wait list", { capacity: 4, goingCount: 4, costCents: 800 }],
])(
  "[DAY-06, EVT-07] a press on the button of an event that is %s, before scripts run, opens its form once they do",
  async (_, name, opens, more) => {
    const { id } = await addEvent(more);
    const scripts = holdOpen();
    const { page } = await site.open({ viewport: PHONE });
    await page.route(/\.js$/, scripts.hold);
    await page.goto(`/events/${id}`, { waitUntil: "commit" });
    const button = main(page).getByRole("link", { name, exact: true });
    await button.click();
    await eventually(() => button.getAttribute("aria-busy")).toBe("true");
    scripts.release();
    await page.getByRole("dialog", { name: opens }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/events/${id}`);
  },
);

test("[DAY-06, DAY-10] a place's page offers nothing of an event that has ended while it was open, or was canceled", async () => {
  const today = { day: "2026-11-21", startTime: "10:30:00", lengthMinutes: 60, guestsPerPerson: 1, costCents: 500 };
  const { id, title } = await addEvent(today);
  const { page, dialog } = await askForPlace(id, title, "vera.today@example.com");
  await dialog.getByRole("button", { name: "Join", exact: true }).click();
  await dialog.getByText("Check your email").waitFor();
  await page.clock.install();
  await page.goto(pathOf(await mailedLink("vera.today@example.com")));
  await main(page).getByRole("button", { name: "One more guest" }).click();
  await main(page).getByRole("heading", { level: 1, name: "You’re going with 1 guest" }).waitFor();
  await main(page).getByRole("region", { name: "Links for your guests" }).waitFor();
  await page.clock.fastForward("01:31:00");
  await main(page).getByRole("heading", { level: 1, name: "This event is over" }).waitFor();
  const offered = async () =>
    (await main(page).innerText()).match(/forward to seeing you|Give up my space|your guests|\$5/g);
  await eventually(offered).toEqual(["$5"]);
  await site.sql("update social_events set status = 'cancelled' where id = $1", [id]);
  await page.reload();
  await main(page).getByRole("heading", { level: 1, name: "Canceled" }).waitFor();
  await eventually(offered).toBeNull();
});

test("[DAY-06] who leaves the waiting list is asked about the list, and not told of a space they never had", async () => {
  const { id, title } = await addEvent({ goingCount: 4 });
  const { page, dialog } = await askForPlace(id, title, "vera.waits@example.com", "Join the waiting list");
  await dialog.getByRole("button", { name: "Join the waiting list" }).click();
  await dialog.getByText("Check your email").waitFor();
  await page.goto(pathOf(await mailedLink("vera.waits@example.com")));
  await main(page).getByRole("button", { name: "Leave the waiting list" }).click();
  const question = main(page).getByRole("group", { name: "Leave the waiting list?" });
  await eventually(() => question.getByRole("button").allTextContents()).toEqual(["Leave", "Stay"]);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Leave" }).click();
  await main(page).getByRole("heading", { level: 1, name: "You’re off the waiting list" }).waitFor();
  await eventually(() => main(page).innerText()).not.toMatch(/a space|going/);
});
