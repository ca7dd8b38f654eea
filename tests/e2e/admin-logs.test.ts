import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { openApp, personRow } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[ADMIN-12] the log says who changed what of whom, linked and searchable, and undoes a deletion", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name, nickname) values ('log-1', 'Ada', 'Frost', 'Addie')",
  );
  const token = await site.tokenFor(["Admins"]);
  const call = (body: unknown) =>
    fetch(`${site.url}/api/pending-join-requests`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  await call({ type: "editUser", userId: "log-1", fields: { nickname: "Frosty" } });
  const { page } = await openApp(site, "audit", { viewport: DESK, query: "&subject=log-1" });
  const entries = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
  const change = entries.filter({ hasText: " changed " });
  const expectChange = () =>
    change.getByRole("heading", { name: /changed Ada Frost’s nickname: Addie → Frosty$/ }).waitFor();
  await expectChange();
  await expectAccessible(page);
  await call({ type: "deleteUsers", userIds: ["log-1"] });
  await visit(page, "/admin?tab=apps&app=audit&subject=log-1");
  // A deletion takes the person's words out of earlier entries too.
  await eventually(() => entries.count()).toBe(2);
  await eventually(() => change.innerText()).not.toContain("Addie");
  await page.getByLabel("What").selectOption("user_deleted");
  await eventually(() => entries.count()).toBe(1);
  await page.getByLabel("On the day").fill("2026-11-20");
  await page.getByText("No entries match").waitFor();
  await page.getByLabel("On the day").fill("2026-11-21");
  await page.getByRole("button", { name: "Undo Deleted a person Ada Frost" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this?" });
  await dialog.getByText(/comes back with their RSVPs/).waitFor();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.getByText("1 record is back.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText(/^Undone by (?!admins@)/).waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByRole("searchbox", { name: "Person or event" }).fill("frost");
  await expectChange();
  await page.getByRole("searchbox", { name: "Organizer" }).fill("nobody");
  await page.getByText("No entries match").waitFor();
  await page.getByRole("searchbox", { name: "Organizer" }).fill("admins@");
  await change.getByRole("link", { name: "Ada Frost" }).click();
  await personRow(page, "Ada Frost").waitFor();
  expect(await site.sql("select nickname from users where user_id = 'log-1'")).toEqual([{ nickname: "Frosty" }]);
});

test("[ADMIN-12] O16: the log asks once about a deleted person who signed in again, and merges the two", async () => {
  const email = "back@example.com";
  const old = await site.signedIn({ email, user: { firstName: "Bea", lastName: "Back" } });
  const token = await site.tokenFor(["Admins"]);
  const deleted = await fetch(`${site.url}/api/pending-join-requests`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ type: "deleteUsers", userIds: [old.userId] }),
  });
  expect(deleted.status).toBe(200);
  const back = await site.signedIn({ email, user: { firstName: "Bea", lastName: "Back" } });
  const { page } = await openApp(site, "audit", { viewport: PHONE, query: `&subject=${old.userId}` });
  await page.getByRole("button", { name: "Undo Deleted a person Bea Back" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this?" });
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await dialog.getByText(/^This person signed in again as back@example\.com/).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await dialog.getByRole("button", { name: "Undo and merge" }).click();
  await dialog.getByText("1 record is back and merged with the new one.").waitFor();
  expect(await site.sql("select user_id from users where email = $1", [email])).toEqual([{ user_id: old.userId }]);
  expect(await site.sql("select user_id from accounts where sub = $1", [back.sub])).toEqual([{ user_id: old.userId }]);
});

test("[ADMIN-12] the outbox tells what failed and why, counts, and sends it again", async () => {
  await site.sql(
    "insert into mail_outbox (id, key, kind, email, data, status, attempts, due_at, last_error, created_at) values ('zz-1', 'zz-1', 'form_received', 'lost@example.com', '{\"isWaiting\": false}', 'failed', 7, '2026-11-21', '550 no such mailbox', '2026-11-21')",
  );
  const { page } = await openApp(site, "outbox", { viewport: PHONE, colorScheme: "dark" });
  await page.getByRole("button", { name: "Failed (1)" }).click();
  const mail = page.getByRole("listitem").filter({ hasText: "lost@example.com" });
  await mail.getByText("550 no such mailbox").waitFor();
  await mail.getByText("Given up after 7 tries").waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await mail.getByRole("button", { name: "Send again to lost@example.com" }).click();
  await mail.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Failed (0)" }).waitFor();
  await site.mailsWhen((mails) => mails.some(({ to }) => to === "lost@example.com"));
});

test("[ADMIN-12] what people send with the forms comes as a list that organizers work through", async () => {
  await fetch(`${site.url}/api/support`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: "kim@example.com",
      firstName: "Kim",
      lastName: "Lee",
      sex: "female",
      phone: "9045551234",
      message: "When is the next bonfire?",
      formType: "support",
    }),
  });
  const { page } = await openApp(site, "messages", { viewport: DESK, colorScheme: "dark" });
  const message = page.getByRole("listitem").filter({ hasText: "When is the next bonfire?" });
  await message.getByRole("link", { name: "kim@example.com" }).waitFor();
  await expectAccessible(page);
  await message.getByRole("button", { name: "Done Kim Lee" }).click();
  await message.getByText(/^Done by admins@example.com/).waitFor();
  await page.getByRole("button", { name: "Refresh" }).click();
  await message.waitFor({ state: "detached" });
  await page.getByLabel("Show").selectOption("done");
  await message.getByRole("button", { name: "Open again Kim Lee" }).click();
  await message.getByRole("button", { name: "Done Kim Lee" }).waitFor();
  expect(await site.sql("select done_at from form_submissions where email = 'kim@example.com'")).toEqual([
    { done_at: null },
  ]);
});

