import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions } from "#tests/support/browser-site.ts";
import { holdOpen } from "#tests/support/join-wizard.ts";
import {
  ADMIN,
  expectPath,
  MEMBER,
  openSignIn,
  signedInTab,
  type SignInScreen,
  signInScreen,
} from "#tests/support/sign-in-screen.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const PASSWORD = "Drift-wood-88";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[AUTH-01] [AUTH-05] a member signs in and comes to the dashboard; an organizer to the console", async () => {
  for (const path of ["/login", "/old-login"]) {
    const member = await openSignIn(site, { path });
    await member.expectForm("Sign in");
    await member.signIn(` ${MEMBER.toUpperCase()} `, DEMO_PASSWORD);
    await expectPath(member.page, "/dashboard");
    expect(await member.token()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(member.problems).toEqual([]);
  }
  const admin = await openSignIn(site);
  await admin.signIn(ADMIN, DEMO_PASSWORD);
  await expectPath(admin.page, "/admin");
});

test("[AUTH-01] Enter before the page's scripts are there signs in once they are", async () => {
  const { page } = await site.open({ viewport: PHONE });
  const { email, password, calls } = signInScreen(page);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await email.fill(MEMBER);
  await password.fill(DEMO_PASSWORD);
  await password.press("Enter");
  scripts.resolve();
  await expectPath(page, "/dashboard");
  expect(calls("sign-in").length).toBe(1);
});

test("[AUTH-01] who is signed in already goes on to the dashboard", async () => {
  const { page } = await signedInTab(site);
  await page.goto("/login");
  await expectPath(page, "/dashboard");
  await page.goto("/old-login?next=/terms");
  await expectPath(page, "/terms");
});

test("[AUTH-01] after the sign-in one is where one wanted to go, and never on another site", async () => {
  const back = await openSignIn(site, { path: "/login?next=%2Fevents%3Fchat%3DDance" });
  await back.signIn(MEMBER, DEMO_PASSWORD);
  await expectPath(back.page, "/events?chat=Dance");
  for (const next of ["//evil.example/x", "/\\evil.example", "https://evil.example", "javascript:alert(1)"]) {
    const { page, signIn, problems } = await openSignIn(site, { path: `/login?next=${encodeURIComponent(next)}` });
    await signIn(MEMBER, DEMO_PASSWORD);
    await expectPath(page, "/dashboard");
    expect([page.url(), problems]).toEqual([`${site.url}/dashboard`, []]);
  }
});

test("[AUTH-02] what is missing is said, and the focus goes to the first of it", async () => {
  const screen = await openSignIn(site);
  await screen.button("Sign in").click();
  await eventually(() => screen.alert.allInnerTexts()).toEqual(["Email and password are required"]);
  expect(await screen.focused()).toBe("email");
  await screen.email.fill("not-an-address");
  await screen.button("Sign in").click();
  await eventually(() => screen.focused()).toBe("password");
  await screen.password.fill("x");
  await screen.button("Sign in").click();
  await screen.main.getByText("Please enter a valid email address").waitFor();
  expect([await screen.focused(), await screen.email.inputValue()]).toEqual(["email", "not-an-address"]);
  expect(screen.posts).toEqual([]);
});

test("[AUTH-02] the server's sentence is shown where it has one, and the screen's own where not; what was typed stays", async () => {
  const screen = await openSignIn(site);
  const said = (sentence: string) => eventually(() => screen.alert.allInnerTexts()).toEqual([sentence]);
  await screen.signIn(MEMBER, "wrong");
  await said("Authentication failed");
  expect([await screen.email.inputValue(), await screen.password.inputValue()]).toEqual([MEMBER, "wrong"]);
  await site.sql(
    "update credentials set must_change_password = true where sub = (select sub from accounts where email = $1)",
    ["user@example.com"],
  );
  await screen.signIn("user@example.com", DEMO_PASSWORD);
  await said("You need to change your password. Please contact an administrator.");
  await screen.page.route("**/api/auth/sign-in", (route) => route.fulfill({ status: 502, body: "<html>" }));
  await screen.signIn(MEMBER, DEMO_PASSWORD);
  await said("Authentication failed");
  expect(await screen.token()).toBeNull();
});

test("[AUTH-02] offline it says so, loses nothing, and the next try works", async () => {
  const screen = await openSignIn(site);
  await screen.page.context().setOffline(true);
  await screen.signIn(MEMBER, DEMO_PASSWORD);
  await eventually(() => screen.alert.allInnerTexts()).toEqual([
    "You are offline. Try again when you are back online.",
  ]);
  await eventually(() => screen.password.inputValue()).toBe(DEMO_PASSWORD);
  await screen.page.context().setOffline(false);
  await screen.button("Sign in").click();
  await expectPath(screen.page, "/dashboard");
});

