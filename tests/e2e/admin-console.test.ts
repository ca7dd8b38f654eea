import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopWaits, visit } from "#tests/support/browser-site.ts";
import { listHeading } from "#tests/support/pending-console.ts";
import { ADMIN, expectPath, MEMBER, openSignIn, signInScreen } from "#tests/support/sign-in-screen.ts";
import { DEMO_PASSWORD } from "#tests/support/town.ts";

const OVER = "Session expired or unauthorized, please login again";
const PENDING = "**/api/pending-join-requests?type=pendingJoinRequests*";

let site: BrowserSite;
let admin: string;
beforeAll(async () => {
  site = await startBrowserSite({ ADMIN_DEBUG: "1", ADMIN_EMAILS: "listed@example.com" });
  admin = await site.tokenFor(["Admins"]);
});
afterAll(() => site.close());

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const chosenTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true, selected: true });
const main = (page: Page) => page.getByRole("main");
const token = (page: Page) => page.evaluate(() => sessionStorage.getItem("idToken"));

/** The login form stands here, with these words above it. */
async function expectSignedOut(page: Page, words: string): Promise<void> {
  await main(page).getByText(words, { exact: true }).waitFor();
  await main(page).getByLabel("Password", { exact: true }).waitFor();
  expect(await token(page)).toBeNull();
  expect(new URL(page.url()).pathname).toBe("/admin");
}

test("[ADMIN-01] not logged in there is a login form, which says what it wants; an organizer gets in", async () => {
  const screen = await openSignIn(site, { path: "/admin-login", colorScheme: "dark" });
  const { page } = screen;
  await expectAccessible(page);
  await expectNoSideways(page);
  await screen.signIn("not an address", "12345");
  await page.getByText("Please enter a valid email address", { exact: true }).waitFor();
  await page.getByText("The password has at least 6 characters", { exact: true }).waitFor();
  expect(await screen.focused()).toBe("email");
  await screen.signIn(ADMIN, "");
  await page.getByText("Password is required", { exact: true }).waitFor();
  expect(screen.calls("sign-in")).toEqual([]);
  await screen.signIn(ADMIN, "Wrong-castle-7");
  await page.getByText("Authentication failed", { exact: true }).waitFor();
  expect([await screen.email.inputValue(), await screen.password.inputValue()]).toEqual([ADMIN, "Wrong-castle-7"]);
  await screen.signIn(ADMIN, DEMO_PASSWORD);
  await listHeading(page).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin-login");
  expect(screen.problems).toEqual([]);
});

test("[ADMIN-01] others are led to their dashboard: by the form, by a session, and with an old token that says Admins", async () => {
  const screen = await openSignIn(site, { path: "/admin" });
  await screen.signIn(MEMBER, DEMO_PASSWORD);
  await expectPath(screen.page, "/dashboard");
  await screen.page.getByText("your account is not an organizer’s").waitFor();
  await eventually(() => screen.page.getByText("npm run admin").count()).toBe(0);
  await expectAccessible(screen.page);
  const { page } = await site.open({ as: await site.tokenFor([]) });
  await page.goto("/admin");
  await expectPath(page, "/dashboard");
  // Made an organizer, signed in, and none anymore: the token still says so for a while.
  await site.sql("update accounts set groups = '{Admins}' where email = 'host@example.com'");
  const old = await openSignIn(site, { path: "/admin" });
  await old.signIn("host@example.com", DEMO_PASSWORD);
  await listHeading(old.page).waitFor();
  await site.sql("update accounts set groups = '{Members}' where email = 'host@example.com'");
  // A new token that is cut off on its way, as by a page that is left meanwhile, ends no session.
  const cut = Promise.withResolvers<void>();
  await old.page.route("**/api/auth/refresh", async (route) => {
    await route.abort();
    cut.resolve();
  });
  await old.page.reload();
  await cut.promise;
  await old.page.unroute("**/api/auth/refresh");
  await old.page.reload();
  await expectPath(old.page, "/dashboard");
  await old.page.getByRole("heading", { level: 1, name: /^Good/ }).waitFor();
});

