import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let member: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

const EVENTS_CALL = "**/api/pending-join-requests?*";
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const chosenTab = (page: Page) => page.getByRole("tab", { selected: true });

/** The chats as the server would tell of them. */
async function answerChats(page: Page, answer: { status?: number; body: unknown }): Promise<void> {
  await page.route("**/graphql", (route) => route.fulfill({ status: answer.status ?? 200, json: answer.body }));
}

test("[DASH-01] each of its three addresses is the dashboard, with Events, Chats and Account", async () => {
  for (const path of ["/dashboard", "/user-dashboard", "/userdashboard"]) {
    const { page, problems } = await site.open({ as: member });
    await visit(page, path);
    await page.getByRole("heading", { level: 1, name: /^Good (morning|afternoon|evening), Sam$/ }).waitFor();
    await eventually(() => page.getByRole("tab").allInnerTexts()).toEqual(["Events", "Chats", "Account"]);
    await eventually(() => chosenTab(page).innerText()).toBe("Events");
    await page.getByRole("tab", { name: "Account" }).click();
    await eventually(() => page.title()).toBe("Account — Event Dashboard — Jax Beach");
    await page.getByRole("tab", { name: "Events" }).click();
    await eventually(() => page.title()).toBe("Event Dashboard — Jax Beach");
    expect(problems).toEqual([]);
  }
});

test("[DASH-01] who is signed out is led to the sign-in, and would come back to the same tab", async () => {
  const { page } = await site.open();
  await page.goto("/dashboard?tab=chats");
  await page.waitForURL(/\/login/);
  expect(new URL(page.url()).searchParams.get("next")).toBe("/dashboard?tab=chats");
});

test("[AUTH-05] an organizer is led to the console; a member and anybody else stay", async () => {
  const { page } = await site.open({ as: await site.tokenFor(["Admins"]) });
  await page.goto("/dashboard");
  await page.waitForURL(`${site.url}/admin`);
  const other = await site.open({ as: await site.tokenFor([]) });
  await visit(other.page, "/dashboard");
  await other.page.getByRole("heading", { level: 1, name: /^Good/ }).waitFor();
  expect(new URL(other.page.url()).pathname).toBe("/dashboard");
});

test("[DASH-01] the document is the same for everyone and has nothing personal in it", async () => {
  const plain = await (await fetch(`${site.url}/dashboard`)).text();
  const asMember = await fetch(`${site.url}/dashboard?tab=account`, { headers: { authorization: `Bearer ${member}` } });
  expect(await asMember.text()).toBe(plain);
  expect(plain).toContain("Event Dashboard");
});

test("[DASH-01] tabs move with the arrow keys, and the address keeps the tab for a reload and for Back", async () => {
  const { page } = await site.open({ as: member, viewport: DESK });
  await visit(page, "/dashboard");
  await tab(page, "Account").click();
  await page.getByRole("heading", { name: "About you" }).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=account");
  await page.reload();
  await page.getByRole("heading", { name: "About you" }).waitFor();
  await page.goBack();
  await page.getByRole("tab", { name: "Events", selected: true }).waitFor();
  await tab(page, "Events").focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("tab", { name: "Account", selected: true }).waitFor();
  expect(await tab(page, "Account").evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Events", selected: true }).waitFor();
  // One stop for the Tab key: the next is what the tab shows.
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).not.toBe("tab");
});

test("[DASH-02] the next 14 days, the first of them large with its private place and one touch to go", async () => {
  const { token, userId } = await site.signedIn({ email: "goer@example.com", groups: ["Members"] });
  for (const day of ["2026-12-05", "2026-12-06"]) await site.addEvent(makeEvent({ day, title: `Dawn Swim ${day}` }));
  const { page } = await site.open({ as: token });
  await visit(page, "/dashboard");
  const next = page.getByRole("region", { name: "Sunset Volleyball" });
  await next.getByText("Court 3, nearest the showers").waitFor();
  await next.getByRole("button", { name: "I’m going" }).click();
  await next.getByText("You are going.").waitFor();
  expect(await site.sql("select answer from event_rsvps where user_id = $1", [userId])).toEqual([{ answer: "going" }]);
  // Days that are scrolled out of sight have no inner text.
  const days = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect([...days.slice(1, 3), days.at(-1)]).toEqual(["Tomorrow", "Mon, Nov 23", "Sat, Dec 5"]);
  await eventually(() => page.getByText("Dawn Swim").allTextContents()).toEqual(["Dawn Swim 2026-12-05"]);
  await expectNoSideways(page);
});

