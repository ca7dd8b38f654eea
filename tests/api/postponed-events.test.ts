import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
});
afterAll(() => site.close());

test("[DASH-06] a postponed event that is given a date takes place then, and its guests read no moment of a decision meanwhile", async () => {
  const hold = { decision: "hold", holdReason: "minimum", minimumGoing: 2, decisionDefault: "runs" } as const;
  const host = await newcomer(site, { groups: ["Members"] });
  const decidesAt = new Date("2026-11-28T15:00:00Z");
  const event = makeEvent({ day: "2026-11-28", title: "Tide Walk", hostUserId: host.userId, ...hold, decidesAt });
  const { id } = await site.addEvent(event);
  const changed = async (body: unknown) => {
    const response = await callEvent(site, "PATCH", id, { as: host.token, body });
    expect(response.status).toBe(200);
    return ((await response.json()) as { socialEvents: { Item: Record<string, unknown> } }).socialEvents.Item;
  };
  const mailOf = async (work: () => Promise<unknown>) => {
    const before = (await site.mails()).length;
    await work();
    return (await site.mails()).slice(before).at(0);
  };
  const guest = await newcomer(site);
  await rsvpState(answer(site, id, guest.token, "going"));
  const postponed = await mailOf(() => changed({ status: "postponed" }));
  expect(postponed?.text).toContain("It is postponed. The new date isn’t set yet.");
  expect(postponed?.text).toContain("You can change it when there is a new date.");
  expect(postponed?.text).not.toContain("Decides");
  // Other words leave it as it is.
  expect(await changed({ description: "Soon." })).toMatchObject({ status: "postponed" });
  const planned = await mailOf(async () =>
    expect(await changed({ date: "2026-12-12" })).toMatchObject({ status: "scheduled", day: "2026-12-12" }),
  );
  expect(planned?.subject).toMatch(/^On hold: .+December 12/);
  expect(planned?.text).toContain("It may take place after all.");
  expect(planned?.text).toContain("It was planned for Saturday, November 28, 2026");
});
