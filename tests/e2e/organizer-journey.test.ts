import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { DESK, openTab, sharedBrowser, type Visit } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/browser-site.ts";
import { expectPeople, personRow } from "#tests/support/console.ts";
import { type ReceivedMail, readMailFolder } from "#tests/support/mail-folder.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

// A group moves in: the first year of an organizer in an afternoon, on an empty production site.

const PASSWORD = "Tide-Pools-At-6-AM";
const OLGA = "olga@example.com";
const ANA = "ana@example.com";
const BO = "bo@example.com";
const CY = "cy@example.com";
const VOLLEYBALL = 1667;

type Place = {
  readonly site: SiteProcess;
  readonly link: string;
  readonly mails: () => Promise<readonly ReceivedMail[]>;
};

/** A production site without anybody, and the link that its terminal shows. */
async function startEmpty(): Promise<Place> {
  const database = await createTestDatabase();
  const folder = await temporaryFolder();
  const site = await startSiteProcess({
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ORGANIZER_SECOND_FACTOR: "off",
    RATE_LIMIT_FACTOR: "1000",
  });
  onTestFinished(async () => {
    await site.stop();
    await database.drop();
  });
  const link = /Set up the group at (\S+)/.exec(site.said())?.[1] ?? "";
  return { site, link, mails: () => readMailFolder(join(folder, "mail")) };
}

/**
 * The old list, as spreadsheets leave it: a byte order mark, headings of their own, a column that nobody knows, empty
 * lines, quotation marks, accents, a line break in a cell, countries and dashes in numbers. 5,000 people; one of them
 * twice, two phones that Excel shortened, an address that is none.
 */
function messyTable(): string {
  const lines = ["Email Address,Full Name,Mobile,Gender,Interests,Status,Locker"];
  for (let n = 1; n <= 5000; n += 1) {
    const digits = String(3_050_000_000 + n);
    const phone = [digits, `+1 ${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`][n % 2] ?? "";
    const name = n % 7 === 0 ? `"Núñez, Zoë ""Z"" ${n}"` : ` Person${n}  O’Shore `;
    const interests = n % 3 === 1 ? '"Volleyball, dance"' : n % 5 === 0 ? '"dance\nrunning"' : "";
    lines.push(`Person${n}@Example.com ,${name},${phone},${["F", "male", ""][n % 3]},${interests},Approved,${n}`);
    if (n % 500 === 0) lines.push("", ",,,,,,");
  }
  lines.push("person1@example.com,Person1 O’Shore,,,,,", "excel1@example.com,Excel One,9.04555E+9,,,,");
  lines.push("excel2@example.com,Excel Two,3.05E+09,,,,", "not an address,Nobody Known,,,,,");
  return `\u{FEFF}${lines.join("\r\n")}\r\n`;
}

