import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite();
  admin = await site.tokenFor(["Admins"], { email: "organizer@example.com" });
});
afterAll(() => site.close());

const NOTHING_SELECTED = "Please select events to post to the calendar";
const calendar = (page: Page) => page.getByRole("region", { name: "Post to the chat calendar" });
const queue = (page: Page) => page.getByRole("region", { name: /^Waiting to be published/ });
const row = (page: Page, title: string) => calendar(page).getByRole("listitem").filter({ hasText: title });
const outcome = (page: Page) => calendar(page).getByRole("status", { name: "Result" });
const postButton = (page: Page) => calendar(page).getByRole("button", { name: /^Post to calendar/ });

async function openTab(page: Page): Promise<void> {
  await visit(page, "/admin?tab=events");
  await calendar(page).waitFor();
}
async function showDays(page: Page, days: string): Promise<void> {
  await calendar(page).getByLabel("Days ahead").fill(days);
  await calendar(page).getByLabel("Days ahead").press("Enter");
}

test("[ADMIN-07, CREATE-09] an organizer's round on a phone: publish, refuse, post to the calendar, send a change", async () => {
  const host = await site.signedIn({ email: "hopeful@example.com", user: { firstName: "Hope", lastName: "Host" } });
  await site.sql("delete from social_events where held or day >= '2026-11-21'");
  for (const [index, day] of ["2027-02-02", "2027-02-09", "2027-02-16"].entries())
    await site.addEvent(
      makeEvent({ day, title: `Weekly Run ${index + 1}`, held: true, hostUserId: host.userId, seriesId: "weekly" }),
    );
  for (const title of ["Held Bonfire", "Held Picnic"])
    await site.addEvent(makeEvent({ day: "2026-11-28", title, held: true, hostUserId: host.userId }));
  await site.addEvent(makeEvent({ day: "2026-11-29", title: "Sunset Volleyball" }));
  await site.addEvent(makeEvent({ day: "2026-11-29", title: "Close Friends Night", generalPublic: false }));
  await site.addEvent(makeEvent({ day: "2026-11-29", title: "No Chat Climb", chat: "Gone" }));
  await site.addEvent(makeEvent({ day: "2026-12-15", title: "Far Away Run" }));
  const { page, problems } = await site.open({ as: admin, viewport: PHONE, colorScheme: "dark" });
  await openTab(page);

  // The queue: a look, and the two answers.
  await queue(page).getByText("Hope Host (hopeful@example.com)").first().waitFor();
  await queue(page).getByRole("heading", { name: "Waiting to be published 5" }).waitFor();
  await queue(page).getByRole("listitem").filter({ hasText: "Weekly Run 2" }).getByRole("button").click();
  const weekly = page.getByRole("dialog", { name: "Weekly Run 2" });
  await weekly.getByRole("button", { name: "Publish all 3 of the series" }).click();
  await queue(page).getByRole("heading", { name: "Waiting to be published 2" }).waitFor();
  expect(
    await site.sql("select count(*)::int as count from social_events where series_id = 'weekly' and held"),
  ).toEqual([{ count: 0 }]);
  await queue(page).getByRole("listitem").filter({ hasText: "Held Bonfire" }).getByRole("button").click();
  const bonfire = page.getByRole("dialog", { name: "Held Bonfire" });
  await bonfire.getByText("All levels. We bring the net and the ball.").waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await bonfire.getByRole("button", { name: "Publish" }).click();
  await queue(page).getByText("The event is published, and its host is told.").waitFor();
  await queue(page).getByRole("heading", { name: "Waiting to be published 1" }).waitFor();
  await queue(page).getByRole("button", { name: "Look and decide" }).click();
  const picnic = page.getByRole("dialog", { name: "Held Picnic" });
  await picnic.getByRole("button", { name: "Refuse…" }).click();
  await picnic.getByRole("button", { name: "Refuse and tell the host" }).click();
  await picnic.getByText("Say why, so that the host knows what to change.").waitFor();
  await picnic.getByLabel("Why not?").fill("The park is booked.");
  // What was typed is there again after a slip.
  await page.keyboard.press("Escape");
  await queue(page).getByRole("button", { name: "Look and decide" }).click();
  await eventually(() => picnic.getByLabel("Why not?").inputValue()).toBe("The park is booked.");
  await picnic.getByRole("button", { name: "Refuse and tell the host" }).click();
  await queue(page).getByText("No events are waiting for approval.").waitFor();
  const mails = await site.mailsWhen((all) => all.filter(({ to }) => to === "hopeful@example.com").length === 3);
  expect(mails.map(({ text }) => text).join()).toContain("The park is booked.");

  // The calendar: nothing, what cannot be chosen, some, and what came of it.
  await postButton(page).click();
  await outcome(page).getByText(NOTHING_SELECTED).waitFor();
  const box = (title: string) => row(page, title).getByRole("checkbox", { name: title });
  await eventually(() => box("Close Friends Night").isDisabled()).toBe(true);
  await row(page, "Close Friends Night").getByText("It's for close friends").waitFor();
  await eventually(() => row(page, "Far Away Run").count()).toBe(0);
  await showDays(page, "31");
  await calendar(page).getByText("Days ahead must be a positive integer, 1 to 30.").waitFor();
  await showDays(page, "30");
  await row(page, "Far Away Run").waitFor();
  for (const title of ["Sunset Volleyball", "Held Bonfire", "No Chat Climb"]) await box(title).check();
  await calendar(page).getByRole("button", { name: "Post to calendar (3)" }).click();
  await outcome(page).getByText("2 of 3 done").waitFor();
  await outcome(page).getByText("There is no chat called Gone to post it to.").waitFor();
  await row(page, "Sunset Volleyball").getByText("Posted", { exact: true }).waitFor();
  await eventually(() => box("Sunset Volleyball").isDisabled()).toBe(true);
  // What failed stays chosen; without it, all is well and nothing is.
  await calendar(page).getByText("1 selected").waitFor();
  await box("No Chat Climb").uncheck();
  await box("Far Away Run").focus();
  await page.keyboard.press("Space");
  await postButton(page).press("Enter");
  await outcome(page).getByText("1 of 1 done").waitFor();
  await calendar(page).getByText("Nothing selected").waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);

  // What changed since is sent on.
  const [posted] = await site.sql(
    "update social_events set status = 'cancelled' where title = 'Far Away Run' returning id",
  );
  await showDays(page, "29");
  await row(page, "Far Away Run").getByRole("button", { name: "Send cancellation" }).click();
  await outcome(page).getByText("It is marked as canceled in the calendar and the chat.").waitFor();
  const said = await site.sql("select text from chat_messages where system and text like $1", [
    `%${String(posted?.["id"])}`,
  ]);
  expect(said.map(({ text }) => String(text).split(":")[0] ?? "").toSorted()).toEqual(["Canceled", "In the calendar"]);
  expect(problems).toEqual([]);
});

