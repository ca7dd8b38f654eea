import { afterAll, beforeAll, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, expectFocusIn, startBrowserSite } from "#tests/support/browser-site.ts";
import { expectPeople, openApp, personRow } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
  await site.sql(
    "insert into users (user_id, first_name, last_name, email, date_added) values ('page-1', 'Odette', 'Quimby', 'odette@example.com', '2026-11-21T14:00:00Z')",
    [],
  );
});
afterAll(() => site.close());

test.each([
  ["desk", DESK],
  ["phone", PHONE],
] as const)(
  "[DESK-03] on a %s a name opens the person's page: notes and tags are added, removed, and come back; Back leads to the list",
  async (name, viewport) => {
    const { page } = await openApp(site, "users", { viewport });
    await page.getByRole("searchbox", { name: "Search" }).fill("quimby");
    // The address holds the search before the page is left.
    await eventually(() => new URL(page.url()).searchParams.get("search")).toBe("quimby");
    // A row that the search replaces takes the press with it.
    await expectPeople(page, 1);
    await personRow(page, "Odette Quimby").getByRole("link", { name: "Odette Quimby", exact: true }).click();
    await page.getByRole("heading", { name: "Odette Quimby", exact: true }).waitFor();
    await eventually(() => page.title()).toMatch(/^Odette Quimby — Admin console/);
    const part = (title: string) => page.getByRole("region", { name: title, exact: true });
    for (const title of ["Details", "Membership and payments", "Events", "Messages", "Mails", "History"])
      await part(title).waitFor();
    await part("Details").getByText("odette@example.com").waitFor();

    const notes = part("Notes");
    await notes.getByRole("button", { name: "Add note" }).click();
    await notes.getByText("Write a note first.").waitFor();
    await notes.getByLabel("New note").fill(`Brings the net on a ${name}.`);
    await notes.getByRole("button", { name: "Add note" }).click();
    const note = notes.getByText(`Brings the net on a ${name}.`, { exact: true });
    await note.waitFor();
    await eventually(() => notes.getByLabel("New note").inputValue()).toBe("");
    // What was typed is there again after a look elsewhere.
    await notes.getByLabel("New note").fill("Half a thought");
    await page.getByRole("tab", { name: "Account" }).click();
    await page.getByRole("heading", { name: "Odette Quimby", exact: true }).waitFor({ state: "detached" });
    await page.goBack();
    await eventually(() => notes.getByLabel("New note").inputValue()).toBe("Half a thought");
    await notes.getByLabel("New note").fill("");
    await notes.getByRole("button", { name: `Delete note “Brings the net on a ${name}.”` }).click();
    await notes.getByText("The note is deleted.").waitFor();
    await note.waitFor({ state: "detached" });
    await notes.getByRole("button", { name: "Undo" }).click();
    await note.waitFor();

    const tags = part("Tags");
    await tags.getByRole("combobox", { name: "Tag" }).fill(`Crew ${name}`);
    await tags.getByRole("combobox", { name: "Tag" }).press("Enter");
    await tags.getByText(`1 person tagged “crew ${name}”.`).waitFor();
    await tags.getByRole("button", { name: `Remove the tag crew ${name}` }).click();
    await tags.getByText(`The tag “crew ${name}” is removed from 1 person.`).waitFor();
    await expectFocusIn(tags);
    await tags.getByRole("button", { name: "Undo" }).click();
    await tags.getByRole("button", { name: `Remove the tag crew ${name}` }).waitFor();
    await part("History").getByText(`added a note about Odette Quimby`).first().waitFor();
    // The last change is read: a list that loads again is dimmed.
    const newest = part("History").getByRole("listitem").first();
    await eventually(() => newest.innerText()).toContain("undid “Removed a tag from people”");
    await expectAccessible(page);
    await expectNoSideways(page);

    await page.reload();
    await note.waitFor();
    await page.getByRole("link", { name: "Back to people" }).click();
    await personRow(page, "Odette Quimby").waitFor();
    await eventually(() => page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("quimby");
    await eventually(() => page.title()).toMatch(/^User Manager — Admin console/);
  },
);

test("[DESK-03] [ADMIN-08] who was merged into another on their page leads there, and an undo brings the page back", async () => {
  for (const [id, first] of [
    ["merge-1", "Quentin"],
    ["merge-2", "Quinten"],
  ])
    await site.sql("insert into users (user_id, first_name, last_name) values ($1, $2, 'Quayle')", [id, first]);
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&person=merge-1" });
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  const target = page.getByRole("dialog", { name: "Merge Quentin Quayle into …" });
  await target.getByRole("searchbox", { name: "Who is it?" }).fill("quinten");
  await target.getByRole("button", { name: /Quinten Quayle/ }).click();
  const merge = page.getByRole("dialog", { name: "Merge people" });
  await merge.getByRole("button", { name: "Save merge of 2" }).click();
  await merge.getByRole("button", { name: "Yes, merge" }).click();
  await page.getByRole("heading", { name: /^This record is part of Quin\w+ Quayle now$/ }).waitFor();
  const open = page.getByRole("link", { name: /^Open Quin\w+ Quayle$/ });
  await eventually(() => open.getAttribute("href")).toContain("person=merge-2");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Quentin Quayle", exact: true }).waitFor();
});
