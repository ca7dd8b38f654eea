import type { Page } from "playwright-core";
import type { BrowserContextOptions } from "playwright-core";
import { type BrowserSite, eventually, visit } from "#tests/support/browser-site.ts";

/** One of the console's apps, as an organizer opens it; what the address says besides. */
export async function openApp(
  site: BrowserSite,
  app: string,
  { query = "", ...options }: BrowserContextOptions & { query?: string } = {},
) {
  const tab = await site.open({ as: await site.tokenFor(["Admins"]), ...options });
  await visit(tab.page, `/admin?tab=apps&app=${app}${query}`);
  await tab.page.getByRole("navigation", { name: "Apps" }).waitFor();
  return tab;
}

/** The row of a person in the user manager. */
export const personRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

/** Waits until the list has so many people. */
export function expectPeople(page: Page, count: number) {
  return eventually(() => page.getByRole("rowheader").count(), "people in the list").toBe(count);
}
