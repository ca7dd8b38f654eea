import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

type Item = { status: string; cancelReason?: string };

test("[DAY-09] a reason for a cancellation is on the page, in the mail and in calendars until the event takes place again", async () => {
  const host = await newcomer(site, { groups: ["Members"] });
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Called Off", hostUserId: host.userId }));
  const guest = await newcomer(site);
  await rsvpState(answer(site, id, guest.token, "going"));
  const change = (body: unknown) => callEvent(site, "PATCH", id, { as: host.token, body });
  const item = async () =>
    ((await (await site.fetch(`/api/social-events?id=${id}`)).json()) as { socialEvents: { Item: Item } }).socialEvents
      .Item;
  const cancelReason = "<b>Lightning</b>, all night; sorry.";
  expect((await change({ status: "cancelled", cancelReason: "x".repeat(301) })).status).toBe(422);
  // Of an event that takes place there is nothing to say.
  expect((await change({ cancelReason })).status).toBe(200);
  expect(await item()).not.toHaveProperty("cancelReason");

  expect((await change({ status: "cancelled", cancelReason })).status).toBe(200);
  expect(await item()).toMatchObject({ status: "cancelled", cancelReason });
  const mail = (await site.mails()).findLast(({ to }) => to === guest.email);
  expect(mail?.subject).toContain("Canceled: Called Off");
  expect(mail?.text).toContain(`Why: “${cancelReason}”`);
  expect(mail?.html).toContain("&lt;b&gt;Lightning&lt;/b&gt;");
  expect(mail?.html).not.toContain("<b>Lightning");
  const calendar = await (await site.fetch(`/events/${id}.ics`)).text();
  expect(calendar.replaceAll("\r\n ", "")).toContain("Why: “<b>Lightning</b>\\, all night\\; sorry.”");

  expect((await change({ status: "scheduled" })).status).toBe(200);
  expect(await item()).not.toHaveProperty("cancelReason");
});
