import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectPeople, openApp, personRow } from "#tests/support/console.ts";
import { readTable } from "#tests/support/csv.ts";
import { ADMIN, signedInTab } from "#tests/support/sign-in-screen.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const EVER = "&daysBack=36500";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** Somebody whom only one test knows, added an hour ago unless it says when. */
async function person(userId: string, fields: Record<string, string> = {}) {
  const all = { user_id: userId, date_added: "2026-11-21T14:00:00Z", ...fields };
  const names = Object.keys(all);
  await site.sql(
    `insert into users (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
    Object.values(all),
  );
}

test("[ADMIN-08] a list that does not load says 'Failed to fetch users' with the server's sentence, and comes on a second try", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK });
  await page.route(
    "**/api/users?*",
    (route) => route.fulfill({ status: 503, json: { message: "Away for a minute." } }),
    {
      times: 1,
    },
  );
  await page.reload();
  await page.getByRole("heading", { name: "Failed to fetch users" }).waitFor();
  await page.getByText("Away for a minute.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Failed to fetch users" }).waitFor({ state: "detached" });
  await eventually(() => page.getByText("Away for a minute.").count()).toBe(0);
});

test("[ADMIN-08] people are found by filters that the address keeps, and edited; what goes wrong is said", async () => {
  await person("edit-1", { first_name: "Odette", last_name: "Quimby", zsex: "female", date_added: "2025-01-01" });
  const { page } = await openApp(site, "users", { viewport: DESK });
  await page.getByRole("searchbox", { name: "Search" }).fill("quimby");
  const row = personRow(page, "Odette Quimby");
  // A search covers everybody, until a period is chosen.
  await row.waitFor();
  await page.getByLabel("Added").selectOption("7");
  await page.getByText("No users found matching the current filters").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Search everyone for “quimby”" }).click();
  await row.waitFor();
  await page.getByRole("button", { name: "Male", exact: true }).click();
  await row.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Female", exact: true }).click();
  await row.waitFor();
  await page.reload();
  await row.waitFor();
  await page.getByRole("button", { name: "Female", exact: true, pressed: true }).waitFor();
  await eventually(() => page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("quimby");

  await row.getByRole("button", { name: "Edit Odette Quimby" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Odette Quimby" });
  const save = dialog.getByRole("button", { name: "Save" });
  await dialog.getByLabel("Nickname").press("Enter");
  await dialog.getByText("No changes to save").waitFor();
  await dialog.getByLabel("Nickname").fill("Dette");
  await page.route("**/api/pending-join-requests", (route) => route.abort(), { times: 1 });
  await save.click();
  await dialog.getByText(/^Error: /).waitFor();
  // A phone that is none: the server says so.
  await dialog.getByLabel("Phone", { exact: true }).fill("12");
  await save.click();
  await dialog.getByText(/^Failed to update user \(422\)/).waitFor();
  await dialog.getByText("A phone number has 7 to 15 digits.").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Phone", { exact: true }).fill("9045550666");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await save.click();
  expect((await sent).postDataJSON()).toMatchObject({ fields: { nickname: "Dette", phone: "9045550666" } });
  await page.getByText("The record is saved.").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await row.getByText("“Dette”").waitFor();
  await site.sql("update users set user_id = 'edit-2' where user_id = 'edit-1'");
  await row.getByRole("button", { name: "Edit Odette Quimby" }).click();
  await dialog.getByLabel("Nickname").fill("Odd");
  await save.click();
  await dialog.getByText(/^Failed to update user \(404\)/).waitFor();
});

test("[ADMIN-08, ADMIN-12] on a phone somebody is deleted with the word DELETE, and brought back; two become one, and two again", async () => {
  await person("del-1", { first_name: "Percival", last_name: "Moss", email: "moss@example.com", phone: "9045550701" });
  await person("del-2", { first_name: "Percy", last_name: "Moss", email: "percy@example.com", phone: "9045550701" });
  const { page, problems } = await openApp(site, "users", {
    viewport: PHONE,
    colorScheme: "dark",
    query: "&search=moss",
  });
  const row = personRow(page, "Percival Moss");
  await row.waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await row.getByRole("button", { name: "More about Percival Moss" }).click();
  await expectAccessible(page);
  await row.getByRole("button", { name: "Delete Percival Moss" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type DELETE to confirm").fill("delete");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByText("Please type DELETE to confirm").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await page.route("**/api/pending-join-requests", (route) => route.abort(), { times: 1 });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByText(/^Error: /).waitFor();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByText("1 record is deleted.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });
  expect(await site.sql("select 1 from users where user_id = 'del-1'")).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
  // Also where the list, read again, has moved it.
  await page.getByText("1 record is back.").waitFor();

  await row.getByRole("button", { name: "More about Percival Moss" }).click();
  await row.getByRole("button", { name: "Merge Percival Moss" }).click();
  const target = page.getByRole("dialog", { name: "Merge Percival Moss into …" });
  await target.getByText("Nobody else has this name.").waitFor();
  await target.getByRole("searchbox", { name: "Who is it?" }).fill("percy");
  await target.getByRole("button", { name: /Percy Moss/ }).click();
  const merge = page.getByRole("dialog", { name: "Merge people" });
  await merge
    .getByRole("group", { name: "Email" })
    .getByRole("radio", { name: /moss@example.com/ })
    .check();
  await merge.getByRole("button", { name: "Save merge of 2" }).click();
  await merge.getByText(/^Merge Percival Moss into Percy Moss\?/).waitFor();
  await expectAccessible(page);
  await merge.getByRole("button", { name: "Yes, merge" }).click();
  await page.getByText("2 records became one.").waitFor();
  await row.waitFor({ state: "detached" });
  expect(await site.sql("select email from users where last_name = 'Moss'")).toEqual([{ email: "moss@example.com" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
  expect(await site.sql("select email from users where last_name = 'Moss' order by 1")).toHaveLength(2);
  expect(problems).toEqual([]);
});

test("[ADMIN-08] a merge with somebody who is gone says so, and nothing is merged", async () => {
  await person("gone-1", { first_name: "Wilma", last_name: "Reed" });
  await person("gone-2", { first_name: "Willa", last_name: "Reed" });
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=reed" });
  for (const name of ["Wilma Reed", "Willa Reed"]) await page.getByLabel(`Choose ${name}`).check();
  await page.getByRole("button", { name: "Merge chosen" }).click();
  const merge = page.getByRole("dialog", { name: "Merge people" });
  await merge.getByRole("heading", { name: "They say different things" }).waitFor();
  await site.sql("delete from users where user_id = 'gone-2'");
  await merge.getByRole("button", { name: "Save merge of 2" }).click();
  await merge.getByRole("button", { name: "Yes, merge" }).click();
  await merge.getByText(/^Failed to merge users: /).waitFor();
  expect(await site.sql("select first_name from users where last_name = 'Reed'")).toEqual([{ first_name: "Wilma" }]);
});

test("[ADMIN-08] a table of people is looked at row by row, brought in, undone; chosen people are taken away", async () => {
  await person("known-1", { first_name: "Hazel", last_name: "Knox", email: "hazel@example.com" });
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=knox" });
  await page.getByRole("button", { name: "Import people" }).click();
  const dialog = page.getByRole("dialog", { name: "Import people" });
  await dialog.getByRole("button", { name: "Show what would happen" }).click();
  await dialog.getByText("Choose a file, or paste the table.").waitFor();
  await dialog
    .getByLabel("Or paste it here")
    .fill("Name,Email,Shirt size\nIvo Knox,ivo@example.com,M\nHazel,hazel@example.com,L\nNobody,none,\n");
  await dialog.getByRole("button", { name: "Show what would happen" }).click();
  await dialog.getByText("1 new, 1 known who get what they do not have, 1 refused").waitFor();
  await dialog.getByText("Is Hazel Knox: Same email address. Gets shirt size.").waitFor();
  await dialog.getByText("Email: Please enter a valid email address").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 2" }).click();
  await page.getByText("1 record is new, 1 got what it did not have.").waitFor();
  await personRow(page, "Ivo Knox").waitFor();
  await page.getByLabel("Choose Ivo Knox").check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export chosen" }).click();
  const rows = readTable(new Uint8Array(await readFile(await (await download).path())));
  expect(rows.map((one) => [one["First name"], one["Last name"], one["Email"]])).toEqual([
    ["Ivo", "Knox", "ivo@example.com"],
  ]);
  await page.getByText("Saved as people.csv.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^1 new record is gone again/).waitFor();
  await personRow(page, "Ivo Knox").waitFor({ state: "detached" });
  expect(await site.sql("select shirtsize from users where user_id = 'known-1'")).toEqual([{ shirtsize: "" }]);
});

test("[DESK-07] O9: an organizer says what unknown columns are, and the next table with these headings is read so", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=kessel" });
  const dialog = page.getByRole("dialog", { name: "Import people" });
  const look = async (name: string) => {
    await page.getByRole("button", { name: "Import people" }).click();
    await dialog.getByLabel("Or paste it here").fill(`Vorname,Post\n${name} Kessel,${name}@example.com\n`);
    await dialog.getByRole("button", { name: "Show what would happen" }).click();
  };
  await look("Ida");
  await dialog.getByText("0 of 2 columns will be imported. Not imported: Vorname, Post").waitFor();
  await eventually(() => dialog.getByRole("button", { name: /^Import \d/ }).count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByLabel("The column “Vorname” is").selectOption("Whole name");
  await dialog.getByText("1 of 2 columns will be imported. Not imported: Post").waitFor();
  await dialog.getByLabel("The column “Post” is").selectOption("Email");
  await dialog.getByText("Ida Kessel · ida@example.com").waitFor();
  await dialog.getByRole("button", { name: "Import 1" }).click();
  await page.getByText("1 record is new.").waitFor();
  await look("Jon");
  await dialog.getByText("2 of 2 columns will be imported").waitFor();
  await dialog.getByText("Jon Kessel · jon@example.com").waitFor();
  await dialog.getByRole("button", { name: "Import 1" }).click();
  await personRow(page, "Jon Kessel").waitFor();
});

test("[ADMIN-08] a long list goes on page after page, the newest first, and keeps its place through a change", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name) select 'long-' || lpad(n::text, 4, '0'), 'Lena' || n, 'Longfellow' from generate_series(1, 120) n",
  );
  const { page } = await openApp(site, "users", { viewport: DESK, query: `&search=longfellow${EVER}` });
  await expectPeople(page, 50);
  await eventually(() => page.getByRole("rowheader").first().innerText()).toBe("Lena120 Longfellow");
  await page.getByRole("button", { name: "Show more" }).click();
  await expectPeople(page, 100);
  await page.getByRole("button", { name: "Edit Lena30 Longfellow" }).click();
  await page.getByLabel("Nickname").fill("Leni");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await personRow(page, "Lena30 Longfellow").getByText("“Leni”").waitFor();
  await expectPeople(page, 100);
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText("120 people in all").waitFor();
  await eventually(() => page.getByRole("button", { name: "Show more" }).count()).toBe(0);
});

test("[ADMIN-09] what GET A/users answered is kept for twelve hours, and not beyond a change of one's own", async () => {
  await person("cache-1", { first_name: "Casper", last_name: "Vane" });
  await person("cache-2", { first_name: "Cassie", last_name: "Vane" });
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=vane" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/pending-join-requests/users?")) asked.push(new URL(request.url()).search);
  });
  const look = async (finds: string) => {
    await page.getByRole("button", { name: "Merge Casper Vane" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("searchbox").fill("vane");
    await dialog.getByRole("button", { name: new RegExp(finds) }).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    return asked.filter((query) => query.includes("vane")).length;
  };
  expect(await look("Cassie Vane")).toBe(1);
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toMatchObject({ page: "1", limit: "10" });
  await page.reload();
  expect(await look("Cassie Vane")).toBe(1);
  await page.getByRole("button", { name: "Edit Cassie Vane" }).click();
  await page.getByLabel("First name").fill("Cassandra");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await look("Cassandra Vane")).toBe(2);
  const age = (milliseconds: number) =>
    page.evaluate((by) => {
      const kept = JSON.parse(sessionStorage.getItem("member:admin-users") ?? "{}") as Record<string, { at: number }>;
      for (const one of Object.values(kept)) one.at -= by;
      sessionStorage.setItem("member:admin-users", JSON.stringify(kept));
    }, milliseconds);
  await age(43_200_000 - 15 * 60_000);
  expect(await look("Cassandra Vane")).toBe(2);
  await age(15 * 60_000);
  expect(await look("Cassandra Vane")).toBe(3);
  // With the session it goes.
  await visit(page, "/logout");
  await eventually(() => page.evaluate(() => sessionStorage.getItem("member:admin-users"))).toBeNull();
});

test("[SAFE-05, ADMIN-08] another person's email asks an organizer who they are, and the edit goes on by itself", async () => {
  await person("proof-1", { first_name: "Odile", last_name: "Quarrel", email: "odile@example.com" });
  const { page } = await signedInTab(site, { email: ADMIN, viewport: DESK });
  await site.sql("update sessions set proved_at = proved_at - interval '11 minutes'");
  await visit(page, "/admin?tab=apps&app=users");
  await page.getByRole("button", { name: "Edit Odile Quarrel" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Odile Quarrel" });
  await edit.getByLabel("Email").fill("quarrel@example.com");
  await edit.getByRole("button", { name: "Save" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it’s you" });
  await proof.getByLabel("Password").fill(DEMO_PASSWORD);
  await expectAccessible(page);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await edit.waitFor({ state: "detached" });
  expect(await site.sql("select 1 from users where email = 'quarrel@example.com'")).toHaveLength(1);
});