test("[ADMIN-01] an allow-listed verified address gets in without any group", async () => {
  const { token: listed } = await site.signedIn({ email: "listed@example.com" });
  const { page } = await site.open({ as: listed });
  await visit(page, "/admin");
  await listHeading(page).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin");
});

test("[ADMIN-01] a new tab takes the session up; the address keeps the tab for a reload and for Back", async () => {
  const screen = await openSignIn(site, { path: "/admin", viewport: DESK });
  await screen.signIn(ADMIN, DEMO_PASSWORD);
  await listHeading(screen.page).waitFor();
  const { page } = signInScreen(await screen.page.context().newPage());
  await visit(page, "/admin?tab=account");
  await main(page).getByText(ADMIN).waitFor();
  await eventually(() => page.title()).toMatch(/^Account — Admin console — ./);
  await eventually(() => page.getByRole("tab").allInnerTexts()).toEqual([
    "Pending Requests",
    "Social Events",
    "Apps",
    "Chat",
    "Account",
  ]);
  await tab(page, "Chat").click();
  await main(page).getByRole("link", { name: "Open the chats" }).waitFor();
  await eventually(() => page.title()).toMatch(/^Chat — Admin console — ./);
  await page.reload();
  await chosenTab(page, "Chat").waitFor();
  await page.goBack();
  await chosenTab(page, "Account").waitFor();
  await tab(page, "Account").focus();
  await page.keyboard.press("ArrowRight");
  await chosenTab(page, "Pending Requests").waitFor();
});

test("[ADMIN-01] on a phone the tabs are a bar at the bottom, in short words, with how much waits", async () => {
  const { page, problems } = await site.open({ as: admin, viewport: PHONE });
  await visit(page, "/admin?tab=account");
  await chosenTab(page, "Account").waitFor();
  await eventually(() => page.getByRole("tab").allInnerTexts()).toEqual([
    "Pending",
    "Events",
    "Apps",
    "Chat",
    "Account",
  ]);
  const bar = page.getByRole("tablist");
  await eventually(async () => {
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
    return Math.round(y + height);
  }).toBe(PHONE.height);
  await eventually(() => page.locator("#tab-pending-waiting").textContent()).toBe("8 waiting for an answer");
  await eventually(() => tab(page, "Pending").getAttribute("aria-describedby")).toBe("tab-pending-waiting");
  // The end of the page is not under it.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [footer, tabs] = await Promise.all([page.getByRole("contentinfo").boundingBox(), bar.boundingBox()]);
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideways(page);
  expect(problems).toEqual([]);
});

test("[ADMIN-11] Chat points to the chats; Account tells email and role, and has Logout", async () => {
  const { page } = await site.open({ as: admin, viewport: DESK, colorScheme: "dark" });
  await visit(page, "/admin?tab=chat");
  await eventually(() => main(page).getByRole("link", { name: "Open the chats" }).getAttribute("href")).toBe("/chats");
  await expectAccessible(page);
  await tab(page, "Account").click();
  await main(page).getByText("admins@example.com", { exact: true }).waitFor();
  await eventually(() => main(page).getByRole("definition").allInnerTexts()).toEqual(["admins@example.com", "admin"]);
  await expectAccessible(page);
  await main(page).getByRole("link", { name: "Logout" }).click();
  await expectPath(page, "/");
  expect(await token(page)).toBeNull();
});

