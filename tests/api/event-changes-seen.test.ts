import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { ChangesToDecide } from "#src/features/events/changes/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

const QUEUE = "/api/admin/event-changes";

let site: TestSite;
let admin: string;
let second: string;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  admin = await site.tokenFor(["Admins"]);
  second = await site.tokenFor(["Admins"], { email: "second@example.com" });
});
afterAll(() => site.close());

async function card() {
  const { changes } = (await (await site.fetch(QUEUE, { as: admin })).json()) as ChangesToDecide;
  const [first] = changes;
  if (!first) throw new Error("No change waits.");
  return first;
}
async function change(id: string, as: string, body: object): Promise<void> {
  expect((await callEvent(site, "PATCH", id, { as, body })).status).toBe(200);
}
async function timeOf(id: string): Promise<string> {
  const event = (await (await site.fetch(`/api/social-events?id=${id}`)).json()) as {
    socialEvents: { Item: EventView };
  };
  return event.socialEvents.Item.time;
}

test("[SAFE-11] a change is published over what the organizer read, and over nothing that another one set since", async () => {
  const [host, guest] = [await newcomer(site), await newcomer(site)];
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "Net", hostUserId: host.userId }));
  await rsvpState(answer(site, id, guest.token, "going"));
  await change(id, host.token, { time: "19:00" });
  const seen = await card();
  expect([seen.before, seen.after]).toEqual([{ time: "18:00" }, { time: "19:00" }]);
  const decide = (what: "publish" | "refuse", version: string) =>
    site.post(`${QUEUE}/${id}/${what}`, { version, reason: "It is dark at 7." }, admin);

  // What the change leaves alone may change.
  await change(id, second, { description: "Bring water." });
  expect((await card()).version).toBe(seen.version);
  await change(id, second, { time: "17:30" });
  await site.mails();
  for (const what of ["publish", "refuse"] as const) {
    const refused = await decide(what, seen.version);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        error: "conflict",
        reason: "changed_meanwhile",
        message: "Someone else changed this event in the meantime. Please check again what this change replaces.",
      },
    ]);
  }
  expect(await timeOf(id)).toBe("5:30 PM");
  const toGuest = (await site.mails()).filter(({ to }) => to === guest.email);
  expect(toGuest.some(({ text }) => text.includes("7:00 PM"))).toBe(false);

  const again = await card();
  expect([again.before, again.after]).toEqual([{ time: "17:30" }, { time: "19:00" }]);
  expect((await decide("publish", again.version)).status).toBe(200);
  expect(await timeOf(id)).toBe("7:00 PM");
});
