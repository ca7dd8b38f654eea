import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { chatLog, enterChat } from "#tests/support/chat-page.ts";
import {
  type BrowserSite,
  eventually,
  expectFocusIn,
  startBrowserSite,
  stopTransitions,
  visit,
} from "#tests/support/browser-site.ts";

let site: BrowserSite;
let morgan: string;
let avery: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [morgan, avery] = await Promise.all([
    site.tokenFor(["Members"], { email: "member@example.com" }),
    site.tokenFor(["Admins"], { email: "admin@example.com" }),
  ]);
});
afterAll(() => site.close());

const card = (page: Page, name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message to/ }).fill(text);
  await page.getByRole("textbox", { name: /^Message to/ }).press("Enter");
  await chatLog(page).getByText(text).waitFor();
}

test("[DESK-09] on a phone: one's own message is edited and deleted, and others see it at once", async () => {
  const [a, b] = await Promise.all([site.open({ as: morgan, viewport: PHONE }), site.open({ as: avery })]);
  await Promise.all([enterChat(a.page, "volleyball"), enterChat(b.page, "volleyball")]);
  await write(a.page, "Net is up at fife");
  await chatLog(b.page).getByText("Net is up at fife").waitFor();
  // Nobody changes what others wrote.
  await eventually(() =>
    chatLog(b.page)
      .getByRole("button", { name: /^Options for your message “Net is up at fife/ })
      .count(),
  ).toBe(0);

  await chatLog(a.page).getByRole("button", { name: "Options for your message “Net is up at fife”" }).click();
  await stopTransitions(a.page);
  await expectNoSideways(a.page);
  await chatLog(a.page).getByRole("button", { name: "Edit", exact: true }).click();
  const editing = a.page.getByRole("dialog", { name: "Edit message" });
  await expectFocusIn(editing.getByLabel("Message"));
  await a.page.keyboard.type("!");
  await a.page.keyboard.press("Escape");
  const question = editing.getByText("What you entered is not saved yet.");
  await question.waitFor();
  await a.page.keyboard.press("Enter");
  await expectFocusIn(editing.getByLabel("Message"));
  await eventually(() => editing.getByLabel("Message").inputValue()).toBe("Net is up at fife!");
  // However often: Chromium itself lets a page refuse only the first few.
  for (let escape = 0; escape < 4; escape += 1) {
    await a.page.keyboard.press("Escape");
    await question.waitFor();
    await a.page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await expectFocusIn(editing.getByLabel("Message"));
  }
  await editing.getByRole("button", { name: "Close" }).press("Enter");
  await editing.getByRole("button", { name: "Keep going" }).press("Enter");
  await expectFocusIn(editing.getByLabel("Message"));
  await eventually(() => editing.getByLabel("Message").inputValue()).toBe("Net is up at fife!");
  await editing.getByLabel("Message").fill("");
  await editing.getByRole("button", { name: "Save message" }).click();
  await editing.getByText("Please write something first.").waitFor();
  await expectAccessible(a.page);
  await editing.getByLabel("Message").fill("Net is up at five");
  await editing.getByRole("button", { name: "Save message" }).click();
  await chatLog(b.page).getByText("Net is up at five Edited").waitFor();
  await expectFocusIn(chatLog(a.page));

  await chatLog(a.page).getByRole("button", { name: "Options for your message “Net is up at five”" }).click();
  await chatLog(a.page).getByRole("button", { name: "Delete", exact: true }).click();
  // Keys do nothing in a dialog that just opened.
  await a.page.keyboard.press("Enter");
  await a.page.getByRole("dialog").getByRole("button", { name: "Delete message" }).click();
  await chatLog(b.page).getByText("Message deleted").waitFor();
  await chatLog(a.page).getByText("Message deleted").waitFor();
  await expectFocusIn(chatLog(a.page));
  await eventually(() => chatLog(b.page).getByText("Net is up at five").count()).toBe(0);
  expect(a.problems).toEqual([]);
});

test("[DESK-09, CHAT-01] the list counts what is new, shows what was said last, and puts the newest first", async () => {
  const [a, b] = await Promise.all([site.open({ as: morgan, viewport: PHONE }), site.open({ as: avery })]);
  await enterChat(a.page, "dance");
  await enterChat(b.page, "dance");
  await write(b.page, "Who has the speaker?");
  await chatLog(a.page).getByText("Who has the speaker?").waitFor();
  await visit(a.page, "/chats");
  await card(a.page, "Dance").getByText("Who has the speaker?").waitFor();
  await eventually(() => card(a.page, "Dance").getByText(/new$/).count()).toBe(0);

  await write(b.page, "And the rug?");
  await visit(a.page, "/chats");
  await card(a.page, "Dance").getByText("1 new", { exact: true }).waitFor();
  await eventually(() => a.page.getByRole("main").getByRole("listitem").first().innerText()).toContain("And the rug?");
  await stopTransitions(a.page);
  await expectAccessible(a.page);
  await expectNoSideways(a.page);
  const noted = a.page.waitForResponse((response) => (response.request().postData() ?? "").includes("markChatRead"));
  await a.page.getByRole("link", { name: "View Chat: Dance, 1 new" }).click();
  await chatLog(a.page).getByText("And the rug?").waitFor();
  await noted;
  await visit(a.page, "/chats");
  await a.page.getByRole("link", { name: "View Chat: Dance", exact: true }).waitFor();
});
