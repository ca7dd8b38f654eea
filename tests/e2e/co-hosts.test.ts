import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { DESK, expectAccessible, expectNoSideways, PHONE } from "#tests/support/browser.ts";
import { type BrowserSite, eventually, startBrowserSite, visit } from "#tests/support/browser-site.ts";

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite();
});
afterAll(() => site.close());

test("[DAY-12] a host adds a guest as co-host on a phone; the guest can edit the event at once, is named beside the host, and can leave", async () => {
  const host = await site.signedIn({ email: "main.host@example.com", user: { firstName: "Hal", lastName: "Host" } });
  const guest = await site.signedIn({ email: "co.host@example.com", user: { firstName: "Ana", lastName: "Reed" } });
  const event = await site.addEvent(
    makeEvent({ day: "2026-12-05", title: "Shared Net", hostUserId: host.userId, host: "Hal" }),
  );
  await site.sql("insert into event_rsvps (event_id, user_id, answer, answered_at) values ($1, $2, 'going', now())", [
    event.id,
    guest.userId,
  ]);
  const path = `/events/${event.id}`;
  const desk = await site.open({ as: guest.token, viewport: DESK });
  await visit(desk.page, path);
  const edit = desk.page.getByRole("link", { name: "Edit event" });
  await eventually(() => edit.count()).toBe(0);

  const phone = await site.open({ as: host.token, viewport: PHONE });
  await visit(phone.page, path);
  await phone.page.getByRole("button", { name: "Co-hosts" }).click();
  const dialog = phone.page.getByRole("dialog", { name: "Co-hosts" });
  await dialog.getByRole("button", { name: "Add Ana Reed as a co-host" }).click();
  await eventually(() => dialog.getByRole("button", { name: "Remove Ana Reed" }).count()).toBe(1);
  await expectAccessible(phone.page);
  await expectNoSideways(phone.page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await eventually(() => phone.page.getByText("Hosted by Hal with Ana Reed").count()).toBe(1);

  // The guest's page hears of it by itself.
  await eventually(() => edit.count()).toBe(1);
  await desk.page.getByRole("button", { name: "Co-hosts" }).click();
  await desk.page.getByRole("button", { name: "Leave Ana Reed" }).click();
  await eventually(() => edit.count()).toBe(0);
  expect(desk.page.url()).toContain(path);
});
