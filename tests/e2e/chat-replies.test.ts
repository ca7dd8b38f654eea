import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { chatLog, enterChat } from "#tests/support/chat-page.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
let member: string;
let other: string;
beforeAll(async () => {
  site = await startBrowserSite();
  [member, other] = await Promise.all([
    site.tokenFor(["Members"], { email: "reply.one@example.com" }),
    site.tokenFor(["Members"], { email: "reply.two@example.com" }),
  ]);
});
afterAll(() => site.close());

const field = (page: Page) => page.getByRole("textbox", { name: /^Message to/ });
const options = (page: Page, text: string) =>
  chatLog(page).getByRole("button", { name: new RegExp(`^Options for .*message “${RegExp.escape(text)}`) });
const reply = (page: Page) => chatLog(page).getByRole("button", { name: "Reply", exact: true });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
  await chatLog(page).getByText(text).last().waitFor();
}

test("[DESK-09] on a phone, a message is answered: the composer says what, the reply quotes it and leads to it", async () => {
  const a = await site.open({ as: member, viewport: PHONE });
  const b = await site.open({ as: other, viewport: PHONE, colorScheme: "dark" });
  await Promise.all([enterChat(a.page, "volleyball"), enterChat(b.page, "volleyball")]);
  await write(a.page, "Who brings a net?");
  await chatLog(b.page).getByText("Who brings a net?").waitFor();
  await options(b.page, "Who brings a net?").click();
  await reply(b.page).click();
  const answered = b.page.getByRole("group", { name: "Reply" });
  await answered.getByText("Who brings a net?").waitFor();
  await eventually(() => field(b.page).evaluate((element) => element === document.activeElement)).toBe(true);
  await stopTransitions(b.page);
  await expectAccessible(b.page);
  await expectNoSideways(b.page);

  // It survives a reload, and can be canceled.
  await b.page.reload();
  await answered.getByRole("button", { name: "Cancel the reply" }).click();
  await answered.waitFor({ state: "detached" });
  await options(b.page, "Who brings a net?").press("Enter");
  await reply(b.page).press("Enter");
  await field(b.page).fill("I do");
  await field(b.page).press("Enter");
  await answered.waitFor({ state: "detached" });
  const quote = chatLog(a.page).getByRole("button", { name: /^Reply to .*Who brings a net\?/ });
  await quote.click();
  await eventually(() => a.page.evaluate(() => document.activeElement?.textContent)).toContain("Who brings a net?");
  await stopTransitions(a.page);
  await expectAccessible(a.page);
  await expectNoSideways(a.page);

  await options(a.page, "Who brings a net?").click();
  await chatLog(a.page).getByRole("button", { name: "Delete", exact: true }).click();
  await a.page.getByRole("dialog").getByRole("button", { name: "Delete message" }).click();
  await chatLog(b.page).getByText("This message is no longer here.").waitFor();
  expect([a.problems, b.problems]).toEqual([[], []]);
});

test("[DESK-09] a quote leads to its message also when that is many pages back", async () => {
  await site.sql(
    `with chat as (update chats set last_seq = last_seq + 131, message_count = message_count + 131
        where id = 'dance' returning last_seq - 131 as seq)
     insert into chat_messages (chat_id, seq, id, name, text, created_at, reply_to)
     select 'dance', seq + n, 'old' || n, 'Zora Quill', 'Number ' || n, now() - make_interval(mins => 140 - n),
       case when n = 131 then 'old1' end from chat, generate_series(1, 131) n`,
  );
  const { page, problems } = await site.open({ as: member, viewport: DESK });
  await enterChat(page, "dance");
  await eventually(() => chatLog(page).getByText("Number 2", { exact: true }).count()).toBe(0);
  await chatLog(page)
    .getByRole("button", { name: /^Reply to .*Number 1$/ })
    .click();
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Number 1");
  await eventually(() =>
    page.evaluate(() => {
      const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return document.activeElement?.hasAttribute("data-seq") === true && top >= 0 && bottom <= innerHeight;
    }),
  ).toBe(true);
  expect(problems).toEqual([]);
});

test("[DESK-09, DAY-12] in the thread of an event people answer each other", async () => {
  const [ana, ben] = [
    await site.signedIn({ email: "reply.ana@example.com", user: { firstName: "Ana", lastName: "Reed" } }),
    await site.signedIn({ email: "reply.ben@example.com", user: { firstName: "Ben", lastName: "Sand" } }),
  ];
  const event = await site.addEvent(makeEvent({ day: "2026-12-05", title: "Answering Net" }));
  for (const { userId } of [ana, ben])
    await site.sql("insert into event_rsvps (event_id, user_id, answer, answered_at) values ($1, $2, 'going', now())", [
      event.id,
      userId,
    ]);
  const [a, b] = [
    await site.open({ as: ana.token, viewport: PHONE }),
    await site.open({ as: ben.token, viewport: DESK }),
  ];
  for (const { page } of [a, b]) await visit(page, `/events/${event.id}`);
  await write(a.page, "Which court?");
  await chatLog(b.page).getByText("Which court?").waitFor();
  await options(b.page, "Which court?").click();
  await reply(b.page).click();
  await write(b.page, "The north one");
  await chatLog(a.page)
    .getByRole("button", { name: /^Reply to .*Which court\?/ })
    .waitFor();
  expect([a.problems, b.problems]).toEqual([[], []]);
});
