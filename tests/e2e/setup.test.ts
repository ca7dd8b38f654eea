import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { expectAccessible, expectNoSideways, LOOKS, openTab, sharedBrowser } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/browser-site.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** A production site without anybody, and the link that its terminal shows. */
async function startEmpty(): Promise<{ site: SiteProcess; link: string }> {
  const database = await createTestDatabase();
  const site = await startSiteProcess({
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    DATA_DIR: await temporaryFolder(),
    ORGANIZER_SECOND_FACTOR: "off",
  });
  onTestFinished(async () => {
    await site.stop();
    await database.drop();
  });
  return { site, link: /Set up the group at (\S+)/.exec(site.said())?.[1] ?? "" };
}

test("[DESK-02] the first run, from the terminal's link to the console of a named group", async () => {
  const browser = await sharedBrowser();
  const { site, link } = await startEmpty();
  for (const look of LOOKS) {
    const tab = await openTab(browser, site.url, look);
    const { page, problems } = tab;
    await page.goto("/setup");
    await page.getByRole("heading", { name: "Set up your group" }).waitFor();
    await expectAccessible(page);
    await expectNoSideways(page);
    expect(problems).toEqual([]);
    await tab.close();
  }
  const tab = await openTab(browser, site.url, { timezoneId: "America/Denver" });
  const { page, problems } = tab;
  await page.goto(link);
  // Nothing is filled in yet: the first field that lacks something has the focus.
  await page.getByRole("button", { name: "Set up the group" }).click();
  await page.getByText("Enter the group's name.").waitFor();
  await page.locator("[name=groupName]:focus").waitFor();
  await eventually(() => page.getByLabel("Time zone").inputValue()).toBe("America/Denver");
  await page.getByLabel("Name", { exact: true }).fill("Palm Bay Social");
  await page.getByLabel("Town or area").fill("Palm Bay");
  await page.getByLabel("First name").fill("Olga");
  await page.getByLabel("Last name").fill("Ortiz");
  await page.getByLabel("Email").fill("olga@example.com");
  await page.getByLabel("Password", { exact: true }).fill("password1A!");
  await page.getByRole("button", { name: "Set up the group" }).click();
  await page.locator("[aria-invalid][name=password]").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("Tide-Pools-At-6-AM");
  await page.getByRole("button", { name: "Set up the group" }).click();
  await page.getByRole("heading", { name: "Palm Bay Social is set up" }).waitFor();
  await eventually(async () => new URL(page.url()).hash).toBe("");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in to the console" }).click();
  await page.getByLabel("Email").fill("olga@example.com");
  await page.getByLabel("Password", { exact: true }).fill("Tide-Pools-At-6-AM");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("tab", { name: /^Pending/ }).waitFor();
  await eventually(() => page.title()).toContain("Palm Bay Social");
  await page.goto("/setup");
  await page.getByRole("heading", { name: "This site is set up" }).waitFor();
  expect(problems).toEqual([]);
  await tab.close();
});
