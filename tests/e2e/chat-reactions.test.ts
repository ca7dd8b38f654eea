import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { chatLog, enterChat, twoMembers } from "#tests/support/chat-page.ts";
import {
  type BrowserSite,
  eventually,
  expectFocusIn,
  startBrowserSite,
  stopTransitions,
} from "#tests/support/browser-site.ts";

let site: BrowserSite;
let member: string;
let other: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [member, other] = await twoMembers(site, ["Rae", "Tom"]);
});
afterAll(() => site.close());

test("[DESK-09] on a phone, people react to a message, see who, live, and take it back; by keyboard too", async () => {
  const a = await site.open({ as: member, viewport: PHONE });
  const b = await site.open({ as: other, viewport: PHONE, colorScheme: "dark" });
  await Promise.all([enterChat(a.page), enterChat(b.page)]);
  await a.page.getByRole("textbox", { name: /^Message to/ }).fill("Bonfire at eight");
  await a.page.getByRole("textbox", { name: /^Message to/ }).press("Enter");
  await chatLog(b.page)
    .getByRole("button", { name: /^Options for the message “Bonfire at eight” from Rae Reef/ })
    .click();
  const picker = chatLog(b.page).getByRole("group", { name: "React" });
  await picker.getByRole("button").first().waitFor();
  await stopTransitions(b.page);
  await expectAccessible(b.page);
  await expectNoSideways(b.page);
  await picker.getByRole("button", { name: "React with party" }).click();

  const chip = (page: Page, names: string) =>
    chatLog(page).getByRole("button", { name: `party: ${names}`, exact: true });
  await chip(b.page, "You").waitFor();
  // Live, without a reload.
  await chip(a.page, "Tom Reef").focus();
  await chatLog(a.page).getByText("Tom Reef", { exact: true }).last().waitFor();
  await a.page.keyboard.press("Enter");
  await chip(a.page, "You and Tom Reef").waitFor();
  await chip(b.page, "You and Rae Reef").click();
  await chip(b.page, "Rae Reef").waitFor();
  await stopTransitions(a.page);
  await expectAccessible(a.page);
  await expectNoSideways(a.page);
  await chip(a.page, "You").click();
  await eventually(() =>
    chatLog(a.page)
      .getByRole("button", { name: /^party:/ })
      .count(),
  ).toBe(0);
  await eventually(() =>
    chatLog(b.page)
      .getByRole("button", { name: /^party:/ })
      .count(),
  ).toBe(0);

  const options = chatLog(a.page).getByRole("button", { name: "Options for your message “Bonfire at eight”" });
  const ownPicker = chatLog(a.page).getByRole("group", { name: "React" });
  await options.press("Enter");
  await ownPicker.getByRole("button", { name: "React with party" }).press("Enter");
  await chip(a.page, "You").waitFor();
  await expectFocusIn(options);
  await options.press("Enter");
  await ownPicker.getByRole("button", { name: "React with party" }).press("Escape");
  await ownPicker.waitFor({ state: "hidden" });
  await expectFocusIn(options);
  expect([a.problems, b.problems]).toEqual([[], []]);
});
