import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

let site: BrowserSite;
let title: string;
beforeAll(async () => {
  site = await startBrowserSite();
  const [event] = await site.sql(
    `select id, title from social_events where starts_at < '2026-11-20' and status = 'scheduled' and not held
      and hold_reason is null order by starts_at desc limit 1`,
  );
  const id = String(event?.["id"]);
  title = String(event?.["title"]);
  await site.sql("delete from event_attendance");
  await site.sql("delete from payments");
  await site.sql(
    `insert into users (user_id, first_name, last_name, email, date_added) values
      ('came-1', 'Cora', 'Sands', 'cora@example.com', '2024-01-01'), ('came-2', 'Nils', 'Tide', 'nils@example.com', '2026-11-19T12:00:00Z')`,
  );
  await site.sql(
    `insert into event_rsvps (event_id, user_id, answer, answered_at)
      select '${id}', user_id, 'going', '2024-02-01' from users where user_id in ('came-1', 'came-2')`,
  );
  await site.sql("delete from event_rsvps where user_id not in ('came-1', 'came-2')");
  await site.sql(
    `insert into event_attendance (event_id, id, user_id, presence, guests, marked_at)
      values ('${id}', 'came-1', 'came-1', 'here', 1, now())`,
  );
  await site.sql(
    `insert into payments (id, user_id, provider, method, kind, amount_cents, provider_ref, paid_at, created_at, matched_by)
      values ('paid-1', 'came-1', 'hand', 'cash', 'payment', 4200, 'r1', '2026-11-19T12:00:00Z', now(), 'organizer')`,
  );
});
afterAll(() => site.close());

test("[DESK-05] an organizer reads who came and follows each number to its list", async () => {
  const { page, problems } = await openApp(site, "insights", { viewport: DESK, colorScheme: "dark" });
  const totals = page.getByRole("list", { name: "Totals" });
  await totals.getByRole("link", { name: "New 1", exact: true }).waitFor();
  await totals.getByRole("link", { name: "Did not come 50%" }).waitFor();
  await page.getByRole("img", { name: "Who came, as bars. The table below has the numbers." }).waitFor();
  await stopTransitions(page);
  await expectAccessible(page);

  await totals.getByRole("link", { name: "People who came 1", exact: true }).click();
  await page.getByRole("heading", { name: "People who came" }).waitFor();
  await page.getByRole("listitem").filter({ hasText: "Cora Sands" }).waitFor();
  await page.getByText("1 person in all").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Insights" }).click();
  await totals.getByRole("link", { name: "Did not come 50%" }).click();
  await page.getByRole("listitem").filter({ hasText: "Nils Tide" }).getByText(`Did not come to ${title}`).waitFor();
  await page.getByRole("link", { name: "Back to Insights" }).click();

  // A month of revenue is that month of Payments.
  const revenue = page.getByRole("table", { name: "Revenue, by month" });
  await revenue.getByRole("link", { name: /^\$42\.00/ }).click();
  await page.getByRole("heading", { name: /^Payments of / }).waitFor();
  await page.getByText("Cora Sands").waitFor();
  await page.goBack();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^insights-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(problems).toEqual([]);
});

test("[DESK-05] on a phone the numbers of a year fit, and people added open the User Manager", async () => {
  const { page, problems } = await openApp(site, "insights", { viewport: PHONE });
  await page.getByRole("navigation", { name: "Span" }).getByRole("link", { name: "Year" }).click();
  await page.getByRole("table", { name: "People who came, by period" }).getByRole("row").nth(12).waitFor();
  await stopTransitions(page);
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: /^People added \d/ }).click();
  await page.getByRole("rowheader", { name: "Nils Tide" }).waitFor();
  expect(problems).toEqual([]);
});

test("[DESK-05] an event lead sees attendance, and neither revenue nor growth", async () => {
  const lead = await site.signedIn({ email: "lead@example.com", roles: ["event_lead"] });
  const { page } = await site.open({ as: lead.token, viewport: DESK });
  await visit(page, "/admin?tab=apps&app=insights");
  await page.getByRole("heading", { name: "No-shows" }).waitFor();
  await eventually(() => page.getByRole("heading", { name: /^(?:Revenue|Growth)$/ }).count()).toBe(0);
});