test("[ADMIN-07] every refusal in words, by its real cause, on a desk; and an empty list", async () => {
  await site.sql("delete from social_events where held or day >= '2026-11-21'");
  const { page } = await site.open({ as: admin, viewport: DESK, colorScheme: "light" });
  await openTab(page);
  await calendar(page).getByText("No upcoming social events found").waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await site.addEvent(makeEvent({ day: "2026-11-29", title: "Desk Dance", chat: "Dance" }));
  await showDays(page, "10");
  await row(page, "Desk Dance").waitFor();
  await expectAccessible(page);
  const check = row(page, "Desk Dance").getByRole("checkbox");
  await check.check();
  // Without a network; what was chosen stays.
  await page.context().setOffline(true);
  await postButton(page).click();
  await outcome(page)
    .getByText(/^Failed to post events to calendar: ./)
    .waitFor();
  await showDays(page, "11");
  await calendar(page)
    .getByText(/^Failed to load social events: ./)
    .waitFor();
  await page.context().setOffline(false);
  // The list of before stays on the screen while it is asked for again.
  const loaded = page.waitForResponse((response) => response.url().includes("/api/admin?") && response.ok());
  await calendar(page).getByRole("button", { name: "Try again" }).click();
  await loaded;
  await eventually(() => check.isChecked()).toBe(true);
  // Taken out of the group meanwhile.
  await site.sql("update accounts set groups = '{}' where email = 'organizer@example.com'");
  await postButton(page).click();
  await outcome(page)
    .getByText("You don't have permission to post events to the calendar. Admin access required.")
    .waitFor();
  await site.sql("update accounts set groups = '{Admins}' where email = 'organizer@example.com'");
  await postButton(page).click();
  await outcome(page).getByText("Posted to the calendar of Dance.").waitFor();
  await expectNoSideways(page);
});

test("[CREATE-09] Host IDs: issued, shown once, and revoked", async () => {
  const { page, problems } = await site.open({ as: admin });
  await openTab(page);
  await page.getByRole("heading", { name: "Host IDs" }).click();
  const issue = page.getByRole("button", { name: "Issue a Host ID" });
  await issue.click();
  await page.getByText("Give it a name you will recognize later.").waitFor();
  await page.getByLabel("Name of the Host ID").fill("The Tuesday crew");
  await page.getByLabel("Email of the host (optional)").fill("nobody-here@example.com");
  await issue.click();
  await page.getByText("Nobody in the database has this email address.").waitFor();
  await eventually(() => page.getByLabel("Name of the Host ID").inputValue()).toBe("The Tuesday crew");
  await page.getByLabel("Email of the host (optional)").fill("");
  await issue.click();
  const clear = page.getByText(/^host-[\w-]{22}$/);
  await clear.waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole("button", { name: "Done" }).click();
  await eventually(() => clear.count()).toBe(0);
  const entry = page.getByRole("list", { name: "Issued Host IDs" }).getByRole("listitem").first();
  await entry.getByText("The Tuesday crew").waitFor();
  await entry.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke it" }).click();
  await entry.getByText(/^Revoked /).waitFor();
  expect(problems).toEqual([]);
});
