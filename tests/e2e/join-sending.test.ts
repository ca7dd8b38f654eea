import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { ANA, holdOpen, keptRun, openWizard, SOON, type Wizard } from "#tests/support/join-wizard.ts";

const SUCCESS = "Success! We got your request to join our group!";
const CHAT = "https://chat.example.com/invite/beach?from=join";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ GROUP_CHAT_INVITE_URL: CHAT });
});
afterAll(() => site.close());

/** How far the bar says it is. */
function percent({ bar }: Wizard): Promise<string | null> {
  return bar.getAttribute("aria-valuenow");
}

test("[JOIN-12] the final request carries exactly this", async () => {
  const answers = {
    sex: "female",
    shirtSize: "XS",
    instagram: " anaruiz ",
    interests: ["volleyball", "dance"],
    otherInterests: "chess",
    events: ["2026-11-21-sunset-volleyball", "2026-11-20-sand-sixes"],
    referredBy: "a friend",
    message: "See you on the sand",
  };
  const kept = keptRun(9, { ...answers, firstName: " Ana ", phone: "19045550142" });
  const wizard = await openWizard(site, { kept });
  await wizard.button("Submit").click();
  await wizard.main.getByText(SUCCESS).waitFor();
  expect(wizard.posts).toEqual([
    {
      submissionId: kept.submissionId,
      complete: true,
      email: "ana.ruiz@example.com",
      formType: "formSocialGroupChat",
      firstName: "Ana",
      lastName: "Ruiz",
      phone: "19045550142",
      photo: "default",
      referredBy: "a friend",
      zsex: "female",
      socials: "instagram: anaruiz",
      reInterestedInEvents: "volleyball,dance,chess",
      selectedEvents: [
        {
          title: "Sand Sixes",
          date: "November 20, 2026",
          time: "6:00 PM",
          socialEventId: "2026-11-20-sand-sixes",
        },
        {
          title: "Sunset Volleyball",
          date: "November 21, 2026",
          time: "5:30 PM",
          socialEventId: "2026-11-21-sunset-volleyball",
        },
      ],
      shirtsize: "XS",
      message: "See you on the sand",
      agreedTerms: "2026-11-22",
    },
  ]);
});

test("[JOIN-12] who said nothing, or one letter, of how they heard or as a message is sent as 'default'", async () => {
  const wizard = await openWizard(site, { kept: keptRun(8) });
  // Refused each time, so that one page is enough.
  await wizard.answerFinal((route) => route.fulfill({ status: 503, json: { error: "busy" } }));
  const said: [referredBy: string, message: string, sent: string[]][] = [
    ["", "", ["default", "default"]],
    ["x", " y ", ["default", "default"]],
    ["xy", "ok", ["xy", "ok"]],
  ];
  for (const [index, [referredBy, message, sent]] of said.entries()) {
    await wizard.field("How did you hear about us?").fill(referredBy);
    await wizard.field("Message").fill(message);
    await wizard.next(9);
    await wizard.button("Submit").click();
    await wizard.button("Show Error Details").waitFor();
    const posts = wizard.posts.slice(2 * index);
    expect(posts.map((post) => post.complete)).toEqual([false, true]);
    for (const post of posts) expect([post["referredBy"], post["message"]]).toEqual(sent);
    await wizard.button("Edit how you heard and message").click();
    await wizard.expectStep(8);
  }
});

test("[JOIN-13] the bar fills one percent in 100 ms and stays at 100; after 20 seconds a notice asks to refresh", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9), stopClock: true });
  const { clock } = wizard.page;
  const final = holdOpen();
  await wizard.answerFinal(final.hold);
  const notice = wizard.main.getByText("Please refresh the page");
  await eventually(() => wizard.bar.count()).toBe(0);
  await wizard.button("Submit").click();
  await wizard.bar.waitFor();
  expect([await percent(wizard), await wizard.bar.getAttribute("aria-valuemax")]).toEqual(["0", "100"]);
  const seen: (string | null)[] = [];
  for (const milliseconds of [99, 1, 100, 9_700, 100, 5_000]) {
    await clock.runFor(milliseconds);
    seen.push(await percent(wizard));
  }
  expect(seen).toEqual(["0", "1", "2", "99", "100", "100"]);
  await clock.runFor(4_900);
  await eventually(() => notice.isVisible()).toBe(false);
  await clock.runFor(100);
  await notice.waitFor();
  expect(await percent(wizard)).toBe("100");

  final.release();
  await wizard.main.getByText(SUCCESS).waitFor();
  expect([await wizard.bar.count(), await notice.count()]).toEqual([0, 0]);
  expect(wizard.finalPosts()).toHaveLength(1);
});