test("[DASH-02] your next event is the first card, with its picture; your other answers stand beside their events", async () => {
  const { token, userId } = await site.signedIn({ email: "maybe@example.com" });
  const [next, later] = await site.sql(
    "select id, title from social_events where title in ('Sunrise Run and Coffee', 'Salsa on the Seawalk') order by day",
  );
  await site.sql("insert into event_rsvps (event_id, user_id, answer) values ($1, $3, 'maybe'), ($2, $3, 'going')", [
    next?.["id"],
    later?.["id"],
    userId,
  ]);
  const { page } = await site.open({ as: token });
  await visit(page, "/dashboard");
  const card = page.getByRole("region", { name: String(next?.["title"]) });
  await card.getByText("Your next event").waitFor();
  await card.getByText("You may come.").waitFor();
  await eventually(() => card.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth > 0)).toBe(true);
  // Sooner, but without an answer.
  await page.getByRole("listitem").filter({ hasText: "Sunset Volleyball" }).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: String(later?.["title"]) });
  await row.getByText("You are going").waitFor();
  await eventually(() => page.getByText("You are going").count()).toBe(1);
});

test("[DASH-02] nothing to come says so and leads on", async () => {
  const { page } = await site.open({ as: member });
  await page.route(EVENTS_CALL, (route) => route.fulfill({ json: { upcomingEvents: [], answers: {} } }));
  await visit(page, "/dashboard");
  await page.getByRole("heading", { name: "No upcoming social events found" }).waitFor();
  await eventually(() =>
    page.getByRole("main").getByRole("link", { name: "See all events" }).getAttribute("href"),
  ).toBe("/events");
});

test("[DASH-02] a failure says so, and trying again brings the events", async () => {
  const { page } = await site.open({ as: member });
  await page.route(EVENTS_CALL, (route) => route.fulfill({ status: 503, json: { message: "away" } }), { times: 1 });
  await visit(page, "/dashboard");
  await page.getByText("Failed to load events. Please try again later.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("region", { name: "Sunset Volleyball" }).waitFor();
});

test("[DASH-06] news about one's events stand on top until they are read", async () => {
  const { token, userId } = await site.signedIn({ email: "told@example.com" });
  await site.sql(
    "insert into notices (id, user_id, kind, event_id, created_at) select 'n1', $1, 'promoted', id, '2026-11-20T23:30:00Z' from social_events where id = '2026-11-21-sunset-volleyball'",
    [userId],
  );
  await site.sql(
    "insert into event_rsvps (event_id, user_id, answer) select event_id, user_id, 'going' from notices where id = 'n1'",
  );
  const { page } = await site.open({ as: token });
  await visit(page, "/dashboard");
  const news = page.getByRole("region", { name: "News about your events" });
  await news.getByText("A space opened up, and it is yours.").waitFor();
  await news.getByText("Fri, Nov 20, 2026, 6:30 PM").waitFor();
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await news.getByRole("button", { name: "Mark as read" }).click();
  await news.waitFor({ state: "detached" });
  expect((await saved).status()).toBe(200);
  expect(await site.sql("select read_at is not null as is_read from notices where id = 'n1'")).toEqual([
    { is_read: true },
  ]);
});

test("[DASH-06] of several changes of one event the news name only what holds now", async () => {
  const { token, userId } = await site.signedIn({ email: "changes@example.com" });
  await site.sql(
    "insert into notices (id, user_id, kind, event_id, created_at) select 'c' || at, $1, (array['event_changed', 'event_cancelled', 'event_changed'])[at], id, now() from social_events, generate_series(1, 3) as at where id = '2026-11-21-sunset-volleyball'",
    [userId],
  );
  const { page } = await site.open({ as: token, viewport: { width: 390, height: 844 } });
  await visit(page, "/dashboard");
  const news = page.getByRole("region", { name: "News about your events" });
  await news.getByText(/^It’s back on: Saturday, November 21, 2026, /).waitFor();
  await eventually(() => news.getByRole("listitem").count()).toBe(1);
});

const CHAT = {
  id: "volleyball",
  name: "Volleyball",
  description: "Who brings the net",
  imageUrl: "chat-volleyball",
  messageCount: 318,
  unreadCount: 0,
  messages: [],
  memberCount: 24,
  createdAt: 1,
};

test("[DASH-03] who may read them finds the chats in the dashboard", async () => {
  const { page } = await site.open({ as: member });
  await answerChats(page, { body: { data: { chats: [CHAT] } } });
  await visit(page, "/dashboard?tab=chats");
  await page.getByText("24 members | 318 messages").waitFor();
  await eventually(() => page.getByRole("link", { name: "View Chat: Volleyball" }).getAttribute("href")).toBe(
    "/chats/volleyball",
  );
});

test("[CHAT-01] no chats, and chats that cannot be read, are said in the dashboard's words", async () => {
  const { page } = await site.open({ as: member });
  await answerChats(page, { body: { data: { chats: [] } } });
  await visit(page, "/dashboard?tab=chats");
  await page.getByRole("heading", { name: "No chats available", exact: true }).waitFor();
  await eventually(() => page.getByRole("link", { name: /^View Chat/ }).count()).toBe(0);
  await page.unroute("**/graphql");
  await answerChats(page, { status: 500, body: {} });
  await page.reload();
  await page.getByText("Failed to load chats. Please try again later.").waitFor();
});

test("[CHAT-03, AUTH-06] M15: with a session that is over the Chats tab says so, and leads back to it after the sign-in", async () => {
  const { page } = await site.open({ as: member });
  const refused = { message: "Authentication required", extensions: { code: "UNAUTHENTICATED" } };
  await answerChats(page, { body: { data: null, errors: [refused] } });
  await visit(page, "/dashboard?tab=chats");
  await page.getByRole("heading", { name: "Your session has expired. Please login again." }).waitFor();
  const way = page.getByRole("main").getByRole("link", { name: "Sign in" });
  await eventually(() => way.getAttribute("href")).toBe("/login?next=%2Fdashboard%3Ftab%3Dchats");
  await eventually(() => page.getByText("Failed to load chats").count()).toBe(0);
});

test("[DASH-03] a man without a membership is asked to subscribe", async () => {
  const { token } = await site.signedIn({ email: "man@example.com", user: { zsex: "male" } });
  const { page } = await site.open({ as: token });
  await visit(page, "/dashboard?tab=chats");
  const subscribe = page.getByRole("main").getByRole("link", { name: "Subscribe" });
  await subscribe.waitFor();
  await eventually(() => subscribe.getAttribute("href")).toBe("/subscribe");
});

test("[DASH-03, DASH-04] who lacks phone or sex fills them in, in four steps, and is let in", async () => {
  const { token } = await site.signedIn({ email: "new@example.com", user: { phone: "", zsex: "", shirtsize: "" } });
  const { page } = await site.open({ as: token });
  await answerChats(page, { body: { data: { chats: [CHAT] } } });
  await visit(page, "/dashboard?tab=chats");
  await page.getByRole("button", { name: "Complete your profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Access Group Chats" });
  const next = dialog.getByRole("button", { name: "Next" });
  await dialog.getByText("Step 1 of 4").waitFor();
  await next.click();
  await dialog.getByText("Phone number is required.").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Phone number").pressSequentially("9045550188");
  await eventually(() => dialog.getByLabel("Phone number").inputValue()).toBe("904-555-0188");
  await page.keyboard.press("Enter");
  await dialog.getByText("Step 2 of 4").waitFor();
  await dialog.getByLabel("Female", { exact: true }).check();
  await next.click();
  await eventually(() => dialog.getByRole("radio").count()).toBe(7);
  await dialog.getByLabel("3XL", { exact: true }).check();
  await next.click();
  await dialog.getByText("Step 4 of 4").waitFor();
  await eventually(() => dialog.getByRole("definition").allInnerTexts()).toEqual(
    expect.arrayContaining(["904-555-0188", "Female", "3XL"]),
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "View Chat: Volleyball" }).waitFor();
  expect(await site.sql("select phone, zsex, shirtsize from users where email = 'new@example.com'")).toEqual([
    { phone: "9045550188", zsex: "female", shirtsize: "3XL" },
  ]);
});

