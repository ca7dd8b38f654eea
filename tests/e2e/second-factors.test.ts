import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";
import { ADMIN, expectPath, MEMBER, openSignIn, signedInTab } from "#tests/support/sign-in-screen.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ ORGANIZER_SECOND_FACTOR: "on" });
});
afterAll(() => site.close());

/** A device with a screen lock that its owner always opens; returns how to lose it. */
async function giveDevice(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  };
}

/** What the site's clock says: it began at NOW. */
async function siteNow(page: Page): Promise<number> {
  const token = await page.evaluate(() => sessionStorage.getItem("idToken"));
  const { iat } = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString()) as { iat: number };
  return iat * 1000;
}

const section = (page: Page) => page.getByRole("region", { name: "Sign-in methods" });
/** Sets up an authenticator app on the security page. Returns the code that it shows so many milliseconds later. */
async function setUpApp(page: Page): Promise<(laterMs: number) => string> {
  await section(page).getByRole("button", { name: "Set up an app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up your authenticator app" });
  await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await expectAccessible(page);
  const secret = Secret.fromBase32((await dialog.locator("code").innerText()).replaceAll(" ", ""));
  const now = await siteNow(page);
  const codeAt = (laterMs: number) => TOTP.generate({ secret, timestamp: now + laterMs });
  await dialog.getByLabel("Enter the code that your app shows").fill(codeAt(0));
  await dialog.getByRole("button", { name: "Turn on the app" }).click();
  return codeAt;
}

const savedCodes = (page: Page) => page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");

test("[SAFE-05] someone adds a passkey and an app, loses both, comes back with a recovery code, and signs the lost device out", async () => {
  const lost = await signedInTab(site);
  const loseDevice = await giveDevice(lost.page);
  await visit(lost.page, "/account/security");
  await section(lost.page).getByRole("button", { name: "Add a passkey" }).click();
  await lost.page.getByRole("dialog", { name: "Save your recovery codes" }).waitFor();
  await eventually(() => savedCodes(lost.page).count()).toBe(10);
  const [code = ""] = await savedCodes(lost.page).allInnerTexts();
  await expectAccessible(lost.page);
  // Only its own button closes it, so it has no cross.
  const codes = lost.page.getByRole("dialog", { name: "Save your recovery codes" });
  await eventually(() => codes.getByRole("button").allInnerTexts()).toEqual([
    "Copy codes",
    "Download codes",
    "I saved my codes",
  ]);
  await lost.page.getByRole("button", { name: "I saved my codes" }).click();
  await setUpApp(lost.page);
  await section(lost.page).getByRole("button", { name: "Remove the app" }).waitFor();
  await expectAccessible(lost.page);
  await loseDevice();

  const back = await openSignIn(site);
  await back.signIn(MEMBER, DEMO_PASSWORD);
  await back.expectForm("One more step");
  await expectAccessible(back.page);
  await back.button("Use a recovery code").click();
  await back.main.getByLabel("Recovery code").fill("0000-0000-0000-0000");
  await back.button("Sign in").click();
  await eventually(() => back.alert.allInnerTexts()).not.toEqual([]);
  await back.main.getByLabel("Recovery code").fill(code.toLowerCase());
  await back.button("Sign in").click();
  await expectPath(back.page, "/dashboard");
  await visit(back.page, "/account/security");
  await back.page.getByRole("button", { name: "Sign out all other devices" }).click();
  await back.page.getByText("Every other device is signed out.").waitFor();
  await lost.page.reload();
  await eventually(() => new URL(lost.page.url()).pathname).toBe("/login");
});

test("[SAFE-05] an organizer sets up a passkey before the console opens, and then signs in with it alone", async () => {
  const tab = await openSignIn(site);
  await giveDevice(tab.page);
  await tab.signIn(ADMIN, DEMO_PASSWORD);
  await expectPath(tab.page, "/admin");
  await tab.page.getByRole("heading", { level: 1, name: "Secure your account" }).waitFor();
  await expectAccessible(tab.page);
  await tab.page.getByRole("button", { name: "Add a passkey" }).click();
  await tab.page.getByRole("heading", { level: 1, name: "Save your recovery codes" }).waitFor();
  await tab.page.getByText("your password and one of these codes sign you in").waitFor();
  await tab.page.getByRole("button", { name: "I saved my codes" }).click();
  await tab.page.getByRole("heading", { level: 1, name: "Admin console" }).waitFor();
  await visit(tab.page, "/account/security");
  await section(tab.page).getByRole("button", { name: "Remove" }).click();
  const removal = tab.page.getByRole("dialog", { name: "Remove the passkey" });
  await removal.getByText("your recovery codes stop working too").waitFor();
  await removal.getByRole("button", { name: "Cancel" }).click();
  await tab.page.getByRole("link", { name: "Back to the console" }).click();
  await tab.page.getByRole("heading", { level: 1, name: "Admin console" }).waitFor();
  await visit(tab.page, "/logout");
  await expectPath(tab.page, "/");
  await visit(tab.page, "/login");
  await tab.page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectPath(tab.page, "/admin");
  await tab.page.getByRole("heading", { level: 1, name: "Admin console" }).waitFor();
  expect(tab.problems).toEqual([]);
});

test("[SAFE-05] a download asks who it is when the last proof is old, and goes on by itself", async () => {
  const { page } = await signedInTab(site, { email: "host@example.com" });
  await site.sql("update sessions set proved_at = proved_at - interval '11 minutes'");
  await visit(page, "/dashboard?tab=account");
  await page.getByRole("button", { name: "Download my data" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await dialog.getByLabel("Password").fill("wrong");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("That password isn’t right.").waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await dialog.getByLabel("Password").fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  expect((await download).suggestedFilename()).toBe("my-data.json");
});

test("[SAFE-05] a browser that signed in before the second factor is asked for it, and then changes the password and signs the others out", async () => {
  const email = "complete@example.com";
  const [older, owner] = [await signedInTab(site, { email }), await signedInTab(site, { email })];
  await visit(owner.page, "/account/security");
  const codeAt = await setUpApp(owner.page);
  await owner.page.getByRole("button", { name: "I saved my codes" }).click();
  await visit(older.page, "/account/security");
  const { page } = older;
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  // The password is not offered: its thief would have that too.
  await dialog.getByRole("button", { name: "Use a recovery code" }).waitFor();
  await eventually(() => dialog.getByRole("button", { name: "Use my password" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("Please confirm it's you first.").waitFor();
  await page.getByRole("button", { name: "Change password" }).click();
  const password = page.getByRole("region", { name: "Password" });
  await password.getByLabel("Current password", { exact: true }).fill(DEMO_PASSWORD);
  for (const label of ["New password", "New password again"])
    await password.getByLabel(label, { exact: true }).fill("Quiet-dune-lamp-41");
  await password.getByRole("button", { name: "Change password" }).click();
  await expectAccessible(page);
  await dialog.getByLabel("Code from your app").fill(codeAt(30_000));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Your password is changed. Every other device is signed out.").waitFor();
  await owner.page.reload();
  await eventually(() => new URL(owner.page.url()).pathname).toBe("/login");
  expect(older.problems).toEqual([]);
});
