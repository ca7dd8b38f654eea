import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectNoSideways } from "#tests/support/browser.ts";
import { type BrowserSite, startBrowserSite } from "#tests/support/browser-site.ts";
import { holdOpen, keptRun, openWizard, SOON, type Wizard } from "#tests/support/join-wizard.ts";

const AGREEMENT = "I’m 18 or older and agree to the Terms";
const SUCCESS = "Success! We got your request to join our group!";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** Tab, until the focus is on something of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 40) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (element?.labels?.[0] ?? element)?.textContent?.trim() ?? "";
    });
    if (focused.startsWith(name)) return;
    passed.push(focused);
  }
  throw new Error(`Tab does not lead to '${name}', only to: ${passed.join(" | ")}`);
}

/** Nobody is kept out, nothing sticks out, and the browser has nothing to complain of. */
async function expectGood({ page, problems, notLoaded }: Wizard): Promise<void> {
  await expectAccessible(page);
  await expectNoSideways(page);
  expect([problems, notLoaded]).toEqual([[], []]);
}

async function expectFocus(wizard: Wizard, name: string): Promise<void> {
  const focused = () =>
    wizard.page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (element?.labels?.[0] ?? element)?.textContent?.trim();
    });
  await expect.poll(focused, SOON).toBe(name);
}

test("[JOIN-01, JOIN-02] the keyboard alone walks all nine steps; the focus is where one goes on", async () => {
  const wizard = await openWizard(site);
  const { page } = wizard;
  const { keyboard } = page;
  const announced: (string | null)[] = [await wizard.status.textContent()];
  const goOn = async (step: number, focus: string) => {
    await keyboard.press("Enter");
    await wizard.expectStep(step);
    await expectFocus(wizard, focus);
    announced.push(await wizard.status.textContent());
  };

  await tabTo(page, "Phone number");
  await keyboard.type("9045550188");
  await goOn(2, "First name");
  await keyboard.type("Kay");
  await tabTo(page, "Last name");
  await keyboard.type("Board");
  await goOn(3, "Email");
  await keyboard.type("kay.board@example.com");
  await goOn(4, "Two quick picks");
  await tabTo(page, "Male");
  await keyboard.press("ArrowRight");
  await tabTo(page, "M");
  await keyboard.press("ArrowRight");
  await goOn(5, "Instagram");
  await keyboard.type("kay");
  await goOn(6, "What do you like to do?");
  await tabTo(page, "dance");
  await keyboard.press("Space");
  await goOn(7, "Which of these would you come to?");
  await tabTo(page, "Nov21Sunset Volleyball");
  await keyboard.press("Space");
  await goOn(8, "How did you hear about us?");
  await keyboard.type("a poster");
  await tabTo(page, "Message");
  await keyboard.type("Two\nlines");
  await tabTo(page, "Next");
  await goOn(9, "Does this look right?");
  await tabTo(page, AGREEMENT);
  await keyboard.press("Space");
  await tabTo(page, "Submit");
  await keyboard.press("Enter");
  await expectFocus(wizard, SUCCESS);

  expect(announced).toEqual([
    "Step 1 of 9: What’s your phone number?",
    "Step 2 of 9: What’s your name?",
    "Step 3 of 9: What’s your email?",
    "Step 4 of 9: Two quick picks",
    "Step 5 of 9: Are you on Instagram?",
    "Step 6 of 9: What do you like to do?",
    "Step 7 of 9: Which of these would you come to?",
    "Step 8 of 9: How did you find us?",
    "Step 9 of 9: Does this look right?",
  ]);
  expect(wizard.posts.at(-1)).toMatchObject({
    phone: "9045550188",
    firstName: "Kay",
    zsex: "female",
    shirtsize: "L",
    reInterestedInEvents: "dance",
    selectedEvents: [{ title: "Sunset Volleyball" }],
    message: "Two\nlines",
  });
});

