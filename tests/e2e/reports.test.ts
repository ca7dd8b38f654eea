import { afterAll, beforeAll, expect, test } from "vitest";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, stopTransitions, visit } from "#tests/support/browser-site.ts";
import { openApp } from "#tests/support/console.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

const EVENT = "2026-11-21-sunset-volleyball";

test("[DESK-10] on a phone, without an account, a visitor reports somebody and stays anonymous", async () => {
  const { page, problems } = await site.open({ viewport: PHONE, colorScheme: "dark" });
  await visit(page, "/report");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("Please say what happened.").waitFor();
  await page.getByLabel("Who or what is it about?").fill("The man with the red cap");
  await page.getByLabel("What happened?").fill("He followed me to my car");
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole("button", { name: "Send report" }).click();
  const thanks = page.getByRole("status").filter({ hasText: "Thank you. The organizers have your report." });
  await thanks.getByText("About The man with the red cap").waitFor();
  await thanks.getByText("He followed me to my car").waitFor();
  await thanks.getByText("You left no address").waitFor();
  await stopTransitions(page);
  await expectAccessible(page);
  await expectNoSideways(page);
  await thanks.getByRole("link", { name: "Back to the home page" }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Report a problem" }).waitFor();
  expect(problems).toEqual([]);
});

test("[DESK-10] a member reports a chat message, and an organizer reads it with the message", async () => {
  const [message] = await site.sql(
    `select m.chat_id, m.user_id, m.text, m.name from chat_messages m join chats c on c.id = m.chat_id
      where not m.system and m.user_id is not null and m.seq = (select max(seq) from chat_messages where chat_id = m.chat_id)
      order by m.chat_id limit 1`,
  );
  const { page, problems } = await site.open({
    as: await site.tokenFor(["Members"], { email: "reporter@example.com" }),
    viewport: DESK,
  });
  await visit(page, `/chats/${String(message?.["chat_id"])}`);
  await page
    .getByRole("link", { name: `Report this message of ${String(message?.["name"])}` })
    .last()
    .click();
  await page.getByText("Your report is about the chat message that you came from.").waitFor();
  await page.getByLabel("What happened?").fill("This is an insult");
  // Their address is one press away, and not sent unasked.
  await eventually(() => page.getByLabel("Email (optional)").inputValue()).toBe("");
  await page.getByRole("button", { name: "Use reporter@example.com" }).click();
  await eventually(() => page.getByLabel("Email (optional)").inputValue()).toBe("reporter@example.com");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("heading", { name: "Thank you. The organizers have your report." }).waitFor();
  await page.getByText("A receipt is on its way to reporter@example.com").waitFor();
  await page.getByRole("link", { name: "Back to the chat" }).waitFor();
  expect(problems).toEqual([]);

  const organizer = await openApp(site, "reports", { viewport: DESK });
  const entry = organizer.page.getByRole("listitem").filter({ hasText: "This is an insult" });
  await entry.getByRole("heading", { name: new RegExp(`^Message from ${String(message?.["name"])} in `) }).waitFor();
  await entry.getByRole("blockquote").getByText(String(message?.["text"])).waitFor();
  await entry.getByRole("link", { name: "The chat" }).waitFor();
  const writer = entry.getByRole("link", { name: "Who wrote it" });
  await eventually(() => writer.getAttribute("href")).toBe(
    `/admin?tab=apps&app=users&person=${String(message?.["user_id"])}`,
  );
  await entry.getByRole("button", { name: /^Take on/ }).click();
  await entry.getByText(/works on it/).waitFor();
  await entry.getByText("Notes", { exact: true }).click();
  await entry.getByRole("button", { name: "Add note" }).click();
  await entry.getByText("Write a note first.").waitFor();
  await entry.getByLabel("New note").fill("Talked to both of them");
  await entry.getByRole("button", { name: "Add note" }).click();
  await entry.getByText("Notes (1)").waitFor();
  await stopTransitions(organizer.page);
  await expectAccessible(organizer.page);
  await organizer.page.setViewportSize(PHONE);
  await expectNoSideways(organizer.page);
  await entry.getByRole("button", { name: /^Close/ }).click();
  const asked = organizer.page.getByRole("dialog", { name: "Close this report" });
  await asked.getByRole("button", { name: "Close report" }).click();
  await asked.getByText("Choose an outcome.").waitFor();
  await expectAccessible(organizer.page);
  await asked.getByLabel("What was the outcome?").selectOption("talked");
  await asked.getByRole("button", { name: "Close report" }).click();
  await entry.getByText(/Talked to the people, by /).waitFor();
  await visit(organizer.page, "/admin?tab=apps&app=audit");
  await organizer.page.getByText(/closed a report: Talked to the people/).waitFor();
});

test("[DESK-10] a report that is begun on an event's page names the event", async () => {
  const { page } = await site.open({ viewport: PHONE });
  await visit(page, `/events/${EVENT}`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Report a problem" }).click();
  await page.getByText("The organizers see which event you came from.").waitFor();
  await page.getByLabel("What happened?").fill("The words of this event are an insult");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("link", { name: "Back to the event" }).waitFor();
  const organizer = await openApp(site, "reports", { viewport: DESK });
  const entry = organizer.page.getByRole("listitem").filter({ hasText: "The words of this event are an insult" });
  await eventually(() => entry.getByRole("link", { name: "The event" }).getAttribute("href")).toBe(`/events/${EVENT}`);
});

test("[DESK-10] without an account, a link to a chat message asks who it is about, and nothing that was typed is lost", async () => {
  const { page } = await site.open({ viewport: PHONE });
  const [message] = await site.sql(
    "select chat_id, id from chat_messages where not system order by chat_id, seq limit 1",
  );
  const link = new URLSearchParams({ chat: String(message?.["chat_id"]), message: String(message?.["id"]) });
  await visit(page, `/report?${link}`);
  await page.getByText("Your report is about the chat message that you came from.").waitFor();
  await page.getByLabel("What happened?").fill("This is an insult");
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByText("This message no longer exists.").waitFor();
  await page.getByLabel("Who or what is it about?").fill("Somebody in the chat");
  await stopTransitions(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("heading", { name: "Thank you. The organizers have your report." }).waitFor();
  const [report] = await site.sql("select data from form_submissions order by id desc limit 1");
  expect(report?.["data"]).toMatchObject({ about: "Somebody in the chat", message: "This is an insult" });
  expect(report?.["data"]).not.toHaveProperty("messageId");
});
