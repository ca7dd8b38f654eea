import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { expectPeople, openApp, personRow } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  // Twelve people of one name: Quill1 was paid up first, Quill4 lapsed, the others never paid; Quill2 came once.
  await site.sql(
    `insert into users (user_id, first_name, last_name, email, phone, date_added)
      select 'quill-' || lpad(n::text, 2, '0'), 'Quill' || lpad(n::text, 2, '0'), 'Quentin', 'quill' || n || '@example.com',
        '90455508' || lpad(n::text, 2, '0'), '2026-11-20T03:00:00Z' from generate_series(1, 12) n`,
  );
  await site.sql(
    `insert into memberships (id, user_id, provider, method, provider_id, is_recurring, paid_until, member_until, created_at, updated_at)
      select 'm-' || n, 'quill-' || lpad(n::text, 2, '0'), 'hand', 'cash', 'm-' || n, false, paid, paid, now(), now()
      from (values (1, '2026-12-24T17:00:00Z'::timestamptz), (3, '2026-12-01T05:00:00Z'), (4, '2026-10-01T17:00:00Z')) as paid (n, paid)`,
  );
  await site.sql(
    `insert into event_attendance (event_id, id, user_id, presence, marked_at)
      select id, 'quill-02', 'quill-02', 'here', now() from social_events where day < '2026-11-21' and not held order by day desc limit 1`,
  );
});
afterAll(() => site.close());

const SEARCH = "&search=quentin";

test("[DESK-03] O6: on a desk a heading sorts, days are the group's own, filters narrow down, and both stay in the address", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK, query: SEARCH });
  const first = () => page.getByRole("rowheader").first().getByRole("link").innerText();
  await expectPeople(page, 12);
  await page.getByRole("button", { name: "Name", exact: true }).press("Enter");
  await eventually(first).toBe("Quill01 Quentin");
  await page.getByRole("columnheader", { name: "Name" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  await page.getByRole("button", { name: "Paid until" }).click();
  await eventually(first).toBe("Quill01 Quentin");
  await page.getByRole("button", { name: "Paid until" }).click();
  await eventually(first).toBe("Quill04 Quentin");
  await personRow(page, "Quill04 Quentin").getByText("Lapsed").waitFor();
  // Paid through November: it ends at midnight by the group's clock. Added at 3 AM in London, an evening in Florida.
  await personRow(page, "Quill03 Quentin").getByText("Mon, Nov 30, 2026").waitFor();
  await personRow(page, "Quill03 Quentin").getByText("Thu, Nov 19, 2026").waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  // Nor is the table cut off in its box, on a wider screen either.
  await page.setViewportSize({ width: 1600, height: 900 });
  const table = page.getByRole("table");
  const rightEnds = () =>
    table.evaluate((node) => [node, node.parentElement ?? node].map((each) => each.getBoundingClientRect().right));
  const [end = 0, room = 0] = await rightEnds();
  expect(end).toBeLessThanOrEqual(room);
  await page.setViewportSize(DESK);
  await page.getByLabel("Membership", { exact: true }).selectOption("Lapsed");
  await expectPeople(page, 1);
  await page.reload();
  await expectPeople(page, 1);
  await page.getByRole("columnheader", { name: "Paid until" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  // Two changes at once: both count, though the router is still on its way to the first.
  const attended = await page.getByLabel("Last attended").elementHandle();
  await page.getByLabel("Membership", { exact: true }).evaluate((membership, other) => {
    for (const [field, value] of [
      [membership, ""],
      [other, "never"],
    ] as const) {
      if (!(field instanceof HTMLSelectElement)) throw new TypeError("A filter is no select.");
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }, attended);
  await expectPeople(page, 11);
  await personRow(page, "Quill02 Quentin").waitFor({ state: "detached" });
});

test("[DESK-03] on a desk the first person is in sight without scrolling", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK });
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") })
    .first();
  const bottom = async () => {
    const { y = DESK.height, height = 0 } = (await row.boundingBox()) ?? {};
    return y + height;
  };
  await eventually(bottom).toBeLessThanOrEqual(DESK.height);
});

