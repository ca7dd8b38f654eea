import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import {
  type BrowserSite,
  eventually,
  startBrowserSite,
  settleHistory,
  stopTransitions,
  storeToken,
  visit,
} from "#tests/support/browser-site.ts";
import { NOW } from "#tests/support/town.ts";

const LOG_IN = "Please log in to view the chat list/details.";
const LOAD_FAILED = "Failed to load chats. Please try again later.";

let site: BrowserSite;
let member: string;
beforeAll(async () => {
  site = await startBrowserSite();
  member = await site.tokenFor(["Members"], { email: "member@example.com" });
});
afterAll(() => site.close());

const main = (page: Page) => page.getByRole("main");
const log = (page: Page) => page.getByRole("log");
const heightOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);

/** Makes the API answer as if something were wrong, for this tab. */
const answerGraphql = (page: Page, answer: unknown) =>
  page.route("**/graphql", (route) => route.fulfill({ json: answer }));

async function expectAccessibleInBothColors(page: Page): Promise<void> {
  await stopTransitions(page);
  for (const scheme of ["Light", "Dark"]) {
    await page.getByRole("button", { name: scheme, exact: true }).click();
    await expectAccessible(page);
  }
}

test("[CHAT-01] the list: picture, name, description, counts and the way in, on a phone and a desk", async () => {
  const { page, problems, notLoaded } = await site.open({ as: member });
  await visit(page, "/chats");
  const cards = main(page).getByRole("listitem");
  await cards.first().waitFor();
  const chats = await site.sql("select * from chats order by last_seq > 0 desc, updated_at desc, position");
  await eventually(() => cards.count()).toBe(chats.length);
  const said = await cards.allInnerTexts();
  for (const [index, chat] of chats.entries()) {
    for (const words of [chat["name"], chat["description"], "View Chat"]) expect(said[index]).toContain(words);
    const members = chat["id"] === "announcements" ? "" : `${String(chat["member_count"])} members | `;
    expect(said[index]).toContain(`\n${members}${String(chat["message_count"])} messages`);
  }
  const picture = cards.first().getByRole("presentation").first();
  await eventually(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await picture.evaluate((img) => img.getBoundingClientRect().height)).toBe(180);
  await expectAccessibleInBothColors(page);
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    await expectNoSideways(page);
  }
  await cards.first().getByRole("link").press("Enter");
  await page.waitForURL(`${site.url}/chats/${String(chats[0]?.["id"])}`);
  await page.getByRole("heading", { level: 1, name: String(chats[0]?.["name"]) }).waitFor();
  expect([...problems, ...notLoaded]).toEqual([]);
});

test("[CHAT-01] a group without chats says so", async () => {
  const { page } = await site.open({ as: member });
  await answerGraphql(page, { data: { chats: [] } });
  await visit(page, "/chats");
  await page.getByText("No chats available.").waitFor();
  await eventually(() => main(page).getByRole("link", { name: "See events" }).isVisible()).toBe(true);
});

test("[CHAT-02] a chat: what it is, who is in it, and what was said, by days and by persons", async () => {
  const { page, problems, notLoaded } = await site.open({ as: member });
  await visit(page, "/chats/pickleball");
  await page.getByRole("heading", { level: 1, name: "Pickleball" }).waitFor();
  const [chat] = await site.sql("select *, created_at::text from chats where id = 'pickleball'");
  const said = (await main(page).innerText()).replaceAll(/\s+/g, " ");
  expect(said).toContain(String(chat?.["description"]));
  expect(said).toContain(`${String(chat?.["member_count"])} members | ${String(chat?.["message_count"])} messages`);
  // Ten past midnight in Florida is still that day anywhere the browser may be.
  expect(said).toMatch(/Created October \d+, 2025/);
  expect(await heightOf(page, "main header img")).toBe(100);

  const system = log(page).locator("[data-system]");
  await eventually(() => system.allInnerTexts()).toEqual([expect.stringContaining("Tyler Hughes joined the chat")]);
  const ground = (selector: string) =>
    log(page)
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground("[data-system]")).not.toBe("rgba(0, 0, 0, 0)");
  await eventually(() => log(page).getByRole("region").count()).toBe(4);
  const own = log(page).locator("[data-own]");
  await eventually(() => own.allInnerTexts()).toEqual(["So the kitchen is not where the snacks are. Noted."]);
  await eventually(() => log(page).locator("time").count()).toBeGreaterThanOrEqual(14);
  const link = log(page).getByRole("link", { name: /^https/ });
  expect([await link.getAttribute("href"), await link.getAttribute("rel")]).toEqual([
    "https://usapickleball.org/what-is-pickleball/official-rules/",
    "noopener nofollow ugc",
  ]);

  const members = page.getByRole("region", { name: "Members" }).getByRole("listitem");
  await eventually(() => members.count()).toBe(Number(chat?.["member_count"]));
  const names = (await members.allInnerTexts()).map((words) => words.replaceAll(/\s+/g, " "));
  expect(names.filter((name) => name.includes("Harper"))).toEqual(["H Harper Host"]);
  expect(names).toContain("A Ana Ruiz");
  await expectAccessibleInBothColors(page);
  expect([...problems, ...notLoaded]).toEqual([]);
});

