import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";
import { askToJoin, card, decisionOf, dialog, openPending } from "#tests/support/pending-console.ts";

// The smallest phone from the start: tabs that were made small and large again right here were seen to paint no more.
const SMALL = { width: 320, height: 700 };
const BASE = "**/api/pending-join-requests";

let site: BrowserSite;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite();
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

test("[ADMIN-05] a record is edited: only what changed is sent, and nothing typed is lost on the way", async () => {
  await askToJoin(site, "Edith Editor", [{ first_name: "Edith", email: "edith@example.com", zsex: "" }]);
  const { page } = await openPending(site, { as: admin, viewport: SMALL });
  const edit = card(page, "Edith Editor").getByRole("button", { name: "Edit Edith" });
  await edit.click();
  const save = dialog(page).getByRole("button", { name: "Save" });
  await eventually(() => save.getAttribute("aria-disabled")).toBe("true");
  await dialog(page).getByLabel("First name").press("Enter");
  await dialog(page).getByText("No changes made", { exact: true }).waitFor();
  await eventually(() => dialog(page).getByLabel("Sex").getByRole("option").allInnerTexts()).toEqual([
    "Not specified",
    "Male",
    "Female",
  ]);
  await dialog(page).getByLabel("Sex").selectOption("Female");
  await dialog(page).getByLabel("Email").fill("not an address");
  await dialog(page).getByLabel("Last name").fill("X");
  await dialog(page).getByLabel("Last name").fill("");
  await page.reload();
  await eventually(() => dialog(page).getByLabel("Email").inputValue()).toBe("not an address");
  await save.click();
  await dialog(page).getByText("Failed to update user: Please check the marked fields.", { exact: true }).waitFor();
  await dialog(page).getByText("Please enter a valid email address", { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  // Closed by a slip, it is all there; given up, nothing is.
  await page.keyboard.press("Escape");
  await card(page, "Edith Editor").getByText("Edits not saved").waitFor();
  await edit.click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await card(page, "Edith Editor").getByText("Edits not saved").waitFor({ state: "detached" });
  await edit.click();
  await eventually(() => dialog(page).getByLabel("Email").inputValue()).toBe("edith@example.com");
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
    seen: { age: "", reInterestedInEvents: "" },
  });
  await dialog(page).getByText("The record is saved.", { exact: true }).waitFor();
  await dialog(page).waitFor({ state: "detached" });
  await card(page, "Edith Editor").getByText("yoga, biking").waitFor();
  const [row] = await site.sql("select age, zsex, email from users where user_id = 'edith-editor-0'");
  expect(row).toEqual({ age: 34, zsex: "", email: "edith@example.com" });
});

test("[ADMIN-05] a record that went away meanwhile is said to be gone", async () => {
  await askToJoin(site, "Gone Gus", [{ first_name: "Gus" }]);
  const { page } = await openPending(site, { as: admin });
  await card(page, "Gone Gus").getByRole("button", { name: "Edit Gus" }).click();
  await dialog(page).getByLabel("Age", { exact: true }).fill("40");
  await site.sql("update users set age = 40 where user_id = 'gone-gus-0'");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("Failed to update user: No changes to save", { exact: true }).waitFor();
  await site.sql("delete from users where user_id = 'gone-gus-0'");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page)
    .getByText(/^Failed to update user: This person is not in the database anymore/)
    .waitFor();
  await eventually(() => dialog(page).getByLabel("Age", { exact: true }).inputValue()).toBe("40");
});

test("[ADMIN-06] records become one: conflicts first, another's value, another base, lists united, one call", async () => {
  const [, second = "", third = ""] = await askToJoin(site, "Merry Merger", [
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
  const { page, problems } = await openPending(site, { as: admin, viewport: SMALL });
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
  ).toEqual(["First name", "Email", "Referred by"]);
  await group("Email").getByLabel("mary@example.com").check();
  await eventually(() => becomes("Email")).toBe("Becomes mary@example.com");
  expect(await becomes("First name")).toBe("Becomes Merry");
  await dialog(page)
    .getByText(/^(yoga, dance|dance, yoga)$/)
    .waitFor();
  // Chosen for this tab: a reload loses nothing.
  await page.reload();
  await eventually(() => becomes("Email")).toBe("Becomes mary@example.com");
  await expectAccessible(page);
  await expectNoSideways(page);
  // Another base begins anew.
  await dialog(page)
    .getByRole("radio", { name: /^Base.*: \d\. Mary$/ })
    .check();
  await eventually(() => becomes("First name")).toBe("Becomes Mary");
  await group("Email").getByLabel("merry@example.com").check();
  await eventually(() => becomes("Email")).toBe("Becomes merry@example.com");
  await dialog(page).getByRole("button", { name: "Save merge of 2" }).click();
  await page.getByText("2 records became one. Merry Merger is approved.", { exact: true }).waitFor();
  expect(await decisionOf(site, "r-merry-merger")).toEqual({ decision: "approved", user_id: second });
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
  const [first = "", second = ""] = await askToJoin(site, "Doubtful Dee", [
    { first_name: "Dee" },
    { first_name: "Deb" },
  ]);
  const { page } = await openPending(site, { as: admin, colorScheme: "dark" });
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
  await eventually(() => save.getAttribute("aria-disabled")).toBe("true");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await merge.click();
  await eventually(() => firstName.getByRole("radio").nth(0).isChecked()).toBe(true);
  await site.sql(
    "update chat_join_requests set decided_at = now(), decision = 'declined' where provider_id = 'r-doubtful-dee'",
  );
  await save.click();
  await dialog(page)
    .getByText(/^Failed to merge records: Error approving user: 409\. The request of Doubtful Dee was decided/)
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
    .getByText(/^Failed to merge records: The site cannot be reached right now/)
    .waitFor();
});

test("[ADMIN-08, X1] a deletion that the server refuses says so with its status", async () => {
  await askToJoin(site, "Vera Vale", [{ first_name: "Vera", last_name: "Vale", email: "vera@example.com" }]);
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=vale" });
  await page.getByRole("button", { name: "Delete Vera Vale" }).click();
  await site.sql("delete from users where email = 'vera@example.com'");
  await dialog(page).getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
  await dialog(page)
    .getByText(/^Failed to delete user \(404\)/)
    .waitFor();
  await eventually(() => dialog(page).getByRole("button", { name: "Delete", exact: true }).isEnabled()).toBe(true);
});
