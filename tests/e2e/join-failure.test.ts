import type { Route } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { keptRun, openWizard, SOON, type Wizard } from "#tests/support/join-wizard.ts";

const SUCCESS = "Success! We got your request to join our group!";
const FAILURE =
  "Error! There was a problem submitting the form. Please try again and be sure to fill out every field in the form.";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** The failure box is there, has the focus, and everything that was typed still stands above it. */
async function expectFailure(wizard: Wizard): Promise<void> {
  await wizard.main.getByText(FAILURE, { exact: true }).waitFor();
  const box = wizard.alerts.filter({ hasText: FAILURE });
  expect(await box.evaluate((element) => element.parentElement === document.activeElement)).toBe(true);
  await eventually(() => wizard.main.textContent()).toContain("My name is Ana Ruiz.");
  await wizard.expectStep(9);
}

/** What Show Error Details shows. */
async function errorDetails(wizard: Wizard): Promise<unknown> {
  const region = wizard.main.getByRole("region", { name: "Error details" });
  await eventually(() => region.count()).toBe(0);
  await wizard.button("Show Error Details").click();
  return JSON.parse((await region.textContent(SOON)) ?? "");
}

const TURNED_AWAY = { error: "closed", message: "The list is closed.", until: "May" };
const ways: [what: string, answer: (route: Route) => unknown, shows: unknown][] = [
  ["an error of the server as JSON", (route) => route.fulfill({ status: 500, json: TURNED_AWAY }), TURNED_AWAY],
  ["an error field in a 200", (route) => route.fulfill({ status: 200, json: TURNED_AWAY }), TURNED_AWAY],
  ["a network that fails", (route) => route.abort(), { error: "network_error", message: expect.any(String) as string }],
  [
    "an answer that is not ours",
    (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    { error: "unexpected_answer", message: expect.stringContaining("502") as string },
  ],
];

test("[JOIN-15] whatever goes wrong, there is the failure box with its details", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9) });
  const answers = ways.map(([, answer]) => answer);
  await wizard.answerFinal((route) => answers.shift()?.(route));
  for (const [what, , shows] of ways) {
    await wizard.button("Submit").click();
    await expectFailure(wizard);
    expect(await errorDetails(wizard), what).toEqual(shows);
    await wizard.button("Edit email").click();
    await wizard.button("Back to review").click();
    await wizard.expectStep(9);
    await wizard.expectAlerts();
  }
});

test("[JOIN-15, JOIN-16] Try Again loads the page anew, nothing typed is lost, and the second attempt makes one person", async () => {
  // The server itself fails, as it would if something in it were broken.
  await site.sql("alter table users add constraint no_ana check (last_name <> 'Unlucky')");
  onTestFinished(() => site.sql("alter table users drop constraint if exists no_ana").then(() => undefined));
  const answers = { lastName: "Unlucky", email: "unlucky@example.com", sex: "female", message: "Third time lucky" };
  const wizard = await openWizard(site, { kept: keptRun(9, answers) });
  await wizard.button("Submit").click();
  await wizard.main.getByText(FAILURE, { exact: true }).waitFor();
  expect(await errorDetails(wizard)).toMatchObject({ error: "internal", message: expect.any(String) as string });
  await wizard.page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await site.sql("alter table users drop constraint no_ana");

  await wizard.button("Try Again").click();
  await wizard.page.waitForFunction(() => !("isOldPage" in window));
  await wizard.expectStep(9);
  const words = await wizard.main.textContent();
  for (const answer of ["Ana Unlucky", "unlucky@example.com", "female", "Third time lucky"])
    expect(words).toContain(answer);
  await wizard.button("Submit").click();
  await wizard.main.getByText(SUCCESS).waitFor();
  expect(new Set(wizard.posts.map((post) => post.submissionId)).size).toBe(1);
  const people = await site.sql("select zmessage from users where email = 'unlucky@example.com'");
  expect(people).toEqual([{ zmessage: "Third time lucky" }]);
});

test("[JOIN-03] when only the answer is lost, the second attempt doubles nothing", async () => {
  const kept = keptRun(9, { email: "lost.answer@example.com", phone: "9045550199" });
  const wizard = await openWizard(site, { kept });
  let attempts = 0;
  await wizard.answerFinal(async (route) => {
    attempts += 1;
    if (attempts > 1) return route.continue();
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    await route.abort();
  });
  await wizard.button("Submit").click();
  await expectFailure(wizard);
  await wizard.button("Try Again").click();
  await wizard.button("Submit").click();
  await wizard.main.getByText(SUCCESS).waitFor();
  expect(attempts).toBe(2);
  expect(await site.sql("select 1 as one from users where email = 'lost.answer@example.com'")).toHaveLength(1);
  const runs = await site.sql(
    "select submission_id as id from join_submissions where data->>'email' = 'lost.answer@example.com'",
  );
  expect(runs).toEqual([{ id: kept.submissionId }]);
});

test("[JOIN-09] the final check refuses what is missing, sends nothing, and the form stays with what was typed", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9, { lastName: "", email: "ana@", message: "See you" }) });
  await wizard.button("Submit").click();
  const box = wizard.alerts.filter({ hasText: "All fields are required unless specified" });
  await box.waitFor();
  const faults = await box.getByRole("listitem").allTextContents();
  expect(faults).toEqual([
    expect.stringMatching(/^Last name is required\./),
    expect.stringMatching(/^Please enter a valid email address\./),
  ]);
  expect(wizard.posts).toEqual([]);
  const words = await wizard.main.textContent();
  for (const answer of ["904-555-0142", "Ana", "ana@", "See you"]) expect(words).toContain(answer);

  await wizard.button("Change email").click();
  await wizard.expectStep(3);
  await eventually(() => wizard.field("Email").inputValue()).toBe("ana@");
  await wizard.field("Email").fill("put.right@example.com");
  await wizard.button("Back to review").click();
  await wizard.button("Edit name").click();
  await wizard.field("Last name").fill("Ruiz");
  await wizard.button("Back to review").click();
  await wizard.expectStep(9);
  await wizard.expectAlerts();
  await wizard.button("Submit").click();
  await wizard.main.getByText(SUCCESS).waitFor();
});

test("[JOIN-09, JOIN-15] the server refuses the same, and the form stays with what was typed", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9) });
  // On its way something takes the address out.
  await wizard.answerFinal((route) => {
    const { email: _email, ...rest } = route.request().postDataJSON() as Record<string, unknown>;
    return route.continue({ postData: JSON.stringify(rest) });
  });
  await wizard.button("Submit").click();
  await expectFailure(wizard);
  expect(await errorDetails(wizard)).toMatchObject({
    error: "invalid",
    message: "All fields are required unless specified",
    fields: { email: "Email is required." },
  });
});
