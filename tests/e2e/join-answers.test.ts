import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { keptRun, NOTHING, openWizard, SOON, type Wizard } from "#tests/support/join-wizard.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const INTERESTS = [
  "volleyball",
  "pickleball",
  "basketball",
  "dance",
  "yoga",
  "hiking",
  "biking",
  "skating",
  "running",
  "kayaking",
  "frisbee",
  "learning new languages",
  "learning new skills",
  "game nights",
  "beach hangouts",
  "paddle boarding",
];

/** Next is refused with these words, and the focus is on the field that they are about. */
async function expectRefused(wizard: Wizard, field: string, ...sentences: string[]): Promise<void> {
  const step = await wizard.status.textContent();
  await wizard.button("Next").click();
  await wizard.expectAlerts(...sentences);
  await eventually(() => wizard.status.textContent()).toBe(step);
  const input = wizard.field(field);
  await eventually(() => input.getAttribute("aria-invalid")).toBe("true");
  expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
  const says = await input.evaluate(
    (element) => document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent,
  );
  expect(says).toBe(sentences[0]);
}

test("[JOIN-04] phone is required at step 1", async () => {
  const wizard = await openWizard(site);
  await expectRefused(wizard, "Phone number", "Phone number is required.");
  await wizard.field("Phone number").pressSequentially("call me");
  await expectRefused(wizard, "Phone number", "Phone number is required.");
  await wizard.field("Phone number").fill("555-01");
  await expectRefused(wizard, "Phone number", "A phone number has 7 to 15 digits.");
  expect(wizard.posts).toEqual([]);
});

test("[JOIN-05] first and last name are required at step 2", async () => {
  const wizard = await openWizard(site, { kept: keptRun(2, NOTHING) });
  await expectRefused(wizard, "First name", "First name is required.", "Last name is required.");
  await wizard.field("First name").fill("Ana");
  await expectRefused(wizard, "Last name", "Last name is required.");
  await wizard.field("First name").fill("   ");
  await wizard.field("Last name").fill("Ruiz");
  await expectRefused(wizard, "First name", "First name is required.");
  expect(wizard.posts).toEqual([]);
});

test("[JOIN-06] an email is required at step 3, and must look like one", async () => {
  const wizard = await openWizard(site, { kept: keptRun(3, NOTHING) });
  await expectRefused(wizard, "Email", "Email is required.");
  for (const wrong of ["ana", "ana@", "ana@example", "@example.com", "ana ruiz@example.com", "a@b@example.com"]) {
    await wizard.field("Email").fill(wrong);
    await expectRefused(wizard, "Email", "Please enter a valid email address.");
  }
  expect(wizard.posts).toEqual([]);
  await wizard.field("Email").fill(" ana+beach@mail.example.com ");
  await wizard.next(4);
});

test("[JOIN-07] steps 4 to 6 find an earlier answer that was emptied, and lead to it", async () => {
  const wizard = await openWizard(site, { kept: keptRun(6, NOTHING) });
  const found = wizard.alerts.getByRole("listitem");
  for (const step of [6, 5, 4]) {
    await wizard.expectStep(step);
    await eventually(() => wizard.alerts.count()).toBe(0);
    await wizard.button("Next").click();
    await expect
      .poll(() => found.allTextContents(), SOON)
      .toEqual([
        expect.stringMatching(/^Phone number is required\./),
        expect.stringMatching(/^First name is required\./),
        expect.stringMatching(/^Last name is required\./),
        expect.stringMatching(/^Email is required\./),
      ]);
    await wizard.expectStep(step);
    if (step > 4) await wizard.button("Previous").click();
  }
  await wizard.button("Change phone number").click();
  await wizard.expectStep(1);
  await wizard.field("Phone number").fill("9045550142");
  await wizard.next(2);
  await wizard.field("First name").fill("Ana");
  await wizard.field("Last name").fill("Ruiz");
  await wizard.next(3);
  await wizard.field("Email").fill("ana.ruiz@example.com");
  for (const step of [4, 5, 6, 7]) await wizard.next(step);
});

test("[JOIN-07] steps 7 and 8 never refuse", async () => {
  const wizard = await openWizard(site, { kept: keptRun(7, NOTHING) });
  await wizard.next(8);
  await wizard.next(9);
  await wizard.expectAlerts();
  expect(wizard.posts).toHaveLength(2);
});

test("[JOIN-07] any other fault reads: 'Please fill out all required fields.'", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9) });
  const faults: [edit: string, field: string, text: string][] = [
    ["Edit name", "First name", "x".repeat(101)],
    ["Edit Instagram", "Instagram", "x".repeat(101)],
    ["Edit interests", "Something else", "x".repeat(1001)],
  ];
  for (const [edit, name, text] of faults) {
    await wizard.button(edit).click();
    // The field itself takes no more; what fills it in by program is not asked.
    await wizard.field(name).evaluate((input) => input.removeAttribute("maxlength"));
    await wizard.field(name).fill(text);
    await expectRefused(wizard, name, "Please fill out all required fields.");
    await wizard.field(name).fill("Ana");
    await wizard.button("Back to review").click();
    await wizard.expectStep(9);
  }
});