test("[JOIN-01] where the question has the focus Enter goes on, but the last step is sent by its button only", async () => {
  const wizard = await openWizard(site, { kept: keptRun(5) });
  await wizard.field("Instagram").press("Enter");
  await expectFocus(wizard, "What do you like to do?");
  await wizard.page.keyboard.press("Enter");
  await expectFocus(wizard, "Which of these would you come to?");
  await wizard.page.keyboard.press("Enter");
  await expectFocus(wizard, "How did you hear about us?");
  await wizard.page.keyboard.press("Enter");
  await expectFocus(wizard, "Does this look right?");
  await wizard.page.keyboard.press("Enter");
  await wizard.expectAlerts();
  expect(wizard.finalPosts()).toEqual([]);
});

test("the fields tell the browser what belongs in them, and phones which keyboard to show", async () => {
  const wizard = await openWizard(site);
  const tells = (name: string) =>
    wizard
      .field(name)
      .evaluate((input: HTMLInputElement) => [input.type, input.inputMode, input.autocomplete, input.required]);
  expect(await tells("Phone number")).toEqual(["tel", "tel", "tel", true]);
  await wizard.field("Phone number").fill("9045550142");
  await wizard.next(2);
  expect(await tells("First name")).toEqual(["text", "", "given-name", true]);
  expect(await tells("Last name")).toEqual(["text", "", "family-name", true]);
  await wizard.field("First name").fill("Ana");
  await wizard.field("Last name").fill("Ruiz");
  await wizard.next(3);
  expect(await tells("Email")).toEqual(["email", "email", "email", true]);
});

const SCHEMES = ["light", "dark"] as const;

test.for(SCHEMES)("the first five steps keep nobody out, in %s colors", async (colorScheme) => {
  const wizard = await openWizard(site, { colorScheme });
  const { page } = wizard;
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(colorScheme);
  await wizard.button("Next").click();
  await wizard.expectAlerts("Phone number is required.");
  await expectGood(wizard);
  await wizard.field("Phone number").fill("9045550142");
  await wizard.next(2);
  await expectGood(wizard);
  await wizard.field("First name").fill("Ana");
  await wizard.field("Last name").fill("Ruiz");
  await wizard.next(3);
  await expectGood(wizard);
  await wizard.field("Email").fill("ana.ruiz@example.com");
  for (const step of [4, 5]) {
    await wizard.next(step);
    await expectGood(wizard);
  }
});

test.for(SCHEMES)("the last four steps keep nobody out, in %s colors", async (colorScheme) => {
  const wizard = await openWizard(site, { colorScheme, kept: keptRun(6) });
  await wizard.box("yoga").check();
  await expectGood(wizard);
  await wizard.next(7);
  await wizard.event("Sunset Volleyball").check();
  await expectGood(wizard);
  for (const step of [8, 9]) {
    await wizard.next(step);
    await expectGood(wizard);
  }
});

test.for(SCHEMES)(
  "[JOIN-13, JOIN-14, JOIN-15] sending and its ends keep nobody out, in %s colors",
  async (colorScheme) => {
    const wizard = await openWizard(site, { colorScheme, kept: keptRun(9, { firstName: "" }) });
    await wizard.button("Submit").click();
    await wizard.main.getByText("All fields are required unless specified").waitFor();
    await expectGood(wizard);
    await wizard.button("Change name").click();
    await wizard.field("First name").fill("Ana");
    await wizard.button("Back to review").click();
    await wizard.expectStep(9);

    const first = holdOpen((route) => route.abort());
    await wizard.answerFinal((route) => (first.count() === 0 ? first.hold(route) : route.continue()));
    await wizard.button("Submit").click();
    await wizard.bar.waitFor();
    await expectGood(wizard);
    first.release();
    await wizard.button("Show Error Details").click();
    await wizard.main.getByRole("region", { name: "Error details" }).waitFor();
    await expectGood(wizard);

    await wizard.button("Edit sex and shirt size").click();
    await wizard.expectStep(4);
    await wizard.radio("Female").check();
    await wizard.button("Back to review").click();
    await wizard.expectStep(9);
    await wizard.button("Submit").click();
    await wizard.main.getByRole("link", { name: "Join Group Chat" }).waitFor();
    await expectGood(wizard);
  },
);
