import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { chatLog, enterChat, twoMembers } from "#tests/support/chat-page.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions } from "#tests/support/browser-site.ts";
import { makeJpeg } from "#tests/support/pictures.ts";

let site: BrowserSite;
let member: string;
let other: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [member, other] = await twoMembers(site, ["Pia", "Tom"]);
});
afterAll(() => site.close());

test("[DESK-09] on a phone, a picture is sent with what it shows; others see it, large too, until it is deleted", async () => {
  const a = await site.open({ as: member, viewport: PHONE });
  const b = await site.open({ as: other, viewport: PHONE, colorScheme: "dark" });
  await Promise.all([enterChat(a.page), enterChat(b.page)]);
  const attach = a.page.getByLabel("Add a picture");
  // What does not get through stays, with what to do.
  await attach.setInputFiles({
    name: "no.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("no picture at all".repeat(9)),
  });
  await a.page.getByText(/^This is neither a picture/).waitFor();
  await a.page.getByRole("button", { name: "Remove picture" }).click();
  await attach.setInputFiles({ name: "net.jpg", mimeType: "image/jpeg", buffer: await makeJpeg() });
  await a.page.getByLabel("Describe the picture (optional)").fill("The net at dusk");
  await stopTransitions(a.page);
  await expectAccessible(a.page);
  await expectNoSideways(a.page);
  await a.page.getByRole("button", { name: "Send" }).click();
  const shown = (page: Page) => chatLog(page).getByRole("button", { name: "The net at dusk" });
  await shown(b.page).click();
  await b.page.getByRole("dialog", { name: "Picture from Pia Reef" }).waitFor();
  await stopTransitions(b.page);
  await expectAccessible(b.page);
  await b.page.keyboard.press("Escape");
  await expectNoSideways(b.page);

  await chatLog(a.page).getByRole("button", { name: "Options for your message “Picture”" }).click();
  await chatLog(a.page).getByRole("button", { name: "Delete", exact: true }).click();
  await a.page.getByRole("dialog").getByRole("button", { name: "Delete message" }).click();
  await eventually(() => shown(b.page).count()).toBe(0);
});
