import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { keptRun, openWizard, type Wizard, wizardOn } from "#tests/support/join-wizard.ts";
import { mailedCode, openSignIn } from "#tests/support/sign-in-screen.ts";

const SENTENCE = "Please tick the box: to go on you must be 18 or older and agree to the Terms and the Privacy page.";
const PASSWORD = "Drift-wood-88";
const TODAY = { terms_version: "2026-11-22", when: true };

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** The box is complained about, and has the focus. */
async function expectAsked(main: Locator, box: Locator): Promise<void> {
  await main.getByText(SENTENCE, { exact: true }).waitFor();
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  await eventually(() => box.getAttribute("aria-invalid")).toBe("true");
  const says = await box.evaluate(
    (element) => document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent,
  );
  expect(says).toBe(SENTENCE);
}

/** On a phone the fault is above the bar with the buttons, not behind it. */
async function expectAboveBar(wizard: Wizard): Promise<void> {
  const gap = async () => {
    const [bar, fault] = [
      await wizard.button("Submit").boundingBox(),
      await wizard.main.getByText(SENTENCE, { exact: true }).boundingBox(),
    ];
    return (bar?.y ?? 0) - (fault?.y ?? 0) - (fault?.height ?? 0);
  };
  await eventually(gap, "pixels from the fault to the button").toBeGreaterThan(0);
}

/** In nobody's way on any screen, with what is wrong shown. */
async function expectSound(page: Page): Promise<void> {
  for (const [size, colorScheme] of [
    [PHONE, "light"],
    [DESK, "dark"],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideways(page);
}

/** Both pages open beside this one. */
async function expectLinks(page: Page, main: Locator): Promise<void> {
  for (const name of ["Terms", "Privacy"]) {
    const opened = page.waitForEvent("popup");
    await main.getByRole("link", { name: `${name} (opens in a new tab)`, exact: true }).click();
    const tab = await opened;
    await tab.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    if (name === "Terms") await tab.getByText("This is the version of November 22, 2026.").waitFor();
    await tab.close();
  }
}

test("[SAFE-15, JOIN-01] join: on a phone what is wrong with the tick is above the bar", async () => {
  const wizard = await openWizard(site, { viewport: PHONE, kept: keptRun(9, { agreedTerms: "" }) });
  await wizard.button("Submit").click();
  await expectAsked(wizard.main, wizard.agreement);
  await expectAboveBar(wizard);
});

test("[SAFE-15, JOIN-16] join: without the tick nothing is sent; it survives a reload and is kept with version and time", async () => {
  const kept = keptRun(9, { email: "tick@example.com", agreedTerms: "" });
  const wizard = await openWizard(site, { kept });
  const { page, main, agreement } = wizard;
  await eventually(() => agreement.isChecked()).toBe(false);
  await wizard.button("Submit").click();
  await expectAsked(main, agreement);
  expect(wizard.posts).toEqual([]);
  await expectSound(page);

  await expectLinks(page, main);
  await eventually(() => agreement.isChecked()).toBe(false);
  await agreement.focus();
  await page.keyboard.press("Space");
  await wizard.expectAlerts();
  await page.reload();
  await wizard.expectStep(9);
  await wizard.untilReady();
  await eventually(() => wizardOn(page).agreement.isChecked()).toBe(true);
  await wizard.button("Submit").click();
  await main.getByText("Success! We got your request to join our group!").waitFor();
  expect(
    await site.sql(
      "select terms_version, terms_agreed_at is not null as when from join_submissions where submission_id = $1",
      [kept.submissionId],
    ),
  ).toEqual([TODAY]);
});

test("[SAFE-15] sign-up: without the tick nothing is sent; what is typed stays, and the account keeps version and time", async () => {
  const email = "tick.account@example.com";
  const screen = await openSignIn(site);
  await screen.button("Create an account").click();
  const typed = { "First name": "Mei", "Last name": "Lin" };
  for (const [label, value] of Object.entries(typed)) await screen.main.getByLabel(label).fill(value);
  await screen.email.fill(email);
  await screen.password.fill(PASSWORD);
  await screen.again.fill(PASSWORD);
  await eventually(() => screen.agreement.isChecked()).toBe(false);
  await screen.button("Sign up").click();
  await expectAsked(screen.main, screen.agreement);
  expect(screen.calls("sign-up")).toEqual([]);
  await expectSound(screen.page);

  await expectLinks(screen.page, screen.main);
  expect([await screen.email.inputValue(), await screen.again.inputValue()]).toEqual([email, PASSWORD]);
  await screen.agreement.check();
  await screen.button("Sign up").click();
  await screen.expectForm("Check your email");
  await screen.code.fill(await mailedCode(site, email));
  await screen.button("Confirm").click();
  await screen.expectForm("Sign in");
  await screen.signIn(email, PASSWORD);
  await eventually(() =>
    site.sql("select terms_version, terms_agreed_at is not null as when from accounts where email = $1", [email]),
  ).toEqual([TODAY]);
});
