import { afterAll, beforeAll, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DAY-12] two people who are going write to each other on the event's page; who gives up the place loses the chat, and visitors see none", async () => {
  const [ana, ben] = [
    await site.signedIn({ email: "thread.ana@example.com", user: { firstName: "Ana", lastName: "Reed" } }),
    await site.signedIn({ email: "thread.ben@example.com", user: { firstName: "Ben", lastName: "Sand" } }),
  ];
  const event = await site.addEvent(makeEvent({ day: "2026-12-05", title: "Talking Net" }));
  for (const { userId } of [ana, ben])
    await site.sql("insert into event_rsvps (event_id, user_id, answer, answered_at) values ($1, $2, 'going', now())", [
      event.id,
      userId,
    ]);
  await site.sql("update social_events set going_count = 2 where id = $1", [event.id]);
  const path = `/events/${event.id}`;
  const [phone, desk] = [
    await site.open({ as: ana.token, viewport: PHONE }),
    await site.open({ as: ben.token, viewport: DESK }),
  ];
  await visit(phone.page, path);
  await visit(desk.page, path);
  const field = phone.page.getByRole("textbox", { name: "Message to Event chat" });
  await field.fill("Who brings a net?");
  await phone.page.getByRole("button", { name: "Send" }).click();
  await desk.page.getByRole("log").getByText("Who brings a net?").waitFor();
  const reply = desk.page.getByRole("textbox", { name: "Message to Event chat" });
  await reply.fill("I do");
  await reply.press("Enter");
  await phone.page.getByRole("log").getByText("I do").waitFor();
  await expectAccessible(phone.page);
  await expectNoSideways(phone.page);

  await phone.page.getByRole("button", { name: "Can’t go" }).first().click();
  await eventually(() => phone.page.getByText("Who brings a net?").count()).toBe(0);
  const visitor = await site.open({ viewport: PHONE });
  await visit(visitor.page, path);
  await visitor.page.getByRole("heading", { name: "Talking Net" }).waitFor();
  await eventually(() => visitor.page.getByText("Event chat").count()).toBe(0);
});