test("[DESK-03] chosen people get a tag, the list shows and filters by it, and one undo takes it from all of them", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK, query: SEARCH });
  for (const n of ["05", "06"]) await page.getByLabel(`Choose Quill${n} Quentin`).check();
  await page.getByRole("button", { name: "Tag chosen" }).click();
  const dialog = page.getByRole("dialog", { name: "Tag 2 people" });
  await expectAccessible(page);
  await dialog.getByRole("combobox", { name: "Tag" }).fill("Net crew");
  await dialog.getByRole("button", { name: "Add tag" }).click();
  await page.getByText("2 people tagged “net crew”.").waitFor();
  await personRow(page, "Quill05 Quentin").getByText("net crew").waitFor();
  await page.getByLabel("Tag", { exact: true }).selectOption("net crew");
  await expectPeople(page, 2);
  await page.getByRole("button", { name: "Tag chosen" }).click();
  await dialog.getByRole("radio", { name: "Remove a tag" }).check();
  await dialog.getByRole("combobox", { name: "Tag" }).fill("net crew");
  await dialog.getByRole("button", { name: "Remove tag" }).click();
  await page.getByText("No users found matching the current filters").waitFor();
  await page.getByRole("status").filter({ hasText: "No people" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectPeople(page, 2);
});

test("[DESK-03] what can be done with chosen people stays in sight, and their choice ends with the visit", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK, query: SEARCH });
  await expectPeople(page, 12);
  // Wide enough for its longest words.
  expect((await page.getByLabel("Added").boundingBox())?.width).toBeGreaterThan(200);
  await page.getByLabel("Choose all that are shown").check();
  const bar = page.getByRole("group", { name: "With those who are chosen" });
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    await page.getByText("12 people in all").scrollIntoViewIfNeeded();
    await eventually(async () => (await bar.boundingBox())?.y).toBe(0);
    await expectNoSideways(page);
  }
  await page.setViewportSize(DESK);
  await page.getByRole("link", { name: "Quill05 Quentin", exact: true }).click();
  await page.getByRole("link", { name: "Back to people" }).click();
  await bar.getByText("12 chosen").waitFor();
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  await page.getByRole("link", { name: "User Manager" }).click();
  await bar.getByRole("button", { name: "Export all matches" }).waitFor();
});

test("[DESK-03] somebody who may be known already is shown before anything is written", async () => {
  const { page } = await openApp(site, "users", { viewport: PHONE, query: SEARCH });
  const count = async () => (await site.sql("select from users where last_name = 'Quentin'")).length;
  await page.getByRole("button", { name: "Add person" }).click();
  const dialog = page.getByRole("dialog", { name: "Add person" });
  await dialog.getByRole("button", { name: "Add person" }).click();
  await dialog.getByText("A record needs").waitFor();
  await dialog.getByLabel("Email").fill("no");
  await dialog.getByRole("button", { name: "Add person" }).click();
  await dialog.getByText("Please enter a valid email address").waitFor();
  await dialog.getByLabel("First name").fill("Quill");
  await dialog.getByLabel("Last name").fill("Quentin");
  await dialog.getByLabel("Email").fill("quill7@example.com");
  await dialog.getByRole("button", { name: "Add person" }).click();
  await dialog.getByText("may be the same").waitFor();
  const match = dialog.getByRole("listitem").filter({ hasText: "Quill07 Quentin" });
  await match.getByText("Same email address").waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(await count()).toBe(12);
  // Something else was typed: it is asked again.
  await dialog.getByLabel("Email").fill("quentin@example.com");
  await dialog.getByRole("button", { name: "Add person" }).click();
  await dialog.getByRole("button", { name: "Add as a new person" }).click();
  await page.getByText("Quill Quentin is added.").waitFor();
  await personRow(page, "Quill Quentin").waitFor();
  expect(await count()).toBe(13);
  await site.sql("delete from users where first_name = 'Quill'");
});

test("[DESK-03] a phone shows ten people a screen, and its second line is what the list is sorted by", async () => {
  const { page } = await openApp(site, "users", { viewport: PHONE, query: SEARCH });
  await expectPeople(page, 12);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Sort").selectOption("Paid until, soonest first");
  await page.getByLabel("Membership", { exact: true }).selectOption("Never a member");
  await page.getByRole("button", { name: "Filters 1 on" }).click();
  await expectPeople(page, 9);
  await page.getByRole("button", { name: "Filters 1 on" }).click();
  await page.getByLabel("Membership", { exact: true }).selectOption("Any");
  await page.getByRole("button", { name: "Filters" }).click();
  await expectPeople(page, 12);
  await personRow(page, "Quill04 Quentin").getByText("Thu, Oct 1, 2026").waitFor();
  const seen = () =>
    page.evaluate(() => {
      document.querySelector("tbody tr")?.scrollIntoView();
      const bar = document.querySelector("[role=tablist]")?.getBoundingClientRect();
      const bottom = bar && bar.top > innerHeight / 2 ? bar.top : innerHeight;
      return [...document.querySelectorAll("tbody tr")].filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= 0 && box.bottom <= bottom;
      }).length;
    });
  await eventually(seen).toBeGreaterThanOrEqual(10);
  await expectNoSideways(page);
  await expectAccessible(page);
});