/** Somebody signs up, and proves the address with the code of the mail. */
async function signUp({ site, mails }: Place, email: string, firstName: string): Promise<void> {
  const post = async (call: string, body: object) => {
    const answer = await fetch(`${site.url}/api/auth/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect([call, answer.status]).toEqual([call, 200]);
  };
  await post("sign-up", { email, password: PASSWORD, firstName, lastName: "Wells" });
  const code = async () =>
    (await mails()).filter(({ to }) => to === email).flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? [])[0];
  await eventually(code).toBeDefined();
  await post("confirm", { email, code: await code(), password: PASSWORD });
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function openConsole({ site }: Place, email: string): Promise<Visit> {
  const tab = await openTab(await sharedBrowser(), site.url, { viewport: DESK });
  onTestFinished(() => tab.close());
  await tab.page.goto("/admin-login");
  await signIn(tab.page, email);
  return tab;
}

async function openApp(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name: "Apps" }).click();
  await page.getByRole("navigation", { name: "Apps" }).getByRole("link", { name, exact: true }).click();
}

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Name", { exact: true }).fill("Palm Bay Social");
  await page.getByLabel("Town or area").fill("Palm Bay, FL");
  await page.getByLabel("Time zone").fill("America/New_York");
  await page.getByLabel("First name").fill("Olga");
  await page.getByLabel("Last name").fill("Ortiz");
  await page.getByLabel("Email").fill(OLGA);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set up the group" }).click();
  await page.getByRole("heading", { name: "Palm Bay Social is set up" }).waitFor();
  await page.getByRole("link", { name: "Sign in to the console" }).click();
  await signIn(page, OLGA);
  await page.getByRole("tab", { name: /^Pending/ }).waitFor();
}

async function changeSettings(page: Page): Promise<void> {
  await openApp(page, "Settings");
  const group = page.getByRole("region", { name: "The group" });
  await group.getByLabel("Name", { exact: true }).fill("Palm Bay Beach Club");
  await group.getByRole("button", { name: "Save" }).click();
  await group.getByText("Saved. Every page shows it now.").waitFor();
  await page.getByRole("banner").getByText("Palm Bay Beach Club").waitFor();
}

async function importPeople(page: Page): Promise<void> {
  await openApp(page, "User Manager");
  await page.getByRole("button", { name: "Import people" }).click();
  const dialog = page.getByRole("dialog", { name: "Import people" });
  await dialog
    .getByLabel("A file")
    .setInputFiles({ name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(messyTable()) });
  await dialog.getByRole("button", { name: "Show what would happen" }).click();
  await dialog.getByText("6 of 7 columns will be imported. Not imported: Locker").waitFor({ timeout: 120_000 });
  await dialog.getByText("5,000 new, 4 refused").waitFor();
  for (const why of [/The same person as in line/, /A spreadsheet shortened this number/, /valid email address/])
    await dialog.getByText(why).first().waitFor();
  await dialog.getByRole("button", { name: "Import 5,000" }).click();
  await page.getByText("5,000 records are new.").waitFor({ timeout: 120_000 });
  await page.getByRole("searchbox", { name: "Search" }).fill("person4999@");
  await personRow(page, "Person4999 O’Shore").getByText("305-000-4999").waitFor();
  await expectPeople(page, 1);
}

async function giveRoles(page: Page): Promise<void> {
  await openApp(page, "Roles");
  const give = page.getByRole("region", { name: "Give a role" });
  for (const [email, role, words] of [
    [ANA, "approver", "an approver"],
    [BO, "treasurer", "a treasurer"],
    [CY, "event_lead", "an event lead"],
  ] as const) {
    await give.getByLabel("Email").fill(email);
    await give.getByLabel("Role").selectOption(role);
    await give.getByRole("button", { name: "Give role" }).click();
    await page.getByText(`${email} is now ${words}.`).waitFor();
  }
}

async function announce(page: Page): Promise<void> {
  await openApp(page, "Announcements");
  await page.getByRole("button", { name: "Write announcement" }).click();
  await page.getByLabel("To", { exact: true }).selectOption("interested");
  await page.getByLabel("Interest").selectOption("volleyball");
  await page
    .getByText(`${VOLLEYBALL.toLocaleString("en-US")} people`)
    .first()
    .waitFor();
  await page.getByLabel("Subject").fill("Nets are up on Sunday");
  await page.getByRole("textbox", { name: "Message" }).click();
  await page.keyboard.type("Nine at the pier.");
  await page.getByRole("button", { name: /^Send to / }).click();
  await page.getByRole("button", { name: "Yes, send it" }).click();
  await page.getByText(`${VOLLEYBALL.toLocaleString("en-US")} mails are on the way.`).waitFor();
}

async function readInsights(page: Page): Promise<void> {
  await openApp(page, "Insights");
  const totals = page.getByRole("list", { name: "Totals" });
  // The imported, the organizer, and the treasurer who has signed in.
  await totals.getByRole("link", { name: "People added 5,002" }).click();
  await page.getByRole("heading", { name: "User Manager" }).waitFor();
  await expectPeople(page, 50);
}

async function handOver(page: Page): Promise<void> {
  await openApp(page, "Roles");
  const give = page.getByRole("region", { name: "Give a role" });
  await give.getByLabel("Email").fill(ANA);
  await give.getByLabel("Role").selectOption("Organizer, in my place");
  await give.getByRole("button", { name: "Hand over the group" }).click();
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await page.goto("/admin");
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await page.getByRole("link", { name: "Logout" }).first().click();
  await page.waitForURL((url) => url.pathname !== "/dashboard");
}

test("[DESK-01, DESK-02, DESK-03, DESK-04, DESK-05, DESK-07] a group moves in: first run, settings, 5,000 people, roles, an announcement, insights, and the keys to somebody else", async () => {
  const place = await startEmpty();
  const { page, problems } = await openTab(await sharedBrowser(), place.site.url, { viewport: DESK });
  onTestFinished(() => page.context().close());
  await setUp(page, place.link);
  await changeSettings(page);
  await importPeople(page);
  for (const [email, name] of [
    [ANA, "Ana"],
    [BO, "Bo"],
    [CY, "Cy"],
  ] as const)
    await signUp(place, email, name);
  await giveRoles(page);

  const treasurer = await openConsole(place, BO);
  await openApp(treasurer.page, "Payments");
  await treasurer.page.getByRole("heading", { name: "Payments", exact: true }).waitFor();

  await announce(page);
  await eventually(
    async () => (await place.mails()).filter(({ subject }) => subject === "Nets are up on Sunday").length,
  ).toBeGreaterThan(0);
  await readInsights(page);
  await handOver(page);

  const successor = await openConsole(place, ANA);
  await openApp(successor.page, "Roles");
  const holders = successor.page.getByRole("list", { name: "People with a role" });
  await holders.getByText(ANA, { exact: true }).waitFor();
  await eventually(() => holders.getByText(OLGA).count()).toBe(0);
  await openApp(successor.page, "Audit log");
  await successor.page.getByRole("listitem").filter({ hasText: "wrote “Nets are up on Sunday”" }).first().waitFor();
  expect(problems).toEqual([]);
});