test("[JOIN-08] the phone shows with dashes as it is typed, and is sent as digits", async () => {
  const wizard = await openWizard(site);
  const phone = wizard.field("Phone number");
  const shown: string[] = [];
  for (const digit of "9045550142") {
    await phone.press(digit);
    shown.push(await phone.inputValue());
  }
  expect(shown).toEqual([
    "9",
    "90",
    "904",
    "904-5",
    "904-55",
    "904-555",
    "904-555-0",
    "904-555-01",
    "904-555-014",
    "904-555-0142",
  ]);
  await phone.fill("");
  shown.length = 0;
  for (const digit of "19045550142") {
    await phone.press(digit);
    shown.push(await phone.inputValue());
  }
  expect(shown.slice(0, 6)).toEqual(["1", "1-9", "1-90", "1-904", "1-904-5", "1-904-55"]);
  expect(shown.at(-1)).toBe("1-904-555-0142");
  await wizard.next(2);
  expect(wizard.posts.map((post) => post["phone"])).toEqual(["19045550142"]);
  const kept = () =>
    site.sql("select data->>'phone' as phone from join_submissions where data->>'phone' like '1904555%'");
  await expect.poll(kept, SOON).toEqual([{ phone: "19045550142" }]);
});

test("[JOIN-08] the caret stays where one types in the middle of the phone, and dashes are no obstacle", async () => {
  const wizard = await openWizard(site);
  const phone = wizard.field("Phone number");
  const state = () => phone.evaluate((input: HTMLInputElement) => [input.value, input.selectionStart]);
  await phone.pressSequentially("904550142");
  expect(await state()).toEqual(["904-550-142", 11]);
  await phone.press("Home");
  for (let times = 0; times < 4; times += 1) await phone.press("ArrowRight");
  await phone.press("5");
  expect(await state()).toEqual(["904-555-0142", 5]);
  await phone.press("Backspace");
  expect(await state()).toEqual(["904-550-142", 3]);
  await phone.press("Delete");
  expect(await state()).toEqual(["904-501-42", 3]);
});

test("[JOIN-08] a pasted phone is read whatever its dress", async () => {
  const wizard = await openWizard(site, { permissions: ["clipboard-read", "clipboard-write"] });
  const phone = wizard.field("Phone number");
  await wizard.page.evaluate(() => navigator.clipboard.writeText("+1 (904) 555-0142"));
  await phone.press("ControlOrMeta+V");
  await eventually(() => phone.inputValue()).toBe("1-904-555-0142");
  await wizard.next(2);
  expect(wizard.posts).toMatchObject([{ phone: "19045550142" }]);
});

test("[JOIN-10] there are sixteen interests, sent with commas between and the other text at the end", async () => {
  const wizard = await openWizard(site, { kept: keptRun(6) });
  const boxes = wizard.main.getByRole("group", { name: "Interests" }).getByRole("checkbox");
  const names = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent));
  expect(names).toEqual(INTERESTS);
  // Backwards: what is sent stands in the order of the list.
  for (const interest of INTERESTS.toReversed()) await wizard.box(interest).check();
  await wizard.field("Something else").fill(" bird watching, chess ");
  await wizard.next(7);
  const everything = [...INTERESTS, "bird watching, chess"].join(",");
  expect(wizard.posts.at(-1)?.["reInterestedInEvents"]).toBe(everything);

  await wizard.button("Previous").click();
  await wizard.expectStep(6);
  await wizard.box("yoga").uncheck();
  await wizard.field("Something else").fill("");
  await wizard.next(7);
  const left = INTERESTS.filter((interest) => interest !== "yoga").join(",");
  expect(wizard.posts.at(-1)?.["reInterestedInEvents"]).toBe(left);
});

test("[JOIN-10] on a touch screen the option that was touched last looks like those that were never chosen", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const wizard = await openWizard(site, { kept: keptRun(6), ...phone });
  const lookOf = (interest: string) =>
    wizard.box(interest).evaluate((box) => {
      const option = box.closest("label") ?? box;
      for (const change of option.getAnimations()) change.finish();
      return { isHovered: option.matches(":hover"), edge: getComputedStyle(option).borderColor };
    });
  const { edge } = await lookOf("hiking");
  // A phone's browser leaves its pointer where the last touch was.
  await wizard.box("yoga").hover();
  expect(await lookOf("yoga")).toEqual({ isHovered: true, edge });
});