test("[ADMIN-10] while the site cannot be reached the lists say so, and come when it can", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK });
  await page.route("**/api/admin/audit?*", (route) => route.abort());
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("heading", { name: "The entries could not be loaded" }).waitFor();
  await expectAccessible(page);
  await page.unroute("**/api/admin/audit?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(/(entry|entries) in all|Nothing has been changed for others yet/).waitFor();
});

test("[ADMIN-08, ADMIN-12] a day that cannot be is refused at its field, and said above the list", async () => {
  const { page } = await openApp(site, "audit", { viewport: DESK, query: "&day=2026-02-30" });
  const why = /^Enter a day such as 2026-11-28/;
  const day = page.getByLabel("On the day").and(page.locator("[aria-invalid=true]"));
  await day.waitFor();
  await eventually(() => page.getByText(why).count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByText(/(entry|entries) in all/).waitFor();
  await day.waitFor({ state: "detached" });
  await visit(page, "/admin?tab=apps&app=users&startDate=2026-11-02&endDate=2026-11-01");
  await page.getByLabel("To", { exact: true }).and(page.locator("[aria-invalid=true]")).waitFor();
  await eventually(() => page.getByText("The last day cannot be before the first.").count()).toBe(2);
  await page.getByLabel("To", { exact: true }).fill("2026-11-03");
  await page.getByText(/(person|people) in all|No users found/).waitFor();
});

test("[ADMIN-08, ADMIN-12] O18: filters changed while answers are held back all stay", async () => {
  const { page } = await openApp(site, "audit", { viewport: DESK, query: "&action=role_granted" });
  const what = page.getByLabel("What");
  await page.getByText(/(entry|entries) in all|No entries match/).waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  for (const slow of ["**/admin.data?*", "**/api/admin/audit?*", "**/api/users?*"])
    await page.route(slow, async (route) => {
      await held;
      await route.continue();
    });
  await what.selectOption("");
  await page.getByRole("searchbox", { name: "Organizer" }).fill("walk");
  await eventually(() => new URL(page.url()).searchParams.get("actor")).toBe("walk");
  expect(new URL(page.url()).searchParams.get("action")).toBe(null);
  await eventually(() => what.inputValue()).toBe("");
  await page.getByRole("link", { name: "User Manager" }).click();
  await page.getByLabel("Sex").selectOption("female");
  await page.getByLabel("GroupMe ID", { exact: true }).selectOption("false");
  release();
  await page.getByText(/(person|people) in all|No users found/).waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("sex"), searchParams.get("hasGroupMeId")]).toEqual(["female", "false"]);
  await eventually(() => page.getByLabel("Sex").inputValue()).toBe("female");
});
