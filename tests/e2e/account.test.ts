import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** The account tab of somebody new. */
async function openAccount(email: string, user: Parameters<BrowserSite["signedIn"]>[0]["user"] = {}) {
  const account = await site.signedIn({ email, user });
  const tab = await site.open({ as: account.token, viewport: DESK });
  await visit(tab.page, "/dashboard?tab=account");
  await tab.page.getByRole("heading", { name: "About you" }).waitFor();
  return { ...account, ...tab };
}
const section = (page: Page, name: string) => page.getByRole("region", { name });

test("[DAY-02] the dashboard leads to one's own show rate, with what counts and what it is used for", async () => {
  const { token, userId } = await site.signedIn({ email: "rate@example.com" });
  for (const day of ["2026-11-13", "2026-11-14"]) {
    const { id, startsAt } = await site.addEvent(makeEvent({ day, title: "Counted" }));
    await site.sql(
      "insert into event_rsvps (event_id, user_id, answer, answered_at) values ($1, $2, 'going', $3::timestamptz - interval '1 day')",
      [id, userId, startsAt],
    );
    await site.sql(
      "insert into event_attendance (event_id, id, user_id, presence, marked_at) values ($1, $2, $2, 'here', $3)",
      [id, userId, startsAt],
    );
  }
  const { page } = await site.open({ as: token });
  await visit(page, "/dashboard");
  const sentence = "You came to all 2 events you signed up for in the last six months.";
  await page.getByText(sentence).first().waitFor();
  await page.getByRole("link", { name: "Your show rate" }).click();
  const rate = section(page, "Your show rate");
  await rate.getByText(sentence).waitFor();
  await eventually(() => rate.innerText()).toContain("Only you and the organizers see yours.");
  await eventually(() => rate.evaluate((box) => box.getBoundingClientRect().top < window.innerHeight)).toBe(true);
});

test("[DASH-05] the profile is shown, and what may be changed can be edited", async () => {
  const { page } = await openAccount("edit@example.com", {
    firstName: "Ana",
    lastName: "Ruiz",
    phone: "9045550142",
    zsex: "female",
    shirtsize: "S",
  });
  const about = section(page, "About you");
  const said = await about.innerText();
  for (const words of ["Ana Ruiz", "edit@example.com", "volleyball", "a friend"]) expect(said).toContain(words);
  await eventually(() => section(page, "Phone, sex and shirt size").innerText()).toContain("904-555-0142");
  await about.getByRole("button", { name: "Edit about you" }).click();
  await about.getByLabel("First name").fill("Anita");
  await about.getByLabel("Age", { exact: true }).fill("7");
  await about.getByLabel("yoga").check();
  await about.getByRole("button", { name: "Save" }).click();
  await about.getByText("An age in years, from 13 to 120.").waitFor();
  await expectAccessible(page);
  await about.getByLabel("Age", { exact: true }).fill("31");
  await about.getByRole("button", { name: "Save" }).click();
  await about.getByText("Anita Ruiz").waitFor();
  await page.getByRole("heading", { level: 1, name: /, Anita$/ }).waitFor();
  expect(
    await site.sql(
      "select first_name, age, re_interested_in_events as likes from users where email = 'edit@example.com'",
    ),
  ).toEqual([{ first_name: "Anita", age: 31, likes: ["volleyball", "yoga"] }]);
});

test("[DASH-05, JOIN-10] a long interest of the join form stays while another is added; what cannot be saved is said", async () => {
  const words = "long walks with a dog ".repeat(31).trim();
  const { page } = await openAccount("long-walks@example.com", { reInterestedInEvents: [words] });
  const about = section(page, "About you");
  const add = async (interest: string) => {
    await about.getByRole("button", { name: "Edit about you" }).click();
    await about.getByLabel(interest, { exact: true }).check();
    await about.getByRole("button", { name: "Save" }).click();
  };
  await add("kayaking");
  await about.getByRole("button", { name: "Edit about you" }).waitFor();
  const likes = "select re_interested_in_events as likes from users where email = 'long-walks@example.com'";
  expect(await site.sql(likes)).toEqual([{ likes: [words, "kayaking"] }]);
  // Nobody could type this one.
  await site.sql(
    `update users set re_interested_in_events = array[repeat('x', 1001)] where email = 'long-walks@example.com'`,
  );
  await visit(page, "/dashboard?tab=account");
  await add("frisbee");
  await about.getByText("At most 1000 characters. What you typed is still here.").waitFor();
  await expectAccessible(page);
});

test("[DASH-04] in the profile phone, sex and shirt size are read only once they are set, and say so", async () => {
  const { page } = await openAccount("fixed@example.com", { phone: "9045550143", zsex: "female", shirtsize: "" });
  await section(page, "Phone, sex and shirt size").getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: "Edit Your Profile" });
  await dialog.getByText("904-555-0143").waitFor();
  await eventually(() => dialog.getByRole("textbox").count()).toBe(0);
  await dialog.getByText("Your phone number cannot be changed after initial setup.").waitFor();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByText("Your sex cannot be changed after initial setup.").waitFor();
  await eventually(() => dialog.getByRole("radio").count()).toBe(0);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("XL", { exact: true }).check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await section(page, "Phone, sex and shirt size").getByText("XL", { exact: true }).waitFor();
  expect(await site.sql("select phone, shirtsize from users where email = 'fixed@example.com'")).toEqual([
    { phone: "9045550143", shirtsize: "XL" },
  ]);
});

