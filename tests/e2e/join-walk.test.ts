import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { keptRun, NOTHING, openWizard, SOON, type Wizard } from "#tests/support/join-wizard.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** What a step asks: the names of its fields, in order. */
async function asked(wizard: Wizard): Promise<(string | null)[]> {
  const controls = wizard.main.locator("input, textarea");
  return controls.evaluateAll((all) =>
    all.map((control) => (control as HTMLInputElement).labels?.[0]?.textContent?.trim() ?? null),
  );
}

async function checked(wizard: Wizard): Promise<string[]> {
  return wizard.main.locator("input:checked").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
}

test("[JOIN-01, JOIN-02, JOIN-17] a person walks all nine steps and is in the database with every answer", async () => {
  const wizard = await openWizard(site);
  const { field, next, page } = wizard;
  await eventually(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Join Jax Beach");
  await eventually(() => wizard.main.getByRole("list", { name: "Steps" }).getByRole("listitem").count()).toBe(9);

  expect(await asked(wizard)).toEqual(["Phone number"]);
  await field("Phone number").pressSequentially("9045550171");
  await next(2);
  expect(await asked(wizard)).toEqual(["First name", "Last name"]);
  await field("First name").fill("Walker");
  await field("Last name").fill("O’Shore");
  await next(3);
  expect(await asked(wizard)).toEqual(["Email"]);
  await field("Email").fill("Walker.OShore@Example.com");
  await next(4);
  expect(await asked(wizard)).toEqual(["Male", "Female", "XS", "S", "M", "L", "XL", "XXL"]);
  expect(await checked(wizard)).toEqual(["male", "M"]);
  await wizard.radio("Female").check();
  await wizard.radio("XXL").check();
  await next(5);
  expect(await asked(wizard)).toEqual(["Instagram"]);
  await field("Instagram").fill("walker.by.the.sea");
  await next(6);
  expect(await checked(wizard)).toEqual([]);
  await wizard.box("beach hangouts").check();
  await wizard.box("dance").check();
  await field("Something else").fill("chess");
  await next(7);
  expect(await checked(wizard)).toEqual([]);
  await wizard.event("Sunset Volleyball").check();
  await next(8);
  expect(await asked(wizard)).toEqual(["How did you hear about us?", "Message"]);
  await field("How did you hear about us?").fill("a flyer at the pier");
  await field("Message").fill("Hello!\nI bring a ball.");
  await next(9);
  expect(await asked(wizard)).toEqual([expect.stringMatching(/^I’m 18 or older and agree to the Terms/)]);
  expect(await checked(wizard)).toEqual([]);
  await wizard.agreement.check();
  await wizard.button("Submit").click();
  await wizard.main.getByText("Success! We got your request to join our group!").waitFor();

  const people = await site.sql(
    `select zsex, shirtsize, first_name, last_name, phone, socials, referred_by, zmessage, status, role,
            re_interested_in_events as interests, selected_events as events, date_added is not null as dated
       from users where email = 'walker.oshore@example.com'`,
  );
  expect(people).toEqual([
    {
      zsex: "female",
      shirtsize: "XXL",
      first_name: "Walker",
      last_name: "O’Shore",
      phone: "9045550171",
      socials: "instagram: walker.by.the.sea",
      referred_by: "a flyer at the pier",
      zmessage: "Hello!\nI bring a ball.",
      status: "applied",
      role: "user",
      interests: ["dance", "beach hangouts", "chess"],
      events: ["2026-11-21-sunset-volleyball"],
      dated: true,
    },
  ]);
});

test("[JOIN-01] the last step reads everything back, and each Edit leads to its step and back", async () => {
  const answers = {
    sex: "female",
    shirtSize: "XS",
    instagram: "anaruiz",
    interests: ["yoga"],
    otherInterests: "chess",
    events: ["2026-11-21-sunset-volleyball"],
    referredBy: "a friend",
    message: "See you there",
  };
  const wizard = await openWizard(site, { kept: keptRun(9, answers) });
  const groups: [edit: string, step: number, shows: string[]][] = [
    ["Edit phone number", 1, ["904-555-0142"]],
    ["Edit name", 2, ["Ana Ruiz"]],
    ["Edit email", 3, ["ana.ruiz@example.com"]],
    ["Edit sex and shirt size", 4, ["female", "XS"]],
    ["Edit Instagram", 5, ["anaruiz"]],
    ["Edit interests", 6, ["yoga", "chess"]],
    ["Edit events", 7, ["Sunset Volleyball"]],
    ["Edit how you heard and message", 8, ["a friend", "See you there"]],
  ];
  for (const [edit, step, shows] of groups) {
    const group = wizard.main
      .getByRole("listitem")
      .filter({ has: wizard.page.getByRole("button", { name: edit, exact: true }) });
    const words = await group.textContent();
    for (const answer of shows) expect(words, edit).toContain(answer);
    await wizard.button(edit).click();
    await wizard.expectStep(step);
    await wizard.button("Back to review").click();
    await wizard.expectStep(9);
  }
});

test("[JOIN-01, JOIN-07] what is edited from the last step is shown there, and what was emptied does not pass", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9) });
  await wizard.button("Edit name").click();
  await wizard.expectStep(2);
  await wizard.field("First name").fill("");
  await wizard.button("Back to review").click();
  await wizard.expectAlerts("First name is required.");
  await wizard.expectStep(2);
  await wizard.field("First name").fill("Anna");
  await wizard.button("Back to review").click();
  await wizard.expectStep(9);
  await eventually(() => wizard.main.textContent()).toContain("My name is Anna Ruiz.");
});