test("[AUTH-02] while it is on its way the button says so and cannot be pressed again", async () => {
  const screen = await openSignIn(site);
  const gate = holdOpen();
  await screen.page.route("**/api/auth/sign-in", gate.hold);
  await screen.signIn(MEMBER, DEMO_PASSWORD);
  const busy = screen.button("Signing in…");
  await busy.waitFor();
  await eventually(() => busy.getAttribute("aria-disabled")).toBe("true");
  await busy.click({ force: true });
  await screen.password.press("Enter");
  expect(screen.calls("sign-in")).toHaveLength(1);
  const next = holdOpen();
  await screen.page.route(/\/assets\/dashboard-|\/dashboard\.data/, next.hold);
  gate.release();
  // Nor when it has worked, until the next page shows.
  await eventually(screen.token).not.toBeNull();
  await eventually(next.count).toBeGreaterThan(0);
  await screen.password.press("Enter");
  next.release();
  await expectPath(screen.page, "/dashboard");
  expect(screen.calls("sign-in")).toHaveLength(1);
});

test("[AUTH-02] nothing can be sent before the page is alive, and no password gets into an address", async () => {
  const { page } = await site.open({ javaScriptEnabled: false });
  await page.goto("/login");
  await eventually(() => page.getByRole("button", { name: "Sign in", exact: true }).isDisabled()).toBe(true);
  await eventually(() => page.locator("main form").getAttribute("method")).toBe("post");
  // Chromium with its scripts held back by a test does not show what is for browsers without any.
  await eventually(() => page.locator("main noscript").textContent()).toContain("This form needs JavaScript");
});

const choose = (page: Page, scheme: string) => page.getByRole("button", { name: scheme, exact: true }).click();

/** As the sign-in of `accessibility.test.ts`, which sees it in every look: here each other form in two. */
async function expectSound({ page }: SignInScreen): Promise<void> {
  await stopTransitions(page);
  await page.setViewportSize(PHONE);
  await choose(page, "Light");
  await expectAccessible(page);
  await page.setViewportSize(DESK);
  await choose(page, "Dark");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideways(page);
}

test("[AUTH-02] [AUTH-03] what is wrong, and the sign-up: in nobody's way, phone and desk, light and dark", async () => {
  const screen = await openSignIn(site);
  await screen.button("Sign in").click();
  await expectSound(screen);
  await screen.button("Create an account").click();
  await screen.email.fill("imani@example.com");
  await screen.password.fill("weak");
  await screen.button("Sign up").click();
  await expectSound(screen);
});

test("[AUTH-04] the code: in nobody's way, phone and desk, light and dark", async () => {
  const screen = await openSignIn(site);
  await screen.button("Create an account").click();
  await screen.email.fill("hannah@example.com");
  await screen.main.getByLabel("First name").fill("Mei");
  await screen.main.getByLabel("Last name").fill("Lin");
  await screen.password.fill(PASSWORD);
  await screen.again.fill(PASSWORD);
  await screen.agreement.check();
  await screen.button("Sign up").click();
  await screen.expectForm("Check your email");
  await expectSound(screen);
});

test("[AUTH-09] a forgotten password: in nobody's way, phone and desk, light and dark", async () => {
  const screen = await openSignIn(site);
  await screen.button("Forgot your password?").click();
  await screen.email.fill("hannah@example.com");
  await expectSound(screen);
  await screen.button("Send the code").click();
  await screen.expectForm("Choose another password");
  await expectSound(screen);
});

test("[AUTH-01] password managers are told what each field is, and a password can be looked at", async () => {
  const screen = signInScreen((await openSignIn(site)).page);
  const kinds = () =>
    screen.main
      .locator("input[autocomplete]")
      .evaluateAll((all) => all.map((input) => input.getAttribute("autocomplete")));
  expect(await kinds()).toEqual(["username", "current-password"]);
  await screen.password.fill("secret");
  await eventually(() => screen.password.getAttribute("type")).toBe("password");
  await screen.button("Show password").click();
  expect([await screen.password.getAttribute("type"), await screen.password.inputValue()]).toEqual(["text", "secret"]);
  await screen.button("Hide password").click();
  await eventually(() => screen.password.getAttribute("type")).toBe("password");
  await screen.button("Create an account").click();
  expect(await kinds()).toEqual(["given-name", "family-name", "username", "new-password", "new-password"]);
  await screen.button("I have an account").click();
  await screen.email.fill("theo@example.com");
  await screen.button("Forgot your password?").click();
  await screen.button("Send the code").click();
  await screen.expectForm("Choose another password");
  expect(await kinds()).toEqual(["username", "one-time-code", "new-password", "new-password"]);
});