test("[CHAT-02] on a phone the newest words and the composer are on the first screen, and nothing goes sideways", async () => {
  const { page } = await site.open({ as: member });
  await visit(page, "/chats/pickleball");
  await log(page).getByText("you're the best").waitFor();
  await eventually(() => log(page).getByText("you're the best").isVisible()).toBe(true);
  const field = await page.getByRole("textbox").boundingBox();
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  const words = await log(page).getByText("you're the best").boundingBox();
  expect((words?.y ?? Infinity) + (words?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
  for (const width of [320, PHONE.width, 768, DESK.width]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await expectNoSideways(page);
  }
});

test("[CHAT-02] older messages come when asked for, and what is being read stays in its place", async () => {
  await site.sql(
    `insert into chats (id, name, message_count, last_seq, created_at, updated_at, position)
     values ('long-talk', 'Long Talk', 130, 130, now(), now(), 90)`,
  );
  await site.sql(
    `insert into chat_messages (chat_id, seq, id, name, text, created_at)
     select 'long-talk', n, 'long-' || n, 'Ana Ruiz', 'Line ' || n || '.', '2026-11-20T12:00Z'::timestamptz + n * interval '2 minutes'
     from generate_series(1, 130) n`,
  );
  const { page } = await site.open({ as: member });
  await visit(page, "/chats/long-talk");
  await log(page).getByText("Line 130.").waitFor();
  await eventually(() =>
    log(page)
      .getByText(/^Line \d+\.$/)
      .count(),
  ).toBe(50);
  const box = page.getByRole("region", { name: "Messages", exact: true });
  await box.evaluate((element) => element.scrollTo({ top: 0 }));
  const top = () =>
    log(page)
      .getByText("Line 81.")
      .evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await page.getByRole("button", { name: "Show older messages" }).click();
  await log(page).getByText("Line 31.").waitFor({ state: "attached" });
  expect(Math.abs((await top()) - before)).toBeLessThan(3);
  await page.getByRole("button", { name: "Show older messages" }).click();
  await log(page).getByText("Line 1.", { exact: true }).waitFor({ state: "attached" });
  await eventually(() =>
    log(page)
      .getByText(/^Line \d+\.$/)
      .count(),
  ).toBe(130);
  await eventually(() => page.getByRole("button", { name: "Show older messages" }).count()).toBe(0);
});

for (const path of ["/chats", "/chats/pickleball"]) {
  test(`[CHAT-03] ${path}: a visitor is asked to log in, and comes back here`, async () => {
    const { page, problems } = await site.open();
    await visit(page, path);
    await page.getByText(LOG_IN).waitFor();
    const way = main(page).getByRole("link", { name: "Sign in" });
    await eventually(() => way.getAttribute("href")).toBe(`/login?next=${encodeURIComponent(path)}`);
    expect(await page.content()).not.toContain("Huguenot");
    await expectAccessibleInBothColors(page);
    expect(problems).toEqual([]);
  });

  test(`[CHAT-03] ${path}: 'Authentication required' is the same warning; anything else an Error alert with a way to try again`, async () => {
    const { page } = await site.open({ as: member });
    await answerGraphql(page, {
      data: null,
      errors: [{ message: "Authentication required", extensions: { code: "UNAUTHENTICATED" } }],
    });
    await visit(page, path);
    await page.getByText(LOG_IN).waitFor();
    await page.unroute("**/graphql");
    await answerGraphql(page, { data: null, errors: [{ message: "The tide came in." }] });
    await visit(page, path);
    const alert = main(page).getByRole("alert");
    await alert.waitFor();
    const says = path === "/chats" ? LOAD_FAILED : "The tide came in.";
    expect((await alert.innerText()).replaceAll(/\s+/g, " ")).toBe(`Error ${says}`);
    await page.unroute("**/graphql");
    await main(page).getByRole("button", { name: "Try again" }).click();
    await main(page).getByText("Pickleball").first().waitFor();
  });
}

test("[CHAT-03] a chat that is not there", async () => {
  const { page } = await site.open({ as: member });
  await visit(page, "/chats/never-was");
  await main(page).getByRole("alert").waitFor();
  expect((await main(page).getByRole("alert").innerText()).trim()).toBe(
    "Chat Not Found: The requested chat could not be found.",
  );
  await expectAccessible(page);
});

test("[DASH-03, CHAT-03] who lacks phone or sex is asked for them, and is in once they are said", async () => {
  const user = { zsex: "female", phone: "", firstName: "Nell" } as const;
  const { page } = await site.open({ as: await site.tokenFor([], { email: "nell@example.com", user }) });
  await visit(page, "/chats");
  await page.getByText("Complete your profile first").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Complete your profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Access Group Chats" });
  await dialog.waitFor();
  await site.sql("update users set phone = '9045559911' where email = 'nell@example.com'");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await settleHistory(page);
  await page.reload();
  await main(page).getByText("View Chat").first().waitFor();
});

test("[DASH-03] a man without a membership is asked to subscribe; so is he at the chat itself", async () => {
  const as = await site.tokenFor([], { email: "nick@example.com", user: { zsex: "male" } });
  for (const path of ["/chats", "/chats/pickleball"]) {
    const { page } = await site.open({ as });
    await visit(page, path);
    await main(page).getByRole("link", { name: "Subscribe" }).waitFor();
    await eventually(() => main(page).getByRole("link", { name: "Subscribe" }).getAttribute("href")).toBe("/subscribe");
    await eventually(() => main(page).innerText()).not.toContain("Huguenot");
  }
});

test("[CHAT-03] signing out hides an open chat", async () => {
  const { page } = await site.open({ as: member });
  await visit(page, "/chats/pickleball");
  await log(page).getByText("you're the best").waitFor();
  await storeToken(page, null);
  await page.getByText(LOG_IN).waitFor();
  await eventually(() => main(page).innerText()).not.toContain("you're the best");
});

test("[CHAT-05] while the service that keeps the chats is away they show what was last known, and how old it is", async () => {
  await site.sql("update chats set synced_at = $1::timestamptz - interval '12 minutes' where id = 'dance'", [NOW]);
  const { page, problems } = await site.open({ as: member, viewport: PHONE });
  await visit(page, "/chats");
  const age = page.getByText(/^Last updated 1[2-9] minutes ago$/);
  await age.waitFor();
  await expectAccessibleInBothColors(page);
  await visit(page, "/chats/dance");
  await age.waitFor();
  await log(page).waitFor();
  await eventually(() => page.getByText("Live", { exact: true }).count()).toBe(0);
  await expectAccessibleInBothColors(page);
  await expectNoSideways(page);
  expect(problems).toEqual([]);
});

test("[CHAT-06] members read the announcements and see who writes there; an organizer has the composer", async () => {
  const path = "/chats/announcements";
  const reader = await site.open({ as: await site.tokenFor(["Members"]) });
  await visit(reader.page, path);
  await reader.page.getByText("Only organizers write here.").waitFor();
  await reader.page.getByText("Nothing has been announced yet.").waitFor();
  await eventually(() => reader.page.getByRole("button", { name: "Send" }).count()).toBe(0);
  // It lists no members, so it counts none and has no empty section.
  await eventually(() => reader.page.getByText("0 members").count()).toBe(0);
  await eventually(() => reader.page.getByRole("region", { name: "Members" }).count()).toBe(0);
  await expectAccessible(reader.page);
  const organizer = await site.open({ as: await site.tokenFor(["Admins"], { email: "ann-organizer@example.com" }) });
  await visit(organizer.page, path);
  await organizer.page.getByRole("button", { name: "Send" }).waitFor();
  await eventually(() => organizer.page.getByText("Only organizers write here.").count()).toBe(0);
});
