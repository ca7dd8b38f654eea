import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK } from "#tests/support/browser.ts";
import {
  type BrowserSite,
  eventually,
  startBrowserSite,
  stopWaits,
  storeToken,
  visit,
  watchFor,
} from "#tests/support/browser-site.ts";
import { holdOpen } from "#tests/support/join-wizard.ts";
import { ADMIN, MEMBER, openSignIn, signedInTab, signInScreen, expectPath } from "#tests/support/sign-in-screen.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const REFRESH = "**/api/auth/refresh";
const SIGN_OUT = "**/api/auth/sign-out";
const EXPIRED = "Your session has expired. Please login again.";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const token = (page: Page) => page.evaluate(() => sessionStorage.getItem("idToken"));
const lastLink = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link").last().innerText();
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);
const hint = async (page: Page) => (await page.context().cookies()).some(({ name }) => name === "sandbar_session");
const sessionsOf = async (email: string) =>
  (await site.sql("select 1 from sessions join accounts using (sub) where email = $1", [email])).length;
const endSessionsOf = (email: string) =>
  site.sql("delete from sessions where sub = (select sub from accounts where email = $1)", [email]);

/** Another tab of the same browser. */
async function newTab(page: Page) {
  const tab = await page.context().newPage();
  return signInScreen(tab);
}

/** Somebody signed in, in a browser whose clock the test moves. */
async function signedInWithClock(email = MEMBER) {
  const screen = await openSignIn(site, { viewport: DESK });
  await screen.page.clock.install();
  await visit(screen.page, "/login");
  await screen.signIn(email, DEMO_PASSWORD);
  await expectPath(screen.page, email === ADMIN ? "/admin" : "/dashboard");
  await visit(screen.page, "/terms");
  return screen;
}

