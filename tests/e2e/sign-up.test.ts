import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import {
  expectPath,
  mailedCode,
  openSignIn,
  type SignInScreen,
  signUpElsewhere,
} from "#tests/support/sign-in-screen.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const PASSWORD = "Drift-wood-88";
const OTHER_PASSWORD = "Sea-oats-99";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

async function fillNames({ main }: SignInScreen): Promise<void> {
  await main.getByLabel("First name").fill("Mei");
  await main.getByLabel("Last name").fill("Lin");
}

/** Signs up as somebody who has only a keyboard. */
async function signUpByKeyboard(screen: SignInScreen, email: string): Promise<void> {
  const { page } = screen;
  const type = async (text: string) => page.keyboard.type(text);
  await screen.email.focus();
  // Password, its toggle, Sign in, Sign in with a passkey, Create an account.
  for (let tab = 0; tab < 5; tab += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await screen.expectForm("Create your account");
  expect(await screen.focused()).toBe("firstName");
  for (const typed of ["Ana", "Ruiz", email]) {
    await type(typed);
    await page.keyboard.press("Tab");
  }
  await type("weak");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await type("different");
  await page.keyboard.press("Enter");
  await screen.main.getByText("Passwords do not match").waitFor();
  expect(await screen.focused()).toBe("password");
  await page.keyboard.press("ControlOrMeta+A");
  await type(PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await type(PASSWORD);
  // Its toggle, the box.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
}

test("[AUTH-03] [AUTH-04] sign-up, code and sign-in, by keyboard alone: the email is there already", async () => {
  const email = "ana.ruiz@example.com";
  const screen = await openSignIn(site);
  await signUpByKeyboard(screen, email);
  await screen.expectForm("Check your email");
  expect(await screen.focused()).toBe("code");
  await screen.page.keyboard.press("Enter");
  await screen.main.getByText("Verification code is required").waitFor();
  expect(await screen.focused()).toBe("code");
  const code = await mailedCode(site, email);
  await screen.page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
  await screen.page.keyboard.press("Enter");
  await screen.expectForm("Sign in");
  await eventually(() => screen.status.first().innerText()).toBe(
    "Your email address is confirmed. Sign in with the password you chose.",
  );
  expect([await screen.email.inputValue(), await screen.focused()]).toEqual([email, "password"]);
  await screen.page.keyboard.type(PASSWORD);
  await screen.page.keyboard.press("Enter");
  await expectPath(screen.page, "/dashboard");
  expect(screen.problems).toEqual([]);
});

test("[AUTH-03] the hint stands at the password; the server's words and the fallback are shown", async () => {
  const screen = await openSignIn(site);
  await screen.button("Create an account").click();
  await screen.main
    .getByText("at least 8 characters with upper case, lower case, numbers and special characters")
    .waitFor();
  await eventually(() => screen.page.getByText("Passwords do not match").count()).toBe(0);
  await fillNames(screen);
  await screen.email.fill("kai@example.com");
  await screen.password.fill(PASSWORD);
  await screen.again.fill(PASSWORD);
  await screen.agreement.check();
  await screen.page.route("**/api/auth/sign-up", (route) => route.fulfill({ status: 500, body: "" }));
  await screen.button("Sign up").click();
  await eventually(() => screen.alert.allInnerTexts()).toEqual(["Registration failed"]);
  await eventually(() => screen.again.inputValue()).toBe(PASSWORD);
});

test("[SAFE-07] [SAFE-08] a known password and a missing name are refused at their fields, and nothing typed is lost", async () => {
  const screen = await openSignIn(site);
  await screen.button("Create an account").click();
  await screen.email.fill("kai@example.com");
  await screen.password.fill("Password1!");
  await screen.again.fill("Password1!");
  await screen.agreement.check();
  await screen.button("Sign up").click();
  await screen.main.getByText("First name is required.").waitFor();
  expect(await screen.focused()).toBe("firstName");
  await fillNames(screen);
  await screen.button("Sign up").click();
  await screen.main.getByText("This password is easy to guess").waitFor();
  expect(await screen.focused()).toBe("password");
  await eventually(() => screen.again.inputValue()).toBe("Password1!");
  for (const field of [screen.password, screen.again]) await field.fill(PASSWORD);
  await screen.button("Sign up").click();
  await screen.expectForm("Check your email");
  expect(screen.calls("sign-up").at(-1)?.body).toMatchObject({ firstName: "Mei", lastName: "Lin" });
});

test("[AUTH-04] the code opens the sign-up of this tab, also after a reload and beside somebody else's", async () => {
  const email = "mei@example.com";
  const screen = await openSignIn(site);
  await screen.button("Create an account").click();
  await fillNames(screen);
  await screen.email.fill(email);
  await screen.password.fill(PASSWORD);
  await screen.again.fill(PASSWORD);
  await screen.agreement.check();
  await screen.button("Sign up").click();
  await screen.expectForm("Check your email");
  // Somebody else signs up with the address, and another password, in between.
  await signUpElsewhere(site, email, OTHER_PASSWORD);
  await visit(screen.page, "/login");
  await screen.expectForm("Check your email");
  await screen.code.fill("000000");
  await screen.button("Confirm").click();
  await eventually(() => screen.alert.allInnerTexts()).toEqual(["Verification failed"]);
  await screen.button("Send another code").click();
  await eventually(() => screen.status.first().innerText()).toContain("another code is on its way");
  await eventually(() => screen.code.inputValue()).toBe("");
  await screen.code.fill(await mailedCode(site, email));
  await screen.button("Confirm").click();
  await screen.expectForm("Sign in");
  const { signUpId } = screen.calls("confirm")[0]?.body ?? {};
  expect(signUpId).toMatch(/^[\da-f-]{36}$/);
  for (const { body } of [...screen.calls("resend-code"), ...screen.calls("confirm")])
    expect(body).toMatchObject({ email, signUpId });
  await screen.password.fill(PASSWORD);
  await screen.button("Sign in").click();
  await expectPath(screen.page, "/dashboard");
});

test("[AUTH-04] signing in before the code leads to the code", async () => {
  const email = "eli@example.com";
  await signUpElsewhere(site, email, PASSWORD);
  const screen = await openSignIn(site);
  await screen.signIn(email, PASSWORD);
  await screen.expectForm("Check your email");
  await screen.main.getByText("Please confirm your email address first").waitFor();
  await screen.code.fill(await mailedCode(site, email));
  await screen.button("Confirm").click();
  await screen.expectForm("Sign in");
  await eventually(() => screen.email.inputValue()).toBe(email);
});

test("[AUTH-09] a forgotten password: the link of the mail asks for no code, in another browser too, and works once", async () => {
  const email = "host@example.com";
  const body = JSON.stringify({ email });
  const headers = { "content-type": "application/json" };
  await fetch(`${site.url}/api/auth/forgot-password`, { method: "POST", headers, body });
  await mailedCode(site, email);
  const mail = (await site.mails()).findLast(({ to, text }) => to === email && text.includes("/login#"));
  const path = /\/login#\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const screen = await openSignIn(site, { path });
  await screen.expectForm("Choose another password");
  await screen.main.getByText(`For ${email}.`).waitFor();
  await eventually(() => screen.code.count()).toBe(0);
  await expectAccessible(screen.page);
  await screen.newPassword.fill(PASSWORD);
  await screen.newAgain.fill(PASSWORD);
  await screen.button("Change password").click();
  await screen.expectForm("Sign in");
  await screen.signIn(email, PASSWORD);
  await expectPath(screen.page, "/dashboard");
  const again = await openSignIn(site, { path });
  await again.newPassword.fill(OTHER_PASSWORD);
  await again.newAgain.fill(OTHER_PASSWORD);
  await again.button("Change password").click();
  await again.main.getByText("This link has ended: it works once, for a day.").waitFor();
});

test("[AUTH-09] a forgotten password: a code by mail, another password, and the sign-in with it", async () => {
  const email = "complete@example.com";
  const screen = await openSignIn(site);
  await screen.email.fill(email);
  await screen.button("Forgot your password?").click();
  await eventually(() => screen.email.inputValue()).toBe(email);
  await screen.button("Send the code").click();
  await screen.expectForm("Choose another password");
  await screen.code.fill(await mailedCode(site, email));
  await screen.newPassword.fill(PASSWORD);
  await screen.newAgain.fill(OTHER_PASSWORD);
  await screen.button("Change password").click();
  await screen.main.getByText("Passwords do not match").waitFor();
  await screen.newAgain.fill(PASSWORD);
  await screen.button("Change password").click();
  await screen.expectForm("Sign in");
  await eventually(() => screen.status.first().innerText()).toContain("Your password is changed");
  await eventually(() => screen.email.inputValue()).toBe(email);
  await screen.signIn(email, DEMO_PASSWORD);
  await screen.alert.waitFor();
  await screen.signIn(email, PASSWORD);
  await expectPath(screen.page, "/dashboard");
});