test("[NAV-06] the dashboard keeps nobody out: both themes, phone and desk, down to 320 px", async () => {
  const { page, problems } = await site.open({ as: member });
  await answerChats(page, { body: { data: { chats: [CHAT] } } });
  for (const [query, ready] of [
    ["", "Sunset Volleyball"],
    ["?tab=chats", "Volleyball"],
    ["?tab=account", "About you"],
  ] as const) {
    await visit(page, `/dashboard${query}`);
    await page.getByRole("heading", { name: ready, exact: true }).waitFor();
    for (const scheme of ["Dark", "Light"]) {
      await page.getByRole("button", { name: scheme, exact: true }).click();
      await expectAccessible(page);
    }
    for (const width of [320, DESK.width, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSideways(page);
    }
  }
  expect(problems).toEqual([]);
});

test("[DASH-05] an answer left open in the join form is not shown as one", async () => {
  const referrals = { "left-open@example.com": "default", "told-us@example.com": "a neighbor" };
  const shown: string[] = [];
  for (const [email, referredBy] of Object.entries(referrals)) {
    const person = await site.signedIn({ email, user: { referredBy } });
    const { page } = await site.open({ as: person.token });
    await visit(page, "/dashboard?tab=account");
    const section = page.getByRole("region", { name: "About you" });
    await section.getByText(email).waitFor();
    if ((await section.getByText(referredBy, { exact: true }).count()) > 0) shown.push(referredBy);
  }
  expect(shown).toEqual(["a neighbor"]);
});
