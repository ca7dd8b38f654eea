import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let member: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");
const guests = (page: Page) => main(page).getByRole("group", { name: "Guests" });
const press = (page: Page, name: string) => guests(page).getByRole("button", { name }).click();

async function heads(id: string): Promise<unknown[]> {
  const rows = await site.sql("select going_count, waiting_count from social_events where id = $1", [id]);
  return rows.flatMap(({ going_count: going, waiting_count: waiting }) => [going, waiting]);
}

test("[DAY-07] guests are chosen before or after the answer, on phone and desk; a party too large joins the line", async () => {
  const event = makeEvent({ day: "2026-12-12", title: "Bring Them", capacity: 4, guestsPerPerson: 3 });
  const { id } = await site.addEvent(event);
  for (const viewport of [PHONE, DESK]) {
    const { page, problems } = await site.open({ as: member, viewport });
    await visit(page, `/events/${id}`);
    await stopTransitions(page);
    await eventually(() => guests(page).innerText()).toContain("0");
    await press(page, "One more guest");
    await press(page, "One more guest");
    // Nothing is asked before the answer.
    expect(await heads(id)).toEqual([0, 0]);
    await main(page).getByRole("button", { name: "Going", exact: true }).click();
    await page.getByText("You are going with 2 guests.").waitFor();
    expect(await heads(id)).toEqual([3, 0]);
    await press(page, "One guest fewer");
    await page.getByText("You are going with 1 guest.").waitFor();
    expect(await heads(id)).toEqual([2, 0]);
    await expectAccessible(page);
    await expectNoSideways(page);
    await main(page).getByRole("button", { name: "Maybe" }).click();
    await page.getByText("You may come.").waitFor();
    expect(await heads(id)).toEqual([0, 0]);
    expect(problems).toEqual([]);
    await page.close();
  }
});

test("[DAY-07] a party too large for the free seats reads that it joins the line, and is seated when it is smaller", async () => {
  const event = makeEvent({ day: "2026-12-13", title: "Two Seats", capacity: 2, guestsPerPerson: 3 });
  const { id } = await site.addEvent(event);
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await eventually(() => guests(page).innerText()).toContain("0");
  await press(page, "One more guest");
  await press(page, "One more guest");
  await main(page).getByRole("button", { name: "Join the waiting list" }).click();
  await page.getByText("You are number 1 of 1 on the waiting list").waitFor();
  expect(await heads(id)).toEqual([0, 1]);
  await press(page, "One guest fewer");
  await page.getByText("You are going with 1 guest.").waitFor();
  expect(await heads(id)).toEqual([2, 0]);
});

test("[DAY-07] a host allows guests in the form", async () => {
  const host = await site.tokenFor(["Admins"]);
  const { id } = await site.addEvent(makeEvent({ day: "2026-12-14", title: "Opened Up" }));
  const { page, problems } = await site.open({ as: host });
  await visit(page, `/events/${id}/edit`);
  await page.getByLabel("Guests per person").selectOption("2");
  await page.getByRole("button", { name: "Save changes" }).click();
  await eventually(async () =>
    (await site.sql("select guests_per_person from social_events where id = $1", [id])).map(
      (row) => row["guests_per_person"],
    ),
  ).toEqual([2]);
  expect(problems).toEqual([]);
});

test("[DAY-07] a guest opens their link without an account, until the person who brings them says no", async () => {
  const event = makeEvent({ day: "2026-12-15", title: "Along With Me", capacity: 9, guestsPerPerson: 1 });
  const { id } = await site.addEvent(event);
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await eventually(() => guests(page).innerText()).toContain("0");
  await press(page, "One more guest");
  await main(page).getByRole("button", { name: "Going", exact: true }).click();
  const links = page.waitForResponse("**/guest-links");
  await main(page).getByRole("button", { name: "Links for your guests" }).click();
  const dialog = page.getByRole("dialog", { name: "Links for your guests" });
  await dialog.getByRole("button", { name: "Copy link" }).waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  const { guestPaths } = (await (await links).json()) as { guestPaths: [string] };
  await page.keyboard.press("Escape");
  const guest = await site.open({ viewport: PHONE });
  await visit(guest.page, guestPaths[0]);
  await guest.page.getByRole("heading", { name: "You’re coming along" }).waitFor();
  await eventually(() => main(guest.page).innerText()).toContain("Along With Me");
  await expectAccessible(guest.page);
  await expectNoSideways(guest.page);
  await main(page).getByRole("button", { name: "Can’t go" }).click();
  await page.getByText("You are not coming.").waitFor();
  await guest.page.reload();
  await guest.page.getByRole("heading", { name: "This link doesn’t work anymore" }).waitFor();
  expect(guest.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
});

test("[DAY-07, DAY-10] a guest's page leads to no event that has ended while it was open, and to no canceled one", async () => {
  const today = { day: "2026-11-21", startTime: "10:30:00", lengthMinutes: 60 };
  const event = makeEvent({ ...today, title: "Along Once", capacity: 9, guestsPerPerson: 1 });
  const { id } = await site.addEvent(event);
  const { page } = await site.open({ as: member });
  await visit(page, `/events/${id}`);
  await eventually(() => guests(page).innerText()).toContain("0");
  await press(page, "One more guest");
  const links = page.waitForResponse("**/guest-links");
  await main(page).getByRole("button", { name: "Going", exact: true }).click();
  await main(page).getByRole("button", { name: "Links for your guests" }).click();
  const { guestPaths } = (await (await links).json()) as { guestPaths: [string] };
  const guest = await site.open({ viewport: PHONE });
  const offers = guest.page.getByText(/Directions|Add to calendar|Can’t come/);
  await guest.page.clock.install();
  await visit(guest.page, guestPaths[0]);
  await guest.page.getByRole("heading", { name: "You’re coming along" }).waitFor();
  await eventually(() => offers.count()).toBe(3);
  await guest.page.clock.fastForward("01:31:00");
  await guest.page.getByRole("heading", { name: "This event is over" }).waitFor();
  await eventually(() => offers.count()).toBe(0);
  await site.sql("update social_events set status = 'cancelled' where id = $1", [id]);
  await guest.page.reload();
  await guest.page.getByRole("heading", { name: "Canceled" }).waitFor();
  await eventually(() => offers.count()).toBe(0);
});
