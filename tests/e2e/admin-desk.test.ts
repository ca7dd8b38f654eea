import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { openApp, personRow } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

async function person(userId: string, first: string, last: string, more: Record<string, string> = {}): Promise<void> {
  const row = { user_id: userId, first_name: first, last_name: last, ...more };
  const names = Object.keys(row);
  await site.sql(
    `insert into users (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
    Object.values(row),
  );
}

test("[ADMIN-08] a filter is saved under a name, used after a reload, and forgotten", async () => {
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&sex=female&search=zebra" });
  await page.getByRole("button", { name: "Save this filter" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this filter" });
  // The dialog stands among the filters, but is not laid out like them.
  expect((await dialog.getByLabel("Name").boundingBox())?.width).toBeGreaterThan(200);
  await dialog.getByRole("button", { name: "Save filter" }).click();
  await dialog.getByText("Give the filter a name.").waitFor();
  await dialog.getByLabel("Name").fill("Zebras");
  await dialog.getByLabel("Name").press("Enter");
  await dialog.waitFor({ state: "detached" });
  await visit(page, "/admin?tab=apps&app=users");
  await page.getByRole("button", { name: "Zebras", exact: true }).click();
  await eventually(() => page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("zebra");
  expect(new URL(page.url()).searchParams.get("sex")).toBe("female");
  await page.getByRole("button", { name: "Forget the filter Zebras" }).click();
  await page.getByRole("button", { name: "Zebras", exact: true }).waitFor({ state: "detached" });
});

test("[ADMIN-08] ten people fit the screen of a phone, and the undo of a deletion is beside its row", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name, email) select 'row-' || lpad(n::text, 3, '0'), 'Rowan' || n, 'Rowley', 'r' || n || '@example.com' from generate_series(1, 40) n",
  );
  const { page } = await openApp(site, "users", { viewport: PHONE, query: "&search=rowley" });
  const row = personRow(page, "Rowan20 Rowley");
  await row.scrollIntoViewIfNeeded();
  const { height = 0 } = (await row.boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(70);
  await row.getByRole("button", { name: "More about Rowan20 Rowley" }).click();
  await row.getByRole("button", { name: "Delete Rowan20 Rowley" }).click();
  await page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await row.waitFor({ state: "detached" });
  const undo = page.getByRole("button", { name: "Undo" });
  const next = personRow(page, "Rowan19 Rowley");
  const between = async () => ((await next.boundingBox())?.y ?? 0) - ((await undo.boundingBox())?.y ?? 0);
  await eventually(between).toBeLessThan(200);
  await undo.click();
  await row.waitFor();
});

test("[ADMIN-08] O7: at 1280 no word of the table is broken, and an icon says on hover and focus what it does", async () => {
  await site.sql(
    "insert into users (user_id, first_name, last_name, email, phone, groupme_user_id, status) values ('wide-1', 'Maximiliana', 'Featherstonehaugh', 'maximiliana.featherstonehaugh@example.com', '9045550199', '98765432109', 'approved')",
  );
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=featherstonehaugh" });
  const row = personRow(page, "Maximiliana Featherstonehaugh");
  await row.waitFor();
  const broken = await row.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      for (const { index, 0: word } of (texts.currentNode.textContent ?? "").matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
      }
    }
    return found;
  });
  expect(broken).toEqual([]);
  await expectNoSideways(page);
  const merge = row.getByRole("button", { name: "Merge Maximiliana Featherstonehaugh" });
  const opacity = () => merge.getByText("Merge", { exact: true }).evaluate((word) => getComputedStyle(word).opacity);
  expect(await opacity()).toBe("0");
  await merge.hover();
  await eventually(opacity).toBe("1");
  await page.mouse.move(0, 0);
  await eventually(opacity).toBe("0");
  await merge.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await eventually(opacity).toBe("1");
});

test("[ADMIN-05] the Role is what the account may do, and cannot be edited; shirt sizes come from the list", async () => {
  const { userId } = await site.signedIn({ email: "boss@example.com", groups: ["Admins"] });
  await site.sql("update users set first_name = 'Bo', last_name = 'Boss', role = 'user' where user_id = $1", [userId]);
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=boss@example.com" });
  await personRow(page, "Bo Boss").getByRole("button", { name: "Edit Bo Boss" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Bo Boss" });
  await dialog.getByText("Role: Organizer.").waitFor();
  await eventually(() => dialog.getByLabel("Role").count()).toBe(0);
  await dialog.getByLabel("Shirt size").selectOption("3XL");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await eventually(() => site.sql("select shirtsize from users where user_id = $1", [userId])).toEqual([
    { shirtsize: "3XL" },
  ]);
});

test("[ADMIN-05] two edits of one person: the second sees what the first wrote, and loses nothing", async () => {
  await person("twice-1", "Tova", "Twice", { nickname: "T", socials: "old" });
  const { page } = await openApp(site, "users", { viewport: DESK, query: "&search=twice" });
  await personRow(page, "Tova Twice").getByRole("button", { name: "Edit Tova Twice" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Tova Twice" });
  await dialog.getByLabel("Nickname").fill("Mine");
  await site.sql("update users set nickname = 'Theirs', socials = 'new' where user_id = 'twice-1'");
  const save = dialog.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await dialog.getByText(/Someone else changed this person while you were editing/).waitFor();
  await dialog.getByText("It says “Theirs” now. Save again to use yours.").waitFor();
  await eventually(() => dialog.getByLabel("Nickname").inputValue()).toBe("Mine");
  await save.click();
  await dialog.waitFor({ state: "detached" });
  expect(await site.sql("select nickname, socials from users where user_id = 'twice-1'")).toEqual([
    { nickname: "Mine", socials: "new" },
  ]);
});

test("[ADMIN-04] an approval keeps the welcome message; a merge beside it can be undone there", async () => {
  for (const [name, records] of [
    ["Wanda Welcome", 1],
    ["Merle Merger", 2],
  ] as const) {
    const id = name.split(" ")[0]?.toLowerCase() ?? "";
    await site.sql(
      "insert into chat_join_requests (id, provider_id, provider_user_id, nickname, requested_at) values ($1, $1, $1, $2, now())",
      [id, name],
    );
    for (let n = 0; n < records; n += 1)
      await person(`${id}-${n}`, name.split(" ")[0] ?? "", name.split(" ")[1] ?? "", { status: "applied" });
  }
  const tab = await site.open({ as: await site.tokenFor(["Admins"]), viewport: DESK });
  await visit(tab.page, "/admin");
  const { page } = tab;
  const card = (name: string) =>
    page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await card("Wanda Welcome")
    .getByRole("button", { name: /Wanda Welcome/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Submit Approvals (1)" }).click();
  const approved = page.getByRole("list", { name: "Approved just now" });
  await approved.getByText("Wanda Welcome", { exact: true }).first().waitFor();
  await card("Wanda Welcome").waitFor({ state: "detached" });
  await approved.getByRole("button", { name: "Copy welcome" }).waitFor();
  await approved.getByRole("button", { name: "Dismiss Wanda Welcome" }).click();
  await approved.waitFor({ state: "detached" });
  await card("Merle Merger").getByRole("button", { name: "Merge records" }).click();
  const merge = page.getByRole("dialog");
  // The preview shows the status that the approval gives.
  await merge.getByRole("definition").filter({ hasText: "Approved" }).waitFor();
  await merge.getByRole("button", { name: "Save merge of 2" }).click();
  await page.getByText("2 records became one. Merle Merger is approved.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await card("Merle Merger").waitFor();
  const mergers = () => site.sql("select 1 from users where last_name = 'Merger'");
  await eventually(mergers).toHaveLength(2);
  // They wait again, so there is nobody to welcome.
  await approved.getByText("Merle Merger").first().waitFor({ state: "detached" });
  expect(await mergers()).toHaveLength(2);
});

test("[SIDE-07] a double click on Delete asks, and after a deletion the log offers no undo of the hiding", async () => {
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-10", title: "Snapped" }));
  await site.sql("update social_events set show_photos = true, img_list = '{beach-1,beach-2}' where id = $1", [id]);
  await site.sql(
    "insert into photo_requests (id, event_id, key, reason, created_at) values ('double', $1, 'beach-1', 'It is me.', now())",
    [id],
  );
  const { page } = await openApp(site, "photos", { viewport: DESK });
  const request = page.getByRole("listitem").filter({ hasText: "It is me." });
  await request.getByRole("button", { name: "Hide" }).click();
  await page.getByText("The photo is hidden.").waitFor();
  let asked = 0;
  page.on("request", (sent) => void (sent.url().endsWith("/photos/double/delete") && (asked += 1)));
  const dialog = page.getByRole("dialog", { name: "Delete this photo for good?" });
  // Wherever the second click falls, the last button of the dialog, “Delete photo”, is there.
  const cover = await page.addStyleTag({ content: "dialog button:last-child { position: fixed; inset: 0 }" });
  await request.getByRole("button", { name: "Delete", exact: true }).dblclick();
  await dialog.waitFor();
  // Requests are told in the order in which they are made.
  await page.evaluate(() => fetch("/healthz"));
  expect(asked).toBe(0);
  await cover.evaluate((element) => (element as Element).remove());
  await dialog.getByRole("button", { name: "Delete photo" }).dblclick();
  await page.getByText("The photo is deleted for good.").waitFor();
  expect(asked).toBe(1);
  await dialog.waitFor({ state: "hidden" });
  await visit(page, `/admin?tab=apps&app=audit&subject=${id}`);
  await page.getByRole("heading", { level: 3 }).nth(1).waitFor();
  await eventually(() => page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
});
