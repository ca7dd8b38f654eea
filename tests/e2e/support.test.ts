import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways, LOOKS, stopClock } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

const FAILURE = "There was a problem submitting the form";
const DONE = "We got your message.";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ ADMIN_EMAILS: "kim@example.com" });
});
afterAll(() => site.close());

const send = (page: Page) => page.getByRole("main").getByRole("button", { name: "Send" }).click();

async function fillIn(page: Page, email: string): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel("First name").fill("Lea");
  await main.getByLabel("Last name").fill("Novak");
  await main.getByRole("radio", { name: "Female" }).check();
  await main.getByLabel("Email").fill(email);
}

test("[FORM-05] what is missing is said at its field; blank answers go as 'blank'; admins and sender get their mails", async () => {
  const { page, problems } = await site.open();
  await visit(page, "/support");
  const main = page.getByRole("main");
  await send(page);
  for (const words of ["Email is required.", "First name is required.", "Last name is required.", "Sex is required."])
    await eventually(() => main.getByText(words, { exact: true }).count(), words).toBe(1);
  await eventually(() => main.getByRole("alert").count()).toBe(4);
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("firstName");

  await fillIn(page, "lea@");
  await eventually(() => main.getByText("Please enter a valid email address.", { exact: true }).count()).toBe(1);
  await main.getByLabel("Email").fill(`${"l".repeat(89)}@example.com`);
  await eventually(() => main.getByText("Email: at most 100 characters.", { exact: true }).count()).toBe(1);
  await main.getByLabel("Email").fill("Lea@Example.com");
  await send(page);
  await main.getByRole("heading", { name: DONE }).waitFor();

  const kept = await site.sql("select email, form_type, data from form_submissions");
  expect(kept).toEqual([
    {
      email: "lea@example.com",
      form_type: "support",
      data: { firstName: "Lea", lastName: "Novak", sex: "female", phone: "blank", message: "blank" },
    },
  ]);
  const aboutIt = async () => (await site.mails()).filter(({ subject }) => /message to/.test(subject));
  // Who is on the allow list, who is in the group, and who wrote.
  await eventually(async () => (await aboutIt()).map(({ to }) => to).toSorted()).toEqual([
    "admin@example.com",
    "kim@example.com",
    "lea@example.com",
  ]);
  expect(problems).toEqual([]);
});

test("[FORM-05] a phone number with too few digits is marked before anything is sent", async () => {
  const { page } = await site.open();
  await visit(page, "/support");
  const main = page.getByRole("main");
  await fillIn(page, "short.phone@example.com");
  await main.getByLabel("Phone number (optional)").fill("555");
  await send(page);
  await main.getByText("A phone number has 7 to 15 digits.").waitFor();
  const kept = "select id from form_submissions where email = 'short.phone@example.com'";
  expect(await site.sql(kept)).toEqual([]);
  await main.getByLabel("Phone number (optional)").fill("9045550142");
  await send(page);
  await main.getByRole("heading", { name: DONE }).waitFor();
  expect(await site.sql(kept)).toHaveLength(1);
});

test("[FORM-05] a failure says so and shows its details; Try Again sends what was typed", async () => {
  const { page } = await site.open();
  await visit(page, "/support");
  const main = page.getByRole("main");
  await fillIn(page, "again@example.com");
  await main.getByLabel("Message (optional)").fill("The gate code does not work.");
  const refusal = { error: "unavailable", message: "The site cannot reach its database right now." };
  await page.route("**/api/support", (route) => route.fulfill({ status: 503, json: refusal }), { times: 1 });
  await send(page);
  await main.getByText(FAILURE, { exact: true }).waitFor();
  const box = main.getByRole("alert").filter({ hasText: FAILURE });
  expect(await box.evaluate((element) => element.parentElement === document.activeElement)).toBe(true);
  await main.getByRole("button", { name: "Show Error Details" }).click();
  const details = main.getByRole("region", { name: "Error details" });
  expect(JSON.parse((await details.textContent()) ?? "")).toEqual(refusal);
  await expectAccessible(page);
  await main.getByRole("button", { name: "Hide Error Details" }).click();
  await eventually(() => details.count()).toBe(0);
  await eventually(() => main.getByLabel("Message (optional)").inputValue()).toBe("The gate code does not work.");

  await main.getByRole("button", { name: "Try Again" }).click();
  await main.getByRole("heading", { name: DONE }).waitFor();
  const kept = await site.sql(
    "select data->>'message' as message from form_submissions where email = 'again@example.com'",
  );
  expect(kept).toEqual([{ message: "The gate code does not work." }]);
});

test("[FORM-05] while it is being sent a bar fills; after ten seconds, and not before, one is asked to refresh", async () => {
  const { page } = await site.open();
  await stopClock(page);
  await visit(page, "/support");
  const main = page.getByRole("main");
  await fillIn(page, "slow@example.com");
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/support", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await send(page);
  const bar = main.getByRole("progressbar");
  await bar.waitFor();
  const percents: (string | null)[] = [];
  for (const milliseconds of [49, 1, 50, 4850, 50]) {
    await page.clock.runFor(milliseconds);
    percents.push(await bar.getAttribute("aria-valuenow"));
  }
  expect(percents).toEqual(["0", "1", "2", "99", "100"]);
  await page.clock.runFor(4999);
  await eventually(() => main.getByText(/refresh the page/).count()).toBe(0);
  await page.clock.runFor(1);
  await main.getByText(/refresh the page/).waitFor();
  answered.resolve();
  await main.getByRole("heading", { name: DONE }).waitFor();
});

test.each(LOOKS)(
  "[FORM-05, NAV-06] the form fits and keeps nobody out, its faults shown: $viewport.width px, $colorScheme",
  async (look) => {
    const { page } = await site.open(look);
    await visit(page, "/support");
    await send(page);
    await expectAccessible(page);
    await expectNoSideways(page);
  },
);

test("[FORM-05] a signed-in person finds what the site knows of them, and changes it for this message", async () => {
  const user = { firstName: "Nell", lastName: "Hay", phone: "9045550177", zsex: "female" as const };
  const { page } = await site.open({ as: await site.tokenFor(["Members"], { email: "nell@example.com", user }) });
  await visit(page, "/support");
  const main = page.getByRole("main");
  await eventually(() => main.getByLabel("Email").inputValue()).toBe("nell@example.com");
  await eventually(() => main.getByLabel("Phone number").inputValue()).toBe("904-555-0177");
  await eventually(() => main.getByRole("radio", { name: "Female" }).isChecked()).toBe(true);
  await main.getByLabel("First name").fill("Nelly");
  await main.getByLabel("Message").fill("Let me back in, please");
  await send(page);
  await main.getByRole("heading", { name: DONE }).waitFor();
  const [kept] = await site.sql("select email, data from form_submissions order by id desc limit 1");
  expect(kept).toMatchObject({
    email: "nell@example.com",
    data: { firstName: "Nelly", lastName: "Hay", sex: "female" },
  });
});