test("[ADMIN-02] the debug panel tells who one is; its override opens the page and nothing else", async () => {
  const { token: user } = await site.signedIn({ email: "curious@example.com", groups: ["Members"] });
  const screen = await site.open({ viewport: DESK });
  const { page } = screen;
  await visit(page, "/admin");
  await page.getByRole("button", { name: "Debug" }).click();
  await page.getByLabel(/^Override/).check();
  await page.evaluate((idToken) => sessionStorage.setItem("idToken", idToken), user);
  // Held back, to look at the panel before the server's refusal ends the session.
  let refuse = () => {};
  const held = new Promise<void>((resolve) => (refuse = resolve));
  await page.route(PENDING, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await chosenTab(page, "Pending Requests").waitFor();
  await page.getByRole("button", { name: "Debug" }).click();
  const panel = page.getByRole("region", { name: "Debug" });
  await eventually(() => panel.getByRole("definition").allInnerTexts()).toEqual([
    "curious@example.com",
    "member",
    "Members",
    "no",
  ]);
  await eventually(() => page.getByLabel(/^Override/).isChecked()).toBe(true);
  await expectAccessible(page);
  refuse();
  await expectSignedOut(page, OVER);
});

test("[ADMIN-10] a session that is over: logged out where one is, with the words for it", async () => {
  const { token: other } = await site.signedIn({ email: "other@example.com", groups: ["Admins"] });
  const { page } = await site.open({ as: other, viewport: DESK });
  await visit(page, "/admin");
  await listHeading(page).waitFor();
  await site.sql("delete from sessions where sub = (select sub from accounts where email = 'other@example.com')");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expectSignedOut(page, OVER);
  // The reminder does not appear after the next sign-in.
  const screen = signInScreen(page);
  await screen.signIn(ADMIN, DEMO_PASSWORD);
  await listHeading(page).waitFor();
  await eventually(() => page.getByText(OVER).count()).toBe(0);
});

test("[ADMIN-10] who is no organizer anymore is logged out as the requests are read", async () => {
  const { token: former } = await site.signedIn({ email: "former@example.com", groups: ["Admins"] });
  const { page } = await site.open({ as: former, viewport: DESK });
  await visit(page, "/admin");
  await listHeading(page).waitFor();
  await site.sql("update accounts set groups = '{}' where email = 'former@example.com'");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expectSignedOut(page, OVER);
});

test("[ADMIN-10] other failures are said with the server's words, or with their status; what was read stays", async () => {
  const { page } = await site.open({ as: admin, viewport: DESK });
  await page.route(PENDING, (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }));
  await visit(page, "/admin");
  await page.getByText("Failed to load pending requests: Error: 502", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.unroute(PENDING);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("article", { name: "Beachcomber" }).waitFor();
  await site.sql("alter table chat_join_requests rename to away");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/^Failed to load pending requests: Something went wrong on our side\./).waitFor();
  await site.sql("alter table away rename to chat_join_requests");
  await eventually(() => page.getByRole("article", { name: "Beachcomber" }).isVisible()).toBe(true);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/^Failed to load/).waitFor({ state: "detached" });
});

test.each([
  { id: "pending", late: "**/api/admin/proposals*", early: PENDING, below: "Wyatt Ellison" },
  { id: "events", late: "**/api/admin/beach-board", early: "**/api/admin?*", below: "Post to the chat calendar" },
])(
  "[ADMIN-01] in the tab $id what stands below a part that comes late waits for it a while",
  async ({ id, ...parts }) => {
    const { page } = await site.open({ as: admin, viewport: PHONE });
    const release = Promise.withResolvers<void>();
    await page.route(parts.late, async (route) => {
      await release.promise;
      await route.continue();
    });
    const heading = main(page).getByRole("heading", { name: parts.below });
    // Not for ever, should it never come.
    await visit(page, `/admin?tab=${id}`);
    await heading.waitFor();

    await stopWaits(page);
    const early = page.waitForResponse(parts.early);
    await visit(page, `/admin?tab=${id}`);
    await (await early).finished();
    // Two frames: what was read is painted.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await eventually(() => heading.isVisible()).toBe(false);
    release.resolve();
    await heading.waitFor();
  },
);

test("[ADMIN-01] the document is the same for everyone", async () => {
  const plain = await (await fetch(`${site.url}/admin`)).text();
  const asked = await fetch(`${site.url}/admin?tab=account`, { headers: { authorization: `Bearer ${admin}` } });
  expect(await asked.text()).toBe(plain);
  expect(plain).toContain("For the group’s organizers.");
});
