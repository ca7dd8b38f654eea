import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, PHONE, stopClock } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let morgan: string;
let avery: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [morgan, avery] = await Promise.all([
    site.tokenFor(["Members"], { email: "member@example.com" }),
    site.tokenFor(["Admins"], { email: "admin@example.com" }),
  ]);
});
afterAll(() => site.close());

const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: /^Message to/ });
const isQuery = (body: string | null) => !(body ?? "").includes("mutation");

/** Opens a chat and waits until its line stands. */
async function enter(page: Page, chat: string): Promise<void> {
  await visit(page, `/chats/${chat}`);
  await page.getByText("Live", { exact: true }).waitFor();
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await eventually(() => page.title()).toBe(`${name} — Jax Beach`);
}

/** From now on the page cannot read the chat by asking: what is new comes by the live line or not at all. */
const stopAsking = (page: Page) =>
  page.route("**/graphql", (route) => (isQuery(route.request().postData()) ? route.abort() : route.continue()));

/** Says something as somebody without a browser. */
async function say(chatId: string, text: string): Promise<void> {
  const answer = await fetch(`${site.url}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${avery}`, "content-type": "application/json" },
    body: JSON.stringify({
      query:
        "mutation($chatId: ID!, $text: String!, $clientId: ID!) { sendMessage(chatId: $chatId, text: $text, clientId: $clientId) { seq } }",
      variables: { chatId, text, clientId: randomUUID() },
    }),
  });
  expect(await answer.json()).not.toHaveProperty("errors");
}

const kept = async (text: string) => (await site.sql("select seq from chat_messages where text = $1", [text])).length;

test("[CHAT-06] what one person writes, another reads at once", async () => {
  const [a, b] = await Promise.all([site.open({ as: morgan }), site.open({ as: avery })]);
  await Promise.all([enter(a.page, "volleyball"), enter(b.page, "volleyball")]);
  await stopAsking(b.page);
  const counts = async () => Number(/(\d+) messages?/.exec(await b.page.locator("main").innerText())?.[1]);
  const before = await counts();
  await field(a.page).fill("Net is up at six");
  await field(a.page).press("Enter");
  await eventually(() => field(a.page).inputValue()).toBe("");
  await log(a.page).getByText("Net is up at six").waitFor();
  await log(b.page).getByText("Net is up at six").waitFor();
  expect(await counts()).toBe(before + 1);
  await eventually(() => log(b.page).locator("[data-own]", { hasText: "Net is up at six" }).count()).toBe(0);
  await eventually(() => log(a.page).locator("[data-unsent]").count()).toBe(0);
  await eventually(() => log(a.page).locator("[data-own]", { hasText: "Net is up at six" }).count()).toBe(1);
  expect(await kept("Net is up at six")).toBe(1);
  expect([...a.problems, ...b.problems]).toEqual([]);
});