test("[JOIN-02] Next posts what is there so far and no more, step by step", async () => {
  const wizard = await openWizard(site);
  const { field, next, posts } = wizard;
  await wizard.button("Next").click();
  await wizard.expectAlerts("Phone number is required.");
  expect(posts).toEqual([]);

  await field("Phone number").fill("9045550142");
  await next(2);
  await wizard.expectAlerts();
  const { submissionId } = posts[0] ?? { submissionId: "" };
  const soFar = {
    submissionId,
    complete: false,
    formType: "formSocialGroupChat",
    photo: "default",
    phone: "9045550142",
  };
  expect(submissionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(posts).toEqual([soFar]);

  await field("First name").fill(" Ana ");
  await field("Last name").fill("Ruiz");
  await next(3);
  expect(posts.at(-1)).toEqual({ ...soFar, firstName: "Ana", lastName: "Ruiz" });
  await field("Email").fill("ana.ruiz@example.com");
  await next(4);
  const withAddress = { ...soFar, firstName: "Ana", lastName: "Ruiz", email: "ana.ruiz@example.com" };
  expect(posts.at(-1)).toEqual(withAddress);
  await next(5);
  expect(posts.at(-1)).toEqual({ ...withAddress, zsex: "male", shirtsize: "M" });
  expect(posts).toHaveLength(4);

  const kept = () =>
    site.sql("select data, completed_at from join_submissions where submission_id = $1", [submissionId]);
  const { submissionId: _id, complete: _complete, ...data } = posts.at(-1) ?? soFar;
  await expect.poll(kept, SOON).toEqual([{ data, completed_at: null }]);
});

test("[JOIN-02] Next takes the complaint away and scrolls to the top; Previous keeps what was typed", async () => {
  // Low enough that the sixteen interests do not fit.
  const wizard = await openWizard(site, { kept: keptRun(5), viewport: { width: 390, height: 500 } });
  const { page } = wizard;
  const scrolled = () => page.evaluate(() => window.scrollY);
  await wizard.field("Instagram").fill("anaruiz");
  await wizard.next(6);
  await wizard.box("kayaking").check();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await scrolled()).toBeGreaterThan(100);
  await wizard.next(7);
  expect(await scrolled()).toBe(0);

  await wizard.button("Previous").click();
  await wizard.expectStep(6);
  await eventually(() => wizard.box("kayaking").isChecked()).toBe(true);
  await wizard.button("Previous").click();
  await wizard.expectStep(5);
  await eventually(() => wizard.field("Instagram").inputValue()).toBe("anaruiz");
  await wizard.button("Previous").click();
  await wizard.expectStep(4);
});

test("[JOIN-02] nothing is before the first step: its Previous is disabled, and alive from the second on", async () => {
  const wizard = await openWizard(site, { path: "/join" });
  await wizard.field("Phone number").fill("9045550142");
  await eventually(() => wizard.button("Previous").isDisabled()).toBe(true);
  await wizard.next(2);
  await wizard.button("Previous").click();
  await wizard.expectStep(1);
  await eventually(() => wizard.button("Previous").isDisabled()).toBe(true);
});

test("[JOIN-02] a refused step says so until it is put right, and then goes on", async () => {
  const wizard = await openWizard(site, { kept: keptRun(3, { ...NOTHING, phone: "9045550142" }) });
  await wizard.field("Email").fill("ana@");
  await wizard.button("Next").click();
  await wizard.expectAlerts("Please enter a valid email address.");
  await wizard.field("Email").fill("ana@example.com");
  await wizard.next(4);
  await wizard.expectAlerts();
  expect(wizard.posts).toHaveLength(1);
});