test("[JOIN-13] a request that is answered in time shows no notice, and the next one starts from nothing", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9), stopClock: true });
  const { clock } = wizard.page;
  const first = holdOpen((route) => route.fulfill({ status: 503, json: { error: "busy" } }));
  const second = holdOpen();
  await wizard.answerFinal((route) => (first.count() === 0 ? first : second).hold(route));
  await wizard.button("Submit").click();
  await wizard.bar.waitFor();
  await clock.runFor(15_000);
  first.release();
  await wizard.button("Show Error Details").waitFor();
  await wizard.button("Edit email").click();
  await wizard.expectStep(3);
  await wizard.button("Back to review").click();
  await wizard.expectStep(9);
  await wizard.button("Submit").click();
  await wizard.bar.waitFor();
  expect(await percent(wizard)).toBe("0");
  await clock.runFor(10_000);
  await eventually(() => wizard.main.getByText("Please refresh the page").isVisible()).toBe(false);
});

test("[JOIN-14] a female applicant is told to download the chat app and gets the way into the group chat", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9, { sex: "female" }), stopClock: true });
  await wizard.button("Submit").click();
  const heading = wizard.main.getByRole("heading", { name: SUCCESS, exact: true });
  await heading.waitFor();
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await eventually(() => wizard.main.textContent()).toMatch(/download the \w+ chat app/);
  const invitation = wizard.main.getByRole("link", { name: "Join Group Chat", exact: true });
  await eventually(() => invitation.getAttribute("href")).toBe(CHAT);
  // Nobody takes her away from it.
  await wizard.page.clock.runFor(60_000);
  expect(new URL(wizard.page.url()).pathname).toBe("/join");
  await eventually(() => wizard.main.getByRole("link", { name: "Continue", exact: true }).count()).toBe(0);
});

test("[JOIN-14] everyone else is led to /subscribe, once the sentence could be read", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9, { sex: "male" }), stopClock: true });
  const { page } = wizard;
  await wizard.button("Submit").click();
  await wizard.main.getByRole("heading", { name: SUCCESS, exact: true }).waitFor();
  await eventually(() => wizard.main.getByRole("link", { name: "Join Group Chat" }).count()).toBe(0);
  await page.clock.runFor(2_900);
  expect(new URL(page.url()).pathname).toBe("/join");
  await page.clock.runFor(200);
  await page.waitForURL("**/subscribe", { waitUntil: "commit" });
});

test("[JOIN-14] Continue leads to /subscribe at once", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9, { sex: "male" }), stopClock: true });
  await wizard.button("Submit").click();
  await wizard.main.getByRole("link", { name: "Continue", exact: true }).click();
  // Navigation waits for the next paint.
  await wizard.page.clock.runFor(100);
  await wizard.page.waitForURL("**/subscribe", { waitUntil: "commit" });
  expect(wizard.finalPosts()).toHaveLength(1);
});

test("[JOIN-03] Submit pressed again and again sends one request", async () => {
  const wizard = await openWizard(site, { kept: keptRun(9, { email: "once@example.com" }) });
  const final = holdOpen();
  await wizard.answerFinal(final.hold);
  const submit = wizard.button("Submit");
  await submit.dblclick();
  await wizard.bar.waitFor();
  // It says that it is not to be pressed; somebody does all the same.
  await eventually(() => submit.getAttribute("aria-disabled")).toBe("true");
  await submit.click({ force: true });
  await submit.press("Enter");
  await expect.poll(final.count, SOON).toBe(1);
  final.release();
  await wizard.main.getByText(SUCCESS).waitFor();
  expect(wizard.finalPosts()).toHaveLength(1);
  expect(await site.sql("select 1 as one from users where email = 'once@example.com'")).toHaveLength(1);
});

test("[JOIN-03] Back while the form is being sent leads to the questions, and what is corrected there is sent", async () => {
  const wizard = await openWizard(site, { kept: keptRun(8, { email: "back@example.com", message: "Hi al" }) });
  await wizard.next(9);
  const final = holdOpen();
  await wizard.answerFinal(final.hold);
  await wizard.button("Submit").click();
  await expect.poll(final.count, SOON).toBe(1);
  await wizard.page.goBack();
  await wizard.expectStep(8);
  await wizard.field("Message").fill("Hi all");
  final.release();
  await wizard.next(9);
  await wizard.button("Submit").click();
  await wizard.main.getByText(SUCCESS).waitFor();
  expect(wizard.finalPosts().map(({ message }) => message)).toEqual(["Hi al", "Hi all"]);
});

test("[JOIN-03] a double click on the last Next does not send what nobody has read", async () => {
  const wizard = await openWizard(site, { kept: keptRun(8) });
  await wizard.button("Next").dblclick();
  await wizard.expectStep(9);
  await wizard.button("Edit name").click();
  await wizard.expectStep(2);
  await eventually(() => wizard.field("First name").inputValue()).toBe(ANA.firstName);
  expect(wizard.finalPosts()).toEqual([]);
});