test("[NAV-05] the id token is in session storage, and nothing of the session where another tab or a script finds more", async () => {
  const { page } = await signedInTab(site);
  expect(await token(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const cookies = await page.context().cookies();
  const refresh = cookies.find(({ name }) => name === "sandbar_refresh");
  expect(refresh).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/api/auth" });
  const seen = await page.evaluate(() => document.cookie + JSON.stringify([localStorage, sessionStorage]));
  expect(seen).toContain("sandbar_session=1");
  expect(seen).not.toContain(refresh?.value);
  expect(await page.evaluate(() => localStorage.getItem("idToken"))).toBeNull();
});

test("[NAV-05] a new tab takes the session up, silently, with one request; from / it comes to the dashboard", async () => {
  const { page } = await signedInTab(site, { viewport: DESK });
  const events = await newTab(page);
  await visit(events.page, "/events");
  await eventually(() => lastLink(events.page)).toBe("Logout");
  expect([pathOf(events.page), events.calls("refresh").length]).toEqual(["/events", 1]);
  expect(await token(events.page)).not.toBeNull();
  const home = await newTab(page);
  await home.page.goto("/");
  await expectPath(home.page, "/dashboard");
  const signIn = await newTab(page);
  await signIn.page.goto("/login?next=/terms");
  await expectPath(signIn.page, "/terms");
  // The landing page has an address of its own, which stays.
  const landing = await newTab(page);
  await visit(landing.page, "/home");
  await eventually(() => token(landing.page)).not.toBeNull();
  expect(pathOf(landing.page)).toBe("/home");
});

test("[NAV-05] a new tab shows no visitor's action of an event while it takes the session up", async () => {
  const { page } = await signedInTab(site, { viewport: DESK });
  const tab = await newTab(page);
  await stopWaits(tab.page);
  const saw = await Promise.all(["Join", "Sign in to see"].map((text) => watchFor(tab.page, "main a", text)));
  const answer = Promise.withResolvers<void>();
  await tab.page.route(REFRESH, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await visit(tab.page, "/events/2026-11-21-sunset-volleyball");
  await eventually(() => tab.calls("refresh").length).toBe(1);
  answer.resolve();
  await tab.page.getByRole("button", { name: "Going", exact: true }).waitFor();
  expect(await Promise.all(saw.map((ask) => ask()))).toEqual([false, false]);
});

test("[NAV-05] a session that is over is asked for once, and the new tab is a visitor's", async () => {
  const { page } = await signedInTab(site, { email: "host@example.com", viewport: DESK });
  // Without a live line, which would hear of the end first.
  await visit(page, "/terms");
  await endSessionsOf("host@example.com");
  const tab = await newTab(page);
  await visit(tab.page, "/events");
  await eventually(() => hint(page)).toBe(false);
  await eventually(() => lastLink(tab.page)).toBe("Login");
  await visit(tab.page, "/terms");
  await visit(tab.page, "/");
  expect([tab.calls("refresh").length, pathOf(tab.page)]).toEqual([1, "/"]);
});

test("[NAV-05] visitors never ask for a session", async () => {
  const { page, posts } = await openSignIn(site);
  for (const path of ["/", "/events", "/join", "/dashboard"]) await visit(page, path);
  expect(posts).toEqual([]);
});

test("[NAV-05] a new tab without a network keeps the session for when there is one", async () => {
  const { page } = await signedInTab(site, { viewport: DESK });
  const tab = await newTab(page);
  await tab.page.route(REFRESH, (route) => route.abort());
  await visit(tab.page, "/terms");
  await eventually(() => tab.calls("refresh").length).toBe(1);
  expect([await hint(page), await token(tab.page)]).toEqual([true, null]);
  await tab.page.unroute(REFRESH);
  await tab.page.evaluate(() => dispatchEvent(new Event("online")));
  await eventually(() => lastLink(tab.page)).toBe("Logout");
});

test("[AUTH-06] five minutes before the token runs out there is a new one, and so again an hour later", async () => {
  const { page, calls } = await signedInWithClock();
  const first = await token(page);
  await page.clock.fastForward("54:00");
  expect(calls("refresh")).toHaveLength(0);
  await page.clock.fastForward("01:30");
  await eventually(() => token(page)).not.toBe(first);
  expect([calls("refresh").length, pathOf(page)]).toEqual([1, "/terms"]);
  await page.clock.fastForward("54:00");
  expect(calls("refresh")).toHaveLength(1);
  await page.clock.fastForward("01:30");
  await eventually(() => calls("refresh").length).toBe(2);
});

test("[AUTH-06] a tab that slept over the moment asks at once when it wakes", async () => {
  const { page, calls } = await signedInWithClock();
  const first = await token(page);
  // Time goes by, and no timer runs.
  await page.clock.setSystemTime(Date.now() + 58 * 60_000);
  expect(calls("refresh")).toHaveLength(0);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await eventually(() => token(page)).not.toBe(first);
  expect(calls("refresh")).toHaveLength(1);
});

test("[AUTH-06] with less than five minutes left when the page is loaded, there is a new token at once", async () => {
  const { page, calls } = await signedInWithClock();
  const first = await token(page);
  await page.clock.setSystemTime(Date.now() + 56 * 60_000);
  await visit(page, "/privacy");
  await eventually(() => token(page)).not.toBe(first);
  expect([calls("refresh").length, pathOf(page)]).toEqual([1, "/privacy"]);
});

test("[AUTH-06] a failing network keeps the session, and it is tried again; only one request at a time", async () => {
  const { page, calls } = await signedInWithClock();
  const first = await token(page);
  await page.route(REFRESH, (route) => route.abort());
  await page.clock.fastForward("55:30");
  await eventually(() => calls("refresh").length).toBe(1);
  expect([await token(page), pathOf(page)]).toEqual([first, "/terms"]);
  await page.unroute(REFRESH);
  const gate = holdOpen();
  await page.route(REFRESH, gate.hold);
  await page.clock.fastForward("00:31");
  await eventually(gate.count).toBe(1);
  await page.evaluate(() => {
    for (const name of ["online", "online", "pageshow"]) dispatchEvent(new Event(name));
  });
  gate.release();
  await eventually(() => token(page)).not.toBe(first);
  expect(calls("refresh")).toHaveLength(2);
});

test("[AUTH-06] a session that is over leads to the sign-in, says so, and leads back after it", async () => {
  const { page, status, signIn } = await signedInWithClock(ADMIN);
  await visit(page, "/terms?from=here");
  await endSessionsOf(ADMIN);
  await page.clock.fastForward("55:30");
  await expectPath(page, "/login?next=%2Fterms%3Ffrom%3Dhere");
  await eventually(() => status.first().innerText()).toBe(EXPIRED);
  expect([await token(page), await hint(page)]).toEqual([null, false]);
  expect(await lastLink(page)).toBe("Login");
  await signIn(ADMIN, DEMO_PASSWORD);
  await eventually(() => page.url()).toBe(`${site.url}/terms?from=here`);
});

test("[AUTH-06] a token that cannot be read leads to the sign-in and is forgotten", async () => {
  const { page } = await site.open();
  for (const path of ["/dashboard", "/", "/chats/7", "/login"]) {
    await page.goto("/healthz");
    await storeToken(page, "not a token");
    await page.goto(path);
    await expectPath(page, "/login");
    await eventually(() => token(page), path).toBeNull();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  }
});

test("[AUTH-07] Logout forgets everything, tells the server, comes to /, and signs out the other tabs", async () => {
  const { page } = await signedInTab(site, { email: "complete@example.com", viewport: DESK });
  const other = await newTab(page);
  await visit(other.page, "/terms");
  await eventually(() => lastLink(other.page)).toBe("Logout");
  await visit(page, "/terms");
  await page.evaluate(() => sessionStorage.setItem("member:profile", "{}"));
  expect(await sessionsOf("complete@example.com")).toBe(1);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Logout" }).click();
  await expectPath(page, "/");
  await eventually(() => sessionsOf("complete@example.com")).toBe(0);
  await eventually(() => lastLink(other.page)).toBe("Login");
  const left = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /idToken|member:/.test(key)));
  expect(left).toEqual([]);
  await eventually(() => cookieNames(page)).toEqual(["sandbar_device"]);
  // Nobody comes back in.
  await visit(page, "/");
  expect([pathOf(page), await token(page)]).toEqual(["/", null]);
});

test("[AUTH-07] Logout works when the server cannot be reached, and no refresh on its way brings the token back", async () => {
  const email = "user@example.com";
  const { page, calls } = await signedInWithClock(email);
  const gate = holdOpen();
  await page.route(REFRESH, gate.hold);
  await page.route(SIGN_OUT, (route) => route.abort());
  await page.clock.fastForward("55:30");
  await eventually(gate.count).toBe(1);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Logout" }).click();
  await expectPath(page, "/");
  const late = page.waitForResponse(REFRESH);
  gate.release();
  await late;
  await eventually(() => lastLink(page)).toBe("Login");
  expect([await token(page), calls("sign-out").length]).toEqual([null, 1]);
  // A refresh outlives its page, so its answer may also come after the page is gone: with the hint of a session.
  await page.context().addCookies([{ name: "sandbar_session", value: "1", url: site.url }]);
  await visit(page, "/terms");
  expect([await token(page), await lastLink(page), await sessionsOf(email)]).toEqual([null, "Login", 1]);
  // The server hears of it as soon as it can.
  await page.unroute(SIGN_OUT);
  await visit(page, "/terms");
  await eventually(() => sessionsOf(email)).toBe(0);
  await eventually(() => cookieNames(page)).toEqual(["sandbar_device"]);
});
