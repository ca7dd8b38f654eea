import type { Page } from "playwright-core";
import { type BrowserSite, visit } from "#tests/support/browser-site.ts";

/** The tokens of two members with these first names. */
export async function twoMembers(site: BrowserSite, names: readonly [string, string]): Promise<[string, string]> {
  const member = (firstName: string) =>
    site.tokenFor(["Members"], {
      email: `${firstName.toLowerCase()}@reef.example.com`,
      user: { firstName, lastName: "Reef", nickname: "" },
    });
  return Promise.all([member(names[0]), member(names[1])]);
}

export const chatLog = (page: Page) => page.getByRole("log");

/** Opens the chat, and waits until it is live. */
export async function enterChat(page: Page, chat = "volleyball"): Promise<void> {
  await visit(page, `/chats/${chat}`);
  await page.getByText("Live", { exact: true }).waitFor();
}
