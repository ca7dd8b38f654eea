import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DESK-06] a host splits the cost on a phone, marks who paid, reminds the others; each sees their own share", async () => {
  const host = await site.signedIn({ email: "paying-host@example.com" });
  const guest = await site.signedIn({ email: "owing-guest@example.com" });
  const other = await site.signedIn({ email: "paid-guest@example.com", user: { firstName: "Zoe", lastName: "Paid" } });
  const event = makeEvent({
    day: "2026-12-12",
    title: "Court Night",
    hostUserId: host.userId,
    organizerVenmo: "@court",
  });
  const { id } = await site.addEvent(event);
  await site.sql(
    `insert into event_rsvps (event_id, user_id, answer, answered_at)
     values ($1, $2, 'going', now()), ($1, $3, 'going', now()), ($1, $4, 'going', now())`,
    [id, host.userId, guest.userId, other.userId],
  );
  const { page, problems } = await site.open({ as: host.token, viewport: PHONE });
  await visit(page, `/events/${id}`);
  await page.getByRole("link", { name: "Split the cost" }).click();
  await page.getByText("split over 3 people going").waitFor();
  await page.getByRole("button", { name: "Split the cost" }).click();
  await page.getByText("Give an amount like 60, 12.50 or 1,000.").waitFor();
  await page.getByRole("textbox", { name: "Total in dollars" }).fill("60");
  await page.getByRole("textbox", { name: "What it was for (optional)" }).fill("court rental");
  await stopTransitions(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Split the cost" }).click();
  await page.getByRole("heading", { name: "$60.00 in total for court rental" }).waitFor();
  await page.getByText("$20.00 paid, $40.00 to collect.").waitFor();
  await page.getByRole("button", { name: "Mark paid: Zoe Paid" }).click();
  await page.getByText("$40.00 paid, $20.00 to collect.").waitFor();
  await page.getByRole("button", { name: "Remind 1 person" }).click();
  await page.getByText("Reminded 1 person, each privately.").waitFor();
  await eventually(() => page.getByRole("button", { name: /^Remind / }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(problems).toEqual([]);

  const reader = await site.open({ as: guest.token, viewport: PHONE });
  await visit(reader.page, `/events/${id}`);
  await reader.page.getByText("You owe $20.00").waitFor();
  await reader.page.getByText("Joining was free").waitFor();
  await eventually(() => reader.page.getByRole("link", { name: "Pay by Venmo" }).getAttribute("href")).toBe(
    "https://venmo.com/u/court",
  );
  await stopTransitions(reader.page);
  await expectAccessible(reader.page);
  await expectNoSideways(reader.page);
  expect(reader.problems).toEqual([]);
  const settled = await site.open({ as: other.token });
  const answered = settled.page.waitForResponse((response) => response.url().endsWith("/api/event-shares"));
  await visit(settled.page, `/events/${id}`);
  expect(await (await answered).json()).toEqual({ shares: [] });
  await eventually(() => settled.page.getByText("You owe").count()).toBe(0);
  await page.getByRole("button", { name: /^Waive: / }).click();
  await page.getByText("$40.00 paid, $0.00 to collect, $20.00 waived.").waitFor();
});
