import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let member: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"], { email: "mentions@example.com" });
  const { userId } = await site.signedIn({
    email: "zora@example.com",
    user: { firstName: "Zora", lastName: "Quill", nickname: "" },
  });
  await site.sql(
    `insert into chat_members (chat_id, member_id, user_id, name, joined_at)
      select id, $1, $1, 'Zora Quill', now() from chats where id = 'volleyball'`,
    [userId],
  );
});
afterAll(() => site.close());

const field = (page: Page) => page.getByRole("textbox", { name: /^Message to/ });
const names = (page: Page) => page.getByRole("listbox", { name: "People" });

test("[DAY-08, CHAT-06] names are suggested behind an @: by keyboard, by touch, and never in the way of a message", async () => {
  const { page, problems } = await site.open({ as: member, viewport: PHONE });
  await visit(page, "/chats/volleyball");
  await field(page).pressSequentially("Hi @Zora");
  await names(page).getByRole("option", { name: "Zora Quill" }).waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  await field(page).press("Enter");
  await eventually(() => field(page).inputValue()).toBe("Hi @Zora Quill ");
  await names(page).waitFor({ state: "detached" });

  await field(page).fill("");
  await field(page).pressSequentially("@zor");
  await names(page).getByRole("option", { name: "Zora Quill" }).click();
  await eventually(() => field(page).inputValue()).toBe("@Zora Quill ");

  // Escape closes the list, and Enter then sends.
  await field(page).fill("");
  await field(page).pressSequentially("@zo");
  await names(page).waitFor();
  await field(page).press("Escape");
  await names(page).waitFor({ state: "detached" });
  await field(page).press("Enter");
  await page.getByRole("log").getByText("@zo", { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test("[DAY-08, CHAT-06] Enter right behind a letter takes the name, and the list goes", async () => {
  const { page } = await site.open({ as: member, viewport: PHONE });
  await visit(page, "/chats/volleyball");
  await field(page).pressSequentially("Hi @Zora Q");
  await names(page).waitFor();
  // A caret that moved just now: the field tells of it together with the key.
  await field(page).evaluate((element: HTMLTextAreaElement) => {
    element.setSelectionRange(8, 8);
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await eventually(() => field(page).inputValue()).toBe("Hi @Zora Quill ");
  await names(page).waitFor({ state: "detached" });
});
