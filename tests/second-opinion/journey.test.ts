import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { startFakeGroupMe } from "#tests/fakes/groupme/fake-groupme.ts";
import { DESK } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite } from "#tests/support/browser-site.ts";
import { startCognitoEmulator } from "#tests/support/emulators.ts";
import { expectPath, MEMBER, openSignIn, type SignInScreen } from "#tests/support/sign-in-screen.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";

// People in a browser, the built site, a user pool that somebody else wrote and our strict GroupMe: all that our own
// accounts and chats do for them, done by services elsewhere.

const PASSWORD = "Drift-wood-88";
const OTHER_PASSWORD = "Sea-oats-99";
const EMAIL = MEMBER;

async function startSites() {
  const [pool, groupMe] = await Promise.all([startCognitoEmulator(), startFakeGroupMe()]);
  const group = groupMe.addGroup("Beach Volleyball");
  groupMe.say(group, "Nets up at five");
  const settings = {
    // The pool goes by the world's clock.
    NOW: "",
    IDENTITY: "cognito",
    COGNITO_USER_POOL_ID: pool.poolId,
    COGNITO_CLIENT_ID: pool.clientId,
    COGNITO_ENDPOINT: pool.url,
    AWS_ACCESS_KEY_ID: pool.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: pool.credentials.secretAccessKey,
    CHAT: "groupme",
    GROUPME_TOKEN: groupMe.token,
    GROUPME_URL: groupMe.url,
  };
  const site = await startBrowserSite(settings);
  onTestFinished(async () => {
    await site.close();
    await groupMe.close();
  });
  return { pool, groupMe, group, site, settings };
}

/** The address that an organizer gives to GroupMe's bot, as the terminal shows it. */
async function callbackAddress(site: BrowserSite, settings: Record<string, string>): Promise<string> {
  const env = { ...settings, DATABASE_URL: site.databaseUrl, PUBLIC_URL: site.url };
  const { out } = await runAtTerminal("src/server/admin.ts", ["chat-callback"], env).shown;
  return out.trim();
}

async function callAsBot(address: string, said: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(said) });
  expect(answer.status).toBe(200);
}

async function signUp(screen: SignInScreen, code: string): Promise<void> {
  await screen.button("Create an account").click();
  await screen.main.getByLabel("First name").fill("Mei");
  await screen.main.getByLabel("Last name").fill("Lin");
  await screen.email.fill(EMAIL);
  await screen.password.fill(PASSWORD);
  await screen.again.fill(PASSWORD);
  await screen.agreement.check();
  await screen.button("Sign up").click();
  await screen.expectForm("Check your email");
  await screen.code.fill(String(Number(code) + 1));
  await screen.button("Confirm").click();
  await eventually(() => screen.alert.allInnerTexts()).toEqual(["Verification failed"]);
  await screen.code.fill(code);
  await screen.button("Confirm").click();
  await screen.expectForm("Sign in");
}

async function choosePassword(screen: SignInScreen, code: string): Promise<void> {
  await screen.button("Forgot your password?").click();
  await screen.email.fill(EMAIL);
  await screen.button("Send the code").click();
  await screen.expectForm("Choose another password");
  await screen.code.fill(code);
  await screen.newPassword.fill(OTHER_PASSWORD);
  await screen.newAgain.fill(OTHER_PASSWORD);
  await screen.button("Change password").click();
  await screen.expectForm("Sign in");
}

const log = (page: Page) => page.getByRole("log");

/** From the dashboard into a chat, as far as its live line stands. */
async function enterChat(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name: "Chats", exact: true }).click();
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await card.getByText("2 members | 1 message").waitFor();
  await card.getByRole("link", { name: "View Chat" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await log(page).getByText("Nets up at five").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
}

test("[AUTH-02] [AUTH-08] [CHAT-05] accounts of a pool and chats of GroupMe: from the sign-up to an answer in the chat", async () => {
  const { pool, groupMe, group, site, settings } = await startSites();
  const screen = await openSignIn(site, { viewport: DESK });
  const { page } = screen;
  await signUp(screen, pool.code);
  await screen.signIn(EMAIL, OTHER_PASSWORD);
  await eventually(() => screen.alert.allInnerTexts()).toEqual(["Authentication failed"]);
  await choosePassword(screen, pool.code);
  const forced = { Username: "forced@example.com", TemporaryPassword: PASSWORD, MessageAction: "SUPPRESS" };
  await pool.administer("AdminCreateUser", forced);
  await screen.signIn(forced.Username, PASSWORD);
  await eventually(() => screen.alert.allInnerTexts()).toEqual([
    "You need to change your password. Please contact an administrator.",
  ]);
  // What organizers do in AWS's console; and what AWS, unlike the emulator, does itself when a code was right.
  const verified = ["email", "email_verified"].map((Name, index) => ({ Name, Value: [EMAIL, "true"][index] }));
  await pool.administer("AdminUpdateUserAttributes", { Username: EMAIL, UserAttributes: verified });
  await pool.administer("AdminAddUserToGroup", { Username: EMAIL, GroupName: "Members" });
  await screen.signIn(EMAIL, OTHER_PASSWORD);
  await expectPath(page, "/dashboard");
  // The person whom the site knows by this address.
  await page.getByRole("heading", { level: 1, name: /^Good (morning|afternoon|evening), Morgan$/ }).waitFor();

  await enterChat(page, group.name);
  await page.getByRole("textbox", { name: /^Message to/ }).fill("Who drives?");
  await page.keyboard.press("Enter");
  await log(page).locator("[data-own]", { hasText: "Who drives?" }).waitFor();
  await eventually(() => group.messages.at(-1)?.text).toBe("Morgan Member: Who drives?");
  const heard = groupMe.say(group, "I do, at six");
  // It comes by the call, or with the next round of the minute; that a call is enough, the tests of the API prove.
  await callAsBot(await callbackAddress(site, settings), heard);
  await log(page).getByText("I do, at six").waitFor();
  expect(await log(page).getByText("Who drives?").count()).toBe(1);

  // The pool stops: who is in goes on, who wants in is told.
  const other = await openSignIn(site);
  await pool.stop();
  await other.signIn(EMAIL, OTHER_PASSWORD);
  await eventually(() => other.alert.allInnerTexts()).toEqual([
    "The sign-in service cannot be reached right now. Nothing was lost. Please try again in a minute.",
  ]);
  await page.reload();
  await log(page).getByText("I do, at six").waitFor();
  expect(screen.problems).toEqual([]);
});
