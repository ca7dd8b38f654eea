import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectAccessible, expectNoSideways, LOOKS, stopClock } from "#tests/support/browser.ts";

const DONE = "Thanks, we received your request to unsubscribe.";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[FORM-01, FORM-03, FORM-04] by keyboard: what is missing is said at its field, nothing typed is lost, then a mail asks", async () => {
  const { page, problems } = await site.open();
  await visit(page, "/unsubscribe");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Unsubscribe" }).press("Enter");
  await main.getByText("All fields are required unless specified", { exact: true }).waitFor();
  for (const words of [
    "Email is required.",
    "First name is required.",
    "Last name is required.",
    "Phone number is required.",
  ])
    await eventually(() => main.getByText(words, { exact: true }).count(), words).toBe(1);
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("email");
  await page.keyboard.type("Lea@Example.com");
  for (const answer of ["Lea", "Novak", "9045550177", "leanovak", "moving away"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(answer);
  }
  await eventually(() => main.getByLabel("Phone number").inputValue()).toBe("904-555-0177");

  // First the server is away, then it is there.
  await page.route(
    "**/api/unsubscribe",
    (route) =>
      route.fulfill({
        status: 503,
        json: { error: "unavailable", message: "The site cannot reach its database right now." },
      }),
    { times: 1 },
  );
  await page.keyboard.press("Enter");
  await main.getByRole("button", { name: "Unsubscribe" }).click();
  await main.getByText("Error!", { exact: true }).waitFor();
  await main.getByText("The site cannot reach its database right now.").waitFor();
  await eventually(() => main.getByLabel("Why are you leaving? (optional)").inputValue()).toBe("moving away\n");
  await main.getByRole("button", { name: "Unsubscribe" }).click();
  await main.getByRole("heading", { name: DONE }).waitFor();

  const [kept] = await site.sql("select email, data->>'message' as message from form_submissions");
  expect(kept).toEqual({
    email: "lea@example.com",
    message: "UNSUBSCRIBE | moving away | phone: 9045550177 | instagram: leanovak",
  });
  await main.getByText("One more step: open the email we just sent to lea@example.com").waitFor();
  expect(await site.sql("select email from mail_outbox where kind = 'unsubscribe_asked'")).toEqual([
    { email: "lea@example.com" },
  ]);
  expect(problems).toEqual([]);
});

test("[FORM-03, FORM-04] when the inbox just got several of our emails, the request is received and the way on is one of those", async () => {
  const names = { firstName: "Bo", lastName: "Reed", phone: "9045550179", message: "UNSUBSCRIBE" };
  const ask = () =>
    fetch(`${site.url}/api/unsubscribe`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...names, email: "busy@example.com" }),
    });
  for (let mail = 0; mail < 3; mail += 1) await ask();
  const { page } = await site.open();
  await visit(page, "/unsubscribe");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill("busy@example.com");
  await main.getByLabel("First name").fill("Bo");
  await main.getByLabel("Last name").fill("Reed");
  await main.getByLabel("Phone number").fill("9045550179");
  await main.getByRole("button", { name: "Unsubscribe" }).click();
  await main.getByRole("heading", { name: DONE }).waitFor();
  await main.getByText("so we didn’t send another one").waitFor();
  await eventually(() => main.getByText("Error!").count()).toBe(0);
});

test("[FORM-03] while it is being sent a bar fills by one percent every 50 milliseconds", async () => {
  const { page } = await site.open();
  await stopClock(page);
  await visit(page, "/unsubscribe");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill("bar@example.com");
  await main.getByLabel("First name").fill("Bar");
  await main.getByLabel("Last name").fill("Ash");
  await main.getByLabel("Phone number").fill("9045550178");
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/unsubscribe", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await main.getByRole("button", { name: "Unsubscribe" }).click();
  const bar = main.getByRole("progressbar");
  await bar.waitFor();
  const percents: (string | null)[] = [];
  for (const milliseconds of [49, 1, 50, 4850, 50]) {
    await page.clock.runFor(milliseconds);
    percents.push(await bar.getAttribute("aria-valuenow"));
  }
  expect(percents).toEqual(["0", "1", "2", "99", "100"]);
  await page.clock.runFor(10_000);
  await eventually(() => bar.getAttribute("aria-valuenow")).toBe("100");
  answered.resolve();
  await main.getByRole("heading", { name: DONE }).waitFor();
});

test("[FORM-04] the link of a mail asks first, and stops the mails at a press", async () => {
  await site.sql(
    "insert into mail_preferences (email, token, updated_at) values ('mo@example.com', 'token-of-mo', now())",
  );
  const { page, problems } = await site.open();
  await visit(page, "/u/token-of-mo");
  const stopped = async () =>
    (
      await site.sql(
        "select unsubscribed_at is not null as stopped from mail_preferences where email = 'mo@example.com'",
      )
    )[0];
  expect(await stopped()).toEqual({ stopped: false });
  await page.getByRole("main").getByRole("button", { name: "Stop these emails" }).click();
  await page.getByRole("heading", { name: DONE }).waitFor();
  expect(await stopped()).toEqual({ stopped: true });
  expect(problems).toEqual([]);

  await visit(page, "/u/token-of-nobody");
  await page.getByRole("main").getByRole("button", { name: "Stop these emails" }).click();
  await page.getByText("This link isn’t valid").waitFor();
});

test.each([
  // Still February on the beach.
  ["2027-03-01T03:00:00Z", true],
  ["2027-03-01T16:00:00Z", false],
])("[FORM-02] at %s the bonfire warning shows: %s", async (NOW, shows) => {
  const then = await startBrowserSite({ NOW, SEED: "none" });
  try {
    const html = await (await fetch(`${then.url}/unsubscribe`)).text();
    expect(html.includes("It is bonfire season")).toBe(shows);
  } finally {
    await then.close();
  }
});

test.each(LOOKS)("[NAV-06] both pages fit and keep nobody out: $viewport.width px, $colorScheme", async (look) => {
  const { page } = await site.open(look);
  for (const path of ["/unsubscribe", "/u/token-of-mo"]) {
    await visit(page, path);
    if (path === "/unsubscribe") await page.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
    await expectAccessible(page);
    await expectNoSideways(page);
  }
});