test("[DASH-04] Escape closes the dialog, but not over what was typed; the focus comes back", async () => {
  const { page } = await openAccount("escape@example.com", { phone: "" });
  const opener = section(page, "Phone, sex and shirt size").getByRole("button");
  const dialog = page.getByRole("dialog", { name: "Edit Your Profile" });
  await opener.click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await opener.click();
  await dialog.getByLabel("Phone number").fill("9045550144");
  await page.keyboard.press("Escape");
  await dialog.getByText("What you entered is not saved yet.").waitFor();
  await dialog.getByRole("button", { name: "Keep going" }).click();
  await eventually(() => dialog.getByLabel("Phone number").inputValue()).toBe("904-555-0144");
  // The focus stays inside, however far one walks.
  for (let stop = 0; stop < 6; stop += 1) await page.keyboard.press("Tab");
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
    ),
  ).toBe(true);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await site.sql("select phone from users where email = 'escape@example.com'")).toEqual([{ phone: "" }]);
});

test("[DASH-04] when saving fails, everything is still there", async () => {
  const { page } = await openAccount("offline@example.com", { phone: "" });
  await section(page, "Phone, sex and shirt size").getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: "Edit Your Profile" });
  await dialog.getByLabel("Phone number").fill("9045550145");
  for (let step = 1; step < 4; step += 1) await dialog.getByRole("button", { name: "Next" }).click();
  await page.route("**/api/profile", (route) => route.abort(), { times: 1 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("What you answered is still here.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await site.sql("select phone from users where email = 'offline@example.com'")).toEqual([
    { phone: "9045550145" },
  ]);
});

test("[DASH-05] which mails one wants is kept as it is chosen", async () => {
  const { page } = await openAccount("mail@example.com");
  const mail = section(page, "Mail");
  await mail.getByLabel("Reminders").uncheck();
  await mail.getByText("Saved.").waitFor();
  await mail.getByLabel("No email at all").check();
  await eventually(() => mail.getByLabel("Changes").isDisabled()).toBe(true);
  await mail.getByText("Saved.").waitFor();
  expect(
    await site.sql(
      "select reminders, rsvps, unsubscribed_at is not null as stopped from mail_preferences where email = 'mail@example.com'",
    ),
  ).toEqual([{ reminders: false, rsvps: true, stopped: true }]);
});

test("[DASH-05] of two mails chosen at once, the one that is not saved goes back and says so, and the other stays", async () => {
  const { page } = await openAccount("two@example.com");
  const mail = section(page, "Mail");
  const pressed = Promise.withResolvers<void>();
  const lose = async (route: Route) => {
    await pressed.promise;
    await route.abort();
  };
  await page.route("**/api/profile", lose, { times: 1 });
  await mail.getByLabel("Reminders").uncheck();
  await mail.getByLabel("Changes").uncheck();
  pressed.resolve();
  const kept = "select reminders, event_changes from mail_preferences where email = 'two@example.com'";
  await eventually(() => site.sql(kept)).toEqual([{ reminders: true, event_changes: false }]);
  await mail.getByText(/^This may not have been saved\./).waitFor();
  await eventually(() => mail.getByLabel("Reminders").isChecked()).toBe(true);
  await eventually(() => mail.getByLabel("Changes").isChecked()).toBe(false);
});

test("[DASH-05] one's data can be taken away as a file", async () => {
  const { page } = await openAccount("data@example.com", { firstName: "Dora" });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("my-data.json");
  const data = JSON.parse(await readFile(await file.path(), "utf8")) as { people: { firstName: string }[] };
  expect(data.people.map(({ firstName }) => firstName)).toEqual(["Dora"]);
});

test("[DASH-05] logging out leads to the front page, signed out", async () => {
  const { page } = await openAccount("out@example.com");
  await section(page, "Signed in").getByRole("link", { name: "Log out" }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await page.evaluate(() => sessionStorage.getItem("idToken"))).toBeNull();
});

test("[SIDE-07] the page about deletion names the button in the dashboard", async () => {
  const { page } = await site.open();
  await visit(page, "/data-deletion");
  await eventually(() => page.getByText("Delete my account").count()).toBe(1);
});

test("[DASH-05] an account is deleted only with the word DELETE, and then it is gone", async () => {
  const { page } = await openAccount("gone@example.com");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete my account" });
  await dialog.getByText("Former member").waitFor();
  await dialog.getByLabel("Type DELETE to confirm").fill("delete");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await dialog.getByText("Please type DELETE to confirm").waitFor();
  await expectAccessible(page);
  expect(await site.sql("select email from accounts where email = 'gone@example.com'")).toHaveLength(1);
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
  // Nothing of the person stands on the page anymore, and the tab is signed out before anything is clicked.
  await eventually(() => page.getByText("gone@example.com").count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem("idToken"))).toBeNull();
  await page.getByRole("link", { name: "Done" }).click();
  await page.waitForURL(`${site.url}/`);
  expect(await page.evaluate(() => sessionStorage.getItem("idToken"))).toBeNull();
  expect(
    await site.sql(
      "select email from accounts where email = 'gone@example.com' union select email from users where email = 'gone@example.com'",
    ),
  ).toEqual([]);
});
