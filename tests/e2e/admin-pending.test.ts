import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

const BASE = "**/api/pending-join-requests";

let site: BrowserSite;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

const card = (page: Page, nickname: string) => page.getByRole("article", { name: nickname, exact: true });
/** The records of somebody's card that may be theirs. */
const records = (page: Page, nickname: string) => card(page, nickname).locator("button[aria-pressed]");
const submit = (page: Page) => page.getByRole("button", { name: /^Submit Approvals/ });
const dialog = (page: Page) => page.getByRole("dialog");

async function openPending(options: Parameters<BrowserSite["open"]>[0] = {}) {
  const tab = await site.open({ as: admin, viewport: DESK, ...options });
  await visit(tab.page, "/admin");
  await expectRead(tab.page);
  return tab;
}
const expectRead = (page: Page) => page.getByRole("heading", { name: /^\d+ p.* to join$/ }).waitFor();

/** Somebody asks to join; a record for each of `users` may be theirs. */
async function ask(nickname: string, users: readonly Record<string, string>[]): Promise<string[]> {
  const id = nickname.toLowerCase().replaceAll(" ", "-");
  await site.sql(
    `insert into chat_join_requests (id, provider_id, provider_user_id, nickname, requested_at)
     values ($1, $2, $3, $4, now())`,
    [`request-of-${id}`, `r-${id}`, `p-${id}`, nickname],
  );
  const ids = users.map((_, index) => `${id}-${index}`);
  for (const [index, user] of users.entries()) {
    const row = { user_id: ids[index] ?? "", nickname, ...user };
    const columns = Object.keys(row);
    await site.sql(
      `insert into users (${columns.join()}) values (${columns.map((_, at) => `$${at + 1}`).join()})`,
      Object.values(row),
    );
  }
  return ids;
}

const decisionOf = async (providerId: string) => {
  const [row] = await site.sql("select decision, user_id from chat_join_requests where provider_id = $1", [providerId]);
  return row;
};

test("[ADMIN-03] each person with what the chat knows, and records with reasons; choosing again takes it back", async () => {
  const { page, problems } = await openPending({ colorScheme: "dark" });
  const marcus = card(page, "Marcus Bell");
  for (const text of ["904-555-0216", "demo-request-1", "demo-chat-user-1"]) {
    await marcus.getByText(text, { exact: true }).first().waitFor();
  }
  await marcus.getByText("Same phone number", { exact: true }).waitFor();
  await card(page, "Beachcomber").getByText("No record in the database is like this person.").waitFor();
  expect(await submit(page).count()).toBe(0);
  const [own, other] = [records(page, "Marcus Bell").nth(0), records(page, "Marcus Bell").nth(1)];
  await own.click();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await other.click();
  expect([await own.getAttribute("aria-pressed"), await other.getAttribute("aria-pressed")]).toEqual(["false", "true"]);
  await records(page, "Tyler H").first().click();
  await page.getByRole("button", { name: "Submit Approvals (2)", exact: true }).waitFor();
  await records(page, "Tyler H").first().click();
  await other.click();
  await submit(page).waitFor({ state: "detached" });
  await own.click();
  // What was chosen outlives a reload.
  await page.reload();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await expectAccessible(page);
  await submit(page).click();
  await page.getByText("1 person is approved.", { exact: true }).waitFor();
  await card(page, "Marcus Bell").waitFor({ state: "detached" });
  expect(await submit(page).count()).toBe(0);
  const [marcusRow] = await site.sql(
    "select status, groupme_user_id from users where email = 'marcus.bell@example.com' and phone = '9045550216'",
  );
  expect(marcusRow).toEqual({ status: "approved", groupme_user_id: "demo-chat-user-1" });
  await eventually(() => page.getByRole("tab").first().getAttribute("aria-description")).toMatch(/^5 waiting/);
  expect(problems).toEqual([]);
});

test("[ADMIN-03] approvals that are refused are said so and lose nothing; a refresh forgets who was answered", async () => {
  await ask("Rival Rita", [{ first_name: "Rita", last_name: "Rival" }]);
  await ask("Patient Paul", [{ first_name: "Paul", last_name: "Patient" }]);
  const { page } = await openPending();
  await records(page, "Rival Rita").first().click();
  await records(page, "Patient Paul").first().click();
  await site.sql(
    "update chat_join_requests set decided_at = now(), decision = 'declined' where nickname = 'Rival Rita'",
  );
  await submit(page).click();
  await page
    .getByText("Failed to submit approvals: Somebody decided about this request already. Please reload the list.")
    .waitFor();
  expect(await submit(page).innerText()).toBe("Submit Approvals (2)");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await page.route(BASE, (route) => route.fulfill({ status: 504, body: "" }));
  await submit(page).click();
  await page.getByText("Failed to submit approvals: Error: 504", { exact: true }).waitFor();
  await page.unroute(BASE);
  await submit(page).click();
  await card(page, "Patient Paul").waitFor({ state: "detached" });
  expect(await decisionOf("r-patient-paul")).toEqual({ decision: "approved", user_id: "patient-paul-0" });
});

