import type { BrowserContextOptions, Page } from "playwright-core";
import { DESK } from "#tests/support/browser.ts";
import { type BrowserSite, visit } from "#tests/support/browser-site.ts";

/** The console's list of people who ask to join, as an organizer finds it on a page. */
export const card = (page: Page, nickname: string) => page.getByRole("article", { name: nickname, exact: true });
/** The records of somebody's card that may be theirs. */
export const records = (page: Page, nickname: string) => card(page, nickname).locator("button[aria-pressed]");
export const submit = (page: Page) => page.getByRole("button", { name: /^Submit Approvals/ });
export const dialog = (page: Page) => page.getByRole("dialog");
/** Visible once the list has loaded, so the organizer is inside the console. */
export const listHeading = (page: Page) => page.getByRole("heading", { name: /^\d+ p.* to join$/ });

/** A tab in which the list has been read; on a desk unless told. */
export async function openPending(site: BrowserSite, options: BrowserContextOptions & { as: string }) {
  const tab = await site.open({ viewport: DESK, ...options });
  await visit(tab.page, "/admin");
  await listHeading(tab.page).waitFor();
  return tab;
}

/** Somebody asks to join; each of `users` becomes a record that may be theirs. The records' userIds. */
export async function askToJoin(
  site: BrowserSite,
  nickname: string,
  users: readonly Record<string, string>[],
): Promise<string[]> {
  const id = nickname.toLowerCase().replaceAll(" ", "-");
  await site.sql(
    `insert into chat_join_requests (id, provider_id, provider_user_id, nickname, requested_at)
     values ($1, $2, $3, $4, now())`,
    [`request-of-${id}`, `r-${id}`, `p-${id}`, nickname],
  );
  const ids = users.map((_, index) => `${id}-${index}`);
  for (const [index, user] of users.entries()) {
    const row = { user_id: ids[index] ?? "", nickname, ...user };
    const columns = Object.keys(row);
    await site.sql(
      `insert into users (${columns.join()}) values (${columns.map((_, at) => `$${at + 1}`).join()})`,
      Object.values(row),
    );
  }
  return ids;
}

/** What was decided about a request, by the provider's id of it. */
export async function decisionOf(site: BrowserSite, providerId: string) {
  const [row] = await site.sql("select decision, user_id from chat_join_requests where provider_id = $1", [providerId]);
  return row;
}
