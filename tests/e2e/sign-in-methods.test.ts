import { afterAll, beforeAll, expect, test } from "vitest";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { expectPath, openSignIn, signedInTab } from "#tests/support/sign-in-screen.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const PASSWORD = "Drift-wood-88";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

/** The newest link that was mailed to an address. */
async function mailedLink(email: string): Promise<string> {
  const links = async () =>
    (await site.mails())
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/login\/link#[\w-]+/.exec(text)?.slice(0) ?? []);
  await eventually(async () => (await links()).length).toBeGreaterThan(0);
  return (await links()).at(-1) ?? "";
}

async function askForLink(email: string) {
  const screen = await openSignIn(site);
  await screen.button("Email me a sign-in link").click();
  await screen.expectForm("Email me a sign-in link");
  expect(await screen.focused()).toBe("email");
  await screen.email.fill(email);
  await screen.button("Send the link").click();
  await screen.expectForm("Check your email");
  return screen;
}

test("[SAFE-08] a mailed link, opened in the browser that asked for it, signs in with one press", async () => {
  const email = "complete@example.com";
  const screen = await askForLink(email);
  await visit(screen.page, await mailedLink(email));
  // Opened by itself it does nothing.
  expect(screen.calls("link-sign-in")).toEqual([]);
  await screen.button("Sign in").click();
  await expectPath(screen.page, "/dashboard");
  expect(screen.problems).toEqual([]);
});

test("[SAFE-08] in another browser the link asks for the number that the first one shows", async () => {
  const email = "incomplete@example.com";
  const first = await askForLink(email);
  const number = (await first.main.getByText(/^\d{3} \d{3}$/).innerText()).trim();
  const other = await openSignIn(site, { path: await mailedLink(email) });
  await other.button("Sign in").click();
  const field = other.main.getByLabel("Number");
  await field.waitFor();
  await other.button("Sign in").click();
  await other.main.getByText("Enter the number shown in the browser").waitFor();
  expect(await other.focused()).toBe("number");
  await field.fill(number);
  await other.button("Sign in").click();
  await expectPath(other.page, "/dashboard");
});

test("[SAFE-07] the password is changed in Account, with the current one", async () => {
  const { page, problems } = await signedInTab(site, { email: "user@example.com" });
  await visit(page, "/account/security");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Change password" }).click();
  const section = main.getByRole("region", { name: "Password" });
  await section.getByLabel("Current password", { exact: true }).fill("Wrong-castle-7");
  await section.getByLabel("New password", { exact: true }).fill("Password1!");
  await section.getByLabel("New password again", { exact: true }).fill("Password1!");
  const send = section.getByRole("button", { name: "Change password" });
  await send.click();
  await section.getByText("This password is easy to guess").waitFor();
  for (const label of ["New password", "New password again"])
    await section.getByLabel(label, { exact: true }).fill(PASSWORD);
  await send.click();
  await section.getByText("This is not your current password.").waitFor();
  await section.getByLabel("Current password", { exact: true }).fill(DEMO_PASSWORD);
  await send.click();
  await section.getByText("Your password is changed. Every other device is signed out.").waitFor();
  expect(problems).toEqual([]);
});

test("[SAFE-02] the email is changed in Account, with a code mailed to the new one", async () => {
  const { page } = await signedInTab(site, { email: "host@example.com" });
  await visit(page, "/account/security");
  const section = page.getByRole("main").getByRole("region", { name: "Email" });
  await section.getByRole("button", { name: "Change email" }).click();
  await section.getByLabel("New email").fill("new.host@example.com");
  await section.getByRole("button", { name: "Send the code" }).click();
  await section.getByText("Until you enter it, nothing changes.").waitFor();
  const codes = async () =>
    (await site.mails())
      .filter(({ to }) => to === "new.host@example.com")
      .flatMap(({ subject }) => /^\d{6}(?= is your)/.exec(subject)?.[0] ?? []);
  await eventually(async () => (await codes()).length).toBe(1);
  await section.getByLabel("Verification code").fill((await codes())[0] ?? "");
  await section.getByRole("button", { name: "Change email" }).click();
  await section.getByText("Your email is changed.").waitFor();
  await eventually(() => section.innerText()).toContain("new.host@example.com");
});