test("[ADMIN-03] by keyboard alone: through the list, choose, submit; and the keys can be turned off", async () => {
  await ask("Keyboard Kim", [{ first_name: "Kim" }, { first_name: "Kimberly" }]);
  const { page } = await openPending();
  const focused = () => page.evaluate(() => document.activeElement?.querySelector("h3")?.textContent);
  await page.keyboard.press("s");
  await page.getByText("Please select users to approve", { exact: true }).waitFor();
  await page.keyboard.press("j");
  // The newest request stands first, and this one was made by the database's clock.
  await eventually(focused).toBe("Keyboard Kim");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  expect(await records(page, "Keyboard Kim").nth(1).getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await eventually(focused).not.toBe("Keyboard Kim");
  await page.keyboard.press("k");
  await eventually(focused).toBe("Keyboard Kim");
  await page.keyboard.press("n");
  await eventually(focused).not.toBe("Keyboard Kim");
  await page.keyboard.press("k");
  await page.keyboard.press("Space");
  expect(await records(page, "Keyboard Kim").nth(0).getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("m");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("?");
  await page.getByRole("region", { name: "Keyboard" }).getByText("submit the approvals").waitFor();
  await page.getByLabel("Use these keys").uncheck();
  await card(page, "Keyboard Kim").focus();
  await page.keyboard.press("s");
  await page.getByLabel("Use these keys").check();
  await card(page, "Keyboard Kim").waitFor();
  await card(page, "Keyboard Kim").focus();
  await page.keyboard.press("s");
  await card(page, "Keyboard Kim").waitFor({ state: "detached" });
  expect(await decisionOf("r-keyboard-kim")).toEqual({ decision: "approved", user_id: "keyboard-kim-0" });
});

test("[ADMIN-04] two messages to read and to copy, with an answer of two seconds", async () => {
  const { page } = await site.open({ as: admin, viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] });
  await visit(page, "/admin");
  const beachcomber = card(page, "Beachcomber");
  await beachcomber.waitFor();
  for (const [button, title, words] of [
    ["Copy welcome", "Welcome message", "Hi Beachcomber, welcome to Jax Beach."],
    ["Copy follow-up", "Follow-up message", "Hi Beachcomber, you asked to join the Jax Beach chat"],
  ] as const) {
    await beachcomber.getByText(title, { exact: true }).click();
    await beachcomber.getByText(words).waitFor();
    await beachcomber.getByRole("button", { name: button }).click();
    await beachcomber.getByText("Copied", { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(words);
    // It goes by itself; that it takes two seconds is proved where the button is.
    await beachcomber.getByText("Copied", { exact: true }).waitFor({ state: "detached" });
  }
});

test("[ADMIN-05] a record is edited: only what changed is sent, and nothing typed is lost on the way", async () => {
  await ask("Edith Editor", [{ first_name: "Edith", email: "edith@example.com", zsex: "" }]);
  const { page } = await openPending({ viewport: PHONE });
  const edit = card(page, "Edith Editor").getByRole("button", { name: "Edit Edith" });
  await edit.click();
  const save = dialog(page).getByRole("button", { name: "Save" });
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await dialog(page).getByLabel("First name").press("Enter");
  await dialog(page).getByText("No changes made", { exact: true }).waitFor();
  expect(await dialog(page).getByLabel("Sex").getByRole("option").allInnerTexts()).toEqual([
    "Not specified",
    "Male",
    "Female",
  ]);
  await dialog(page).getByLabel("Sex").selectOption("Female");
  await dialog(page).getByLabel("E-mail").fill("not an address");
  await dialog(page).getByLabel("Last name").fill("X");
  await dialog(page).getByLabel("Last name").fill("");
  await page.reload();
  await eventually(() => dialog(page).getByLabel("E-mail").inputValue()).toBe("not an address");
  await save.click();
  await dialog(page).getByText("Failed to update user: Some of this cannot be used.", { exact: true }).waitFor();
  await dialog(page).getByText("Please enter a valid email address", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSideways(page);
  await page.setViewportSize(PHONE);
  // Closed by a slip, it is all there; given up, nothing is.
  await page.keyboard.press("Escape");
  await card(page, "Edith Editor").getByText("Edits not saved").waitFor();
  await edit.click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await card(page, "Edith Editor").getByText("Edits not saved").waitFor({ state: "detached" });
  await edit.click();
  expect(await dialog(page).getByLabel("E-mail").inputValue()).toBe("edith@example.com");
  await dialog(page).getByLabel("Age", { exact: true }).fill("34");
  await dialog(page).getByLabel("Interested in").fill("yoga, biking");
  await page.route(BASE, (route) => route.fulfill({ status: 200, body: "<h1>Welcome to the hotel</h1>" }), {
    times: 1,
  });
  await save.click();
  await dialog(page).getByText("Failed to update user data", { exact: true }).waitFor();
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("requests"));
  await save.click();
  expect((await sent).postDataJSON()).toEqual({
    type: "editUser",
    userId: "edith-editor-0",
    groupmeId: "r-edith-editor",
    fields: { age: 34, reInterestedInEvents: "yoga, biking" },
  });
  await dialog(page).getByText("The record is saved.", { exact: true }).waitFor();
  await dialog(page).waitFor({ state: "detached" });
  await card(page, "Edith Editor").getByText("yoga, biking").waitFor();
  const [row] = await site.sql("select age, zsex, email from users where user_id = 'edith-editor-0'");
  expect(row).toEqual({ age: 34, zsex: "", email: "edith@example.com" });
});

test("[ADMIN-05] a record that went away meanwhile is said to be gone", async () => {
  await ask("Gone Gus", [{ first_name: "Gus" }]);
  const { page } = await openPending();
  await card(page, "Gone Gus").getByRole("button", { name: "Edit Gus" }).click();
  await dialog(page).getByLabel("Age", { exact: true }).fill("40");
  await site.sql("update users set age = 40 where user_id = 'gone-gus-0'");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("Failed to update user: No changes to save", { exact: true }).waitFor();
  await site.sql("delete from users where user_id = 'gone-gus-0'");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page)
    .getByText(/^Failed to update user: This person is not in the database any more/)
    .waitFor();
  expect(await dialog(page).getByLabel("Age", { exact: true }).inputValue()).toBe("40");
});

test("[ADMIN-06] records become one: conflicts first, another's value, another base, lists united, one call", async () => {
  const [, second = "", third = ""] = await ask("Merry Merger", [
    { first_name: "Merry", email: "merry@example.com", shirtsize: "M", re_interested_in_events: "{yoga}" },
    {
      first_name: "Mary",
      email: "mary@example.com",
      shirtsize: "M",
      referred_by: "Ana",
      re_interested_in_events: "{dance,yoga}",
    },
    { first_name: "Merrick", email: "merrick@example.com" },
  ]);
  const { page, problems } = await openPending({ viewport: PHONE });
  await card(page, "Merry Merger").getByRole("button", { name: "Merge records" }).click();
  const group = (name: string) => dialog(page).getByRole("group", { name, exact: true });
  await group("First name").waitFor();
  // Somebody else, who only has the same nickname.
  await dialog(page)
    .getByRole("checkbox", { name: /: \d\. Merrick$/ })
    .uncheck();
  await dialog(page)
    .getByRole("radio", { name: /^Base.*: \d\. Merry$/ })
    .check();
  const becomes = (name: string) => group(name).getByRole("paragraph").innerText();
  await eventually(() => becomes("First name")).toBe("Becomes Merry");
  await eventually(() =>
    dialog(page)
      .getByRole("group")
      .evaluateAll((rows) => rows.slice(0, 3).map((row) => row.querySelector("legend")?.textContent)),
  ).toEqual(["First name", "E-mail", "Referred by"]);
  await group("E-mail").getByLabel("mary@example.com").check();
  await eventually(() => becomes("E-mail")).toBe("Becomes mary@example.com");
  expect(await becomes("First name")).toBe("Becomes Merry");
  await dialog(page)
    .getByText(/^(yoga, dance|dance, yoga)$/)
    .waitFor();
  // Chosen for this tab: a reload loses nothing.
  await page.reload();
  await eventually(() => becomes("E-mail")).toBe("Becomes mary@example.com");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSideways(page);
  await page.setViewportSize(PHONE);
  // Another base begins anew.
  await dialog(page)
    .getByRole("radio", { name: /^Base.*: \d\. Mary$/ })
    .check();
  await eventually(() => becomes("First name")).toBe("Becomes Mary");
  await group("E-mail").getByLabel("merry@example.com").check();
  await eventually(() => becomes("E-mail")).toBe("Becomes merry@example.com");
  await dialog(page).getByRole("button", { name: "Save merge of 2" }).click();
  await page.getByText("2 records became one. Merry Merger is approved.", { exact: true }).waitFor();
  expect(await decisionOf("r-merry-merger")).toEqual({ decision: "approved", user_id: second });
  const rows = await site.sql(
    "select user_id, first_name, email, referred_by, status from users where nickname = 'Merry Merger' order by user_id",
  );
  expect(rows).toEqual([
    { user_id: second, first_name: "Mary", email: "merry@example.com", referred_by: "Ana", status: "approved" },
    { user_id: third, first_name: "Merrick", email: "merrick@example.com", referred_by: "", status: "applied" },
  ]);
  expect(problems).toEqual([]);
});

test("[ADMIN-06] what is in the way of a merge is said, nothing is half-done, and Cancel resets", async () => {
  const [first = "", second = ""] = await ask("Doubtful Dee", [{ first_name: "Dee" }, { first_name: "Deb" }]);
  const { page } = await openPending({ colorScheme: "dark" });
  const merge = card(page, "Doubtful Dee").getByRole("button", { name: "Merge records" });
  const save = dialog(page).getByRole("button", { name: /^Save merge/ });
  const firstName = dialog(page).getByRole("group", { name: "First name" });
  await card(page, "Tyler H").getByRole("button", { name: "Merge records" }).click();
  await page.getByText("At least two database records are required for merging", { exact: true }).waitFor();
  await merge.click();
  await firstName.waitFor();
  await expectAccessible(page);
  const chosen = firstName.getByRole("radio").nth(1);
  await chosen.check();
  await dialog(page).getByRole("checkbox").first().uncheck();
  await dialog(page).getByText("At least two database records are required for merging", { exact: true }).waitFor();
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await merge.click();
  await eventually(() => firstName.getByRole("radio").nth(0).isChecked()).toBe(true);
  await site.sql(
    "update chat_join_requests set decided_at = now(), decision = 'declined' where provider_id = 'r-doubtful-dee'",
  );
  await save.click();
  await dialog(page)
    .getByText(/^Failed to merge records: Error approving user: 409\. Somebody decided/)
    .waitFor();
  await site.sql(
    "update chat_join_requests set decided_at = null, decision = null where provider_id = 'r-doubtful-dee'",
  );
  await site.sql("delete from users where user_id = $1", [second]);
  await save.click();
  await dialog(page)
    .getByText(/^Failed to merge records: Error updating base record: 404\. One of these records/)
    .waitFor();
  expect(await site.sql("select status from users where user_id = $1", [first])).toEqual([{ status: "applied" }]);
  await page.route("**/api/users/merge", (route) => route.abort(), { times: 1 });
  await save.click();
  await dialog(page)
    .getByText(/^Failed to merge records: The site cannot be reached just now/)
    .waitFor();
});

test("[ADMIN-03] who is in no record gets a new one, and who should not join is declined", async () => {
  const { page } = await openPending({ viewport: PHONE });
  await card(page, "Beachcomber").getByRole("button", { name: "New record" }).click();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Make the record and approve" }).click();
  await page.getByText("1 person is approved.", { exact: true }).waitFor();
  await card(page, "Beachcomber").waitFor({ state: "detached" });
  const made = await site.sql("select first_name, phone, status from users where groupme_user_id = 'demo-chat-user-5'");
  expect(made).toEqual([{ first_name: "Beachcomber", phone: "3055550199", status: "approved" }]);
  await card(page, "Wyatt Ellison").getByRole("button", { name: "Decline" }).click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await card(page, "Wyatt Ellison").getByRole("button", { name: "Decline" }).click();
  await site.sql(
    "update chat_join_requests set decided_at = now(), decision = 'approved' where nickname = 'Wyatt Ellison'",
  );
  await dialog(page).getByRole("button", { name: "Decline the request" }).click();
  await page.getByText(/^Failed to decline the request: Somebody decided/).waitFor();
  await site.sql("update chat_join_requests set decided_at = null, decision = null where nickname = 'Wyatt Ellison'");
  await card(page, "Wyatt Ellison").getByRole("button", { name: "Decline" }).click();
  await dialog(page).getByRole("button", { name: "Decline the request" }).click();
  await page.getByText("The request is declined.", { exact: true }).waitFor();
  expect(await decisionOf("demo-request-6")).toEqual({ decision: "declined", user_id: null });
});

test("[ADMIN-03] a long list comes page by page, and what was chosen far down outlives a reload", async () => {
  await site.sql(
    `insert into chat_join_requests (id, provider_id, provider_user_id, nickname, requested_at)
     select 'bulk-' || n, 'bulk-' || n, 'bulk-person-' || n, 'Bulk ' || n, now() - n * interval '1 day' from generate_series(1, 12) n`,
  );
  await site.sql("insert into users (user_id, nickname, first_name) values ('bulk-user', 'Bulk 12', 'Bo')");
  const { page } = await openPending();
  expect(await card(page, "Bulk 12").count()).toBe(0);
  await page.getByRole("button", { name: "Show more people" }).click();
  await records(page, "Bulk 12").first().click();
  await page.reload();
  await page.getByRole("button", { name: "Submit Approvals (1)", exact: true }).waitFor();
  await site.sql("update chat_join_requests set decided_at = now(), decision = 'declined' where decided_at is null");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("heading", { name: "Nobody waits" }).waitFor();
  expect(await submit(page).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Debug" }).count()).toBe(0);
});
