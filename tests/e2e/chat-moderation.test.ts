import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { chatLog, enterChat } from "#tests/support/chat-page.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

let site: BrowserSite;
let member: string;
let organizer: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [member, organizer] = await Promise.all([
    site.tokenFor(["Members"], { email: "member@example.com" }),
    site.tokenFor(["Admins"], { email: "admin@example.com" }),
  ]);
});
afterAll(() => site.close());

const dialog = (page: Page) => page.getByRole("dialog");

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message to/ }).fill(text);
  await page.getByRole("textbox", { name: /^Message to/ }).press("Enter");
}

test("[DESK-09] on a phone, an organizer hides a message, which readers lose at once, and shows it again", async () => {
  const a = await site.open({ as: member, viewport: PHONE });
  const b = await site.open({ as: organizer, viewport: PHONE, colorScheme: "dark" });
  await Promise.all([enterChat(a.page), enterChat(b.page)]);
  await write(a.page, "You are all fools");
  const more = chatLog(b.page).getByRole("button", { name: /^Options for the message “You are all fools”/ });
  await more.focus();
  await b.page.keyboard.press("Enter");
  await stopTransitions(b.page);
  await expectNoSideways(b.page);
  await chatLog(b.page).getByRole("button", { name: "Hide", exact: true }).press("Enter");
  await dialog(b.page).getByRole("button", { name: "Hide message" }).click();
  await dialog(b.page).getByText("Say why. Organizers read it.").waitFor();
  await expectAccessible(b.page);
  await dialog(b.page).getByLabel("Why").fill("An insult");
  await dialog(b.page).getByRole("button", { name: "Hide message" }).click();
  await chatLog(a.page).getByText("Hidden by an organizer").waitFor();
  await chatLog(b.page).getByText("Hidden by an organizer").waitFor();
  await eventually(() => chatLog(a.page).getByText("You are all fools").count()).toBe(0);
  // Members moderate nobody.
  await eventually(() =>
    chatLog(a.page).getByRole("button", { name: "Hide", exact: true, includeHidden: true }).count(),
  ).toBe(0);
  await chatLog(b.page).getByRole("button", { name: "Show again" }).click();
  await chatLog(a.page).getByText("You are all fools").waitFor();
  expect([a.problems, b.problems]).toEqual([[], []]);
});

test("[DESK-09] an organizer mutes a person and removes them from a chat; both are lifted in the user manager", async () => {
  const a = await site.open({ as: member, viewport: PHONE });
  const b = await site.open({ as: organizer, viewport: DESK });
  await Promise.all([enterChat(a.page), enterChat(b.page)]);
  await write(a.page, "Buy my cream");
  await write(a.page, "Sorry for it");
  const [person] = await site.sql(
    `select trim(u.first_name || ' ' || u.last_name) as name from users u join accounts a on a.user_id = u.user_id
      where a.email = 'member@example.com'`,
  );
  const name = String(person?.["name"]);
  await chatLog(b.page)
    .getByRole("button", { name: /^Options for the message “Buy my cream”/ })
    .click();
  await chatLog(b.page).getByRole("button", { name: "Mute", exact: true }).click();
  await dialog(b.page).getByLabel("For how long?").selectOption("3");
  await dialog(b.page).getByLabel("Why").fill("Advertising");
  await stopTransitions(b.page);
  await expectAccessible(b.page);
  await dialog(b.page).getByRole("button", { name: "Mute person" }).click();
  await b.page.getByText("Muted in all chats for 3 days.").waitFor();
  // In place of the composer.
  const conversation = a.page.getByRole("region", { name: "Conversation" });
  await conversation.getByText(/An organizer muted you until/).waitFor();
  await eventually(() => a.page.getByRole("textbox", { name: /^Message to/ }).count()).toBe(0);
  // What they wrote they can still take back, and nothing else.
  await conversation.getByRole("button", { name: /^Options for your message “Sorry for it”/ }).click();
  const remove = conversation.getByRole("button", { name: "Delete", exact: true });
  await remove.waitFor();
  await eventually(() => conversation.getByRole("button", { name: /^(Edit|Reply)$/ }).count()).toBe(0);
  await remove.click();
  await dialog(a.page).getByRole("button", { name: "Delete message" }).click();
  await chatLog(b.page).getByText("Message deleted").waitFor();

  // What is decided can be lifted in the same place.
  await chatLog(b.page).getByRole("button", { name: "Unmute" }).click();
  await b.page.getByText("They can write again.").waitFor();
  await chatLog(b.page).getByRole("button", { name: "Mute", exact: true }).click();
  await dialog(b.page).getByLabel("Why").fill("Advertising again");
  await dialog(b.page).getByRole("button", { name: "Mute person" }).click();
  await b.page.getByText("Muted in all chats for 1 day.").waitFor();

  await chatLog(b.page).getByRole("button", { name: "Remove from chat" }).click();
  await dialog(b.page).getByLabel("Why").fill("Goes on advertising");
  await dialog(b.page).getByRole("button", { name: "Remove person" }).click();
  await b.page.getByText("Removed from Volleyball.").waitFor();
  await a.page.getByText("An organizer removed you from this chat.").waitFor();
  await stopTransitions(a.page);
  await expectAccessible(a.page);
  await expectNoSideways(a.page);
  await a.page.getByRole("link", { name: "Write to the organizers" }).waitFor();
  await chatLog(b.page).getByRole("button", { name: "Let back in" }).waitFor();

  const query = `&${new URLSearchParams({ search: name })}`;
  const { page } = await openApp(site, "users", { viewport: DESK, query });
  await page
    .getByRole("button", { name: `Edit ${name}` })
    .first()
    .click();
  const limits = page.getByRole("region", { name: "Limits in chats" });
  await limits.getByText("Removed from Volleyball").waitFor();
  // Above the fields, where it is seen.
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await top(limits)).toBeLessThan(await top(page.getByLabel("First name")));
  await page.setViewportSize(PHONE);
  await stopTransitions(page);
  await expectNoSideways(page);
  await limits.getByRole("button", { name: "Unmute" }).click();
  await limits.getByText("They can write again.").waitFor();
  await limits.getByRole("button", { name: "Let back in to Volleyball" }).click();
  await limits.getByText("They can read and write in this chat again.").waitFor();
  await enterChat(a.page);
  await visit(page, "/admin?tab=apps&app=audit");
  await page.getByText(/let .* back into Volleyball/).waitFor();
});