test("[CHAT-06] after the line was cut the reader gets what was said meanwhile, each once and in order", async () => {
  const { page } = await site.open({ as: morgan });
  await enter(page, "pickleball");
  await stopAsking(page);
  await page.context().setOffline(true);
  await page.getByText("Reconnecting…").waitFor();
  // The offline banner leaves the composer on the screen of a phone.
  await page.getByText("You’re offline. This page may be out of date.").waitFor();
  const composer = await field(page).boundingBox();
  expect((composer?.y ?? PHONE.height) + (composer?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  for (const number of [1, 2, 3]) await say("pickleball", `While you were away ${number}`);
  await eventually(() => log(page).getByText("While you were away").count()).toBe(0);
  await page.context().setOffline(false);
  await log(page).getByText("While you were away 3").waitFor();
  const texts = await log(page).getByText("While you were away").allInnerTexts();
  expect(texts).toEqual([1, 2, 3].map((number) => `While you were away ${number}`));
  await page.getByText("Live", { exact: true }).waitFor();
});

test("[CHAT-06] an answer that was lost: sent again, it is the same message", async () => {
  const { page } = await site.open({ as: morgan });
  // Neither the line nor asking may tell that it has arrived: this sender must try again.
  await page.route("**/api/live?*", (route) => route.abort());
  await visit(page, "/chats/dance");
  await log(page).getByText("I'm not okay").waitFor();
  const clientIds: string[] = [];
  await page.route("**/graphql", async (route) => {
    const body = route.request().postData();
    if (isQuery(body)) return route.abort();
    // Not what is noted as read.
    if (!(body ?? "").includes("sendMessage")) return route.continue();
    const { variables } = JSON.parse(body ?? "") as { variables: { clientId: string } };
    clientIds.push(variables.clientId);
    if (clientIds.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await field(page).fill("Red shoes for everyone");
  await field(page).press("Enter");
  const again = log(page).getByRole("button", { name: "Not sent. Try again" });
  await again.waitFor();
  expect(await kept("Red shoes for everyone")).toBe(1);
  await stopTransitions(page);
  await expectAccessible(page);
  await again.click();
  await eventually(() => log(page).locator("[data-unsent]").count()).toBe(0);
  await eventually(() => log(page).getByText("Red shoes for everyone").count()).toBe(1);
  expect(await kept("Red shoes for everyone")).toBe(1);
  expect(clientIds).toHaveLength(2);
  expect(new Set(clientIds).size).toBe(1);
});

test("[CHAT-06] what is on its way shows at once; what was typed or not sent outlives a reload, and can be sent then", async () => {
  const { page } = await site.open({ as: morgan });
  await enter(page, "dance");
  const gate = Promise.withResolvers<void>();
  let isCut = true;
  await page.route("**/graphql", async (route) => {
    if (isQuery(route.request().postData()) || !isCut) return route.continue();
    await gate.promise;
    return route.abort();
  });
  await field(page).fill("Not lost");
  await page.getByRole("button", { name: "Send" }).click();
  await log(page).getByText("Sending…").waitFor();
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
  gate.resolve();
  await log(page).getByText("Not sent. Try again").waitFor();
  await field(page).fill("half a thought");
  await page.reload();
  await log(page).getByText("Not lost").waitFor();
  await eventually(() => field(page).inputValue()).toBe("half a thought");
  isCut = false;
  await log(page).getByRole("button", { name: "Not sent. Try again" }).click();
  await eventually(() => log(page).locator("[data-unsent]").count()).toBe(0);
  expect(await kept("Not lost")).toBe(1);
});

test("[CHAT-06] who reads further up stays there and is told of what is new; who is at the end stays at the end", async () => {
  await site.sql(
    `with more as (update chats set last_seq = last_seq + 60, message_count = message_count + 60 where id = 'rock-climbing' returning last_seq - 60 as start)
     insert into chat_messages (chat_id, seq, id, name, text, created_at)
     select 'rock-climbing', start + n, 'wall-' || n, 'Ana Ruiz', 'Hold ' || n || '.', now() from more, generate_series(1, 60) n`,
  );
  const { page } = await site.open({ as: morgan });
  await enter(page, "rock-climbing");
  await say("rock-climbing", "At the end");
  await log(page).getByText("At the end").waitFor();
  const isInSight = (text: string) =>
    log(page)
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const box = element.closest("[tabindex]")?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return box !== undefined && top >= box.top && bottom <= box.bottom;
      });
  await eventually(() => isInSight("At the end")).toBe(true);
  const box = page.getByRole("region", { name: "Messages", exact: true });
  await box.evaluate((element) => element.scrollTo({ top: 100 }));
  const place = () => box.evaluate((element) => element.scrollTop);
  await eventually(place).toBe(100);
  await say("rock-climbing", "Further down");
  const news = page.getByRole("button", { name: "New messages" });
  await news.waitFor();
  expect(await place()).toBe(100);
  await expectAccessible(page);
  await news.click();
  await eventually(() => isInSight("Further down")).toBe(true);
  await news.waitFor({ state: "detached" });
});

test("[CHAT-06] Shift and Enter begin a new line; too long is said, not cut; markup stays text, and pictures stay links", async () => {
  const { page, problems } = await site.open({ as: morgan, viewport: PHONE });
  await enter(page, "other-events");
  await field(page).pressSequentially("First line");
  await field(page).press("Shift+Enter");
  await field(page).pressSequentially("<img src=x onerror=alert(1)> https://example.com/cat.png");
  await field(page).press("Enter");
  const bubble = log(page).locator("[data-own]", { hasText: "First line" });
  await bubble.waitFor();
  await eventually(() => bubble.innerText()).toBe(
    "First line\n<img src=x onerror=alert(1)> https://example.com/cat.png",
  );
  await eventually(() => bubble.getByRole("link").getAttribute("href")).toBe("https://example.com/cat.png");
  await eventually(() => log(page).locator("img").count()).toBe(0);
  await field(page).fill("x".repeat(1999));
  await page.getByText("1 character left", { exact: true }).waitFor();
  await field(page).fill("x".repeat(2001));
  await page.getByText("1 character too many. A message has at most 2,000.").waitFor();
  await eventually(() => page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await field(page).press("Enter");
  expect((await field(page).inputValue()).length).toBe(2001);
  expect(problems).toEqual([]);
});

test("[CHAT-02] without the live line the chat is read again every 15 seconds", async () => {
  const { page } = await site.open({ as: morgan });
  await page.route("**/api/live?*", (route) => route.abort());
  let asked = 0;
  page.on("request", (request) => void (request.url().endsWith("/graphql") && (asked += 1)));
  await stopClock(page);
  await visit(page, "/chats/dance");
  await log(page).getByText("I'm not okay").waitFor();
  await page.getByText("Reconnecting…").waitFor();
  const [chat] = await site.sql(
    `with chat as (update chats set last_seq = last_seq + 1, message_count = message_count + 1 where id = 'dance' returning *),
       said as (insert into chat_messages (chat_id, seq, id, name, text, created_at)
         select 'dance', last_seq, 'polled', 'Ana Ruiz', 'Heard by asking', now() from chat)
     select message_count from chat`,
  );
  const before = asked;
  await page.clock.runFor(14_999);
  // Requests are told in the order in which they are made.
  await page.evaluate(() => fetch("/healthz"));
  expect(asked).toBe(before);
  await page.clock.runFor(1);
  await log(page).getByText("Heard by asking").waitFor();
  await page.getByText(new RegExp(`\\| ${String(chat?.["message_count"])} messages`)).waitFor();
});
