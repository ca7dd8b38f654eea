import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { answer, callEvent, newcomer, refusal, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test("[EVT-13] a host who changes an event again and again mails its guests twenty times a day, and no more", async () => {
  const [host, guest] = [await newcomer(site, { groups: ["Members"] }), await newcomer(site)];
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-28", title: "To and fro", hostUserId: host.userId }));
  await rsvpState(answer(site, id, guest.token, "going"));
  const before = (await site.mails()).length;
  const move = (location: string) => callEvent(site, "PATCH", id, { as: host.token, body: { location } });
  for (let turn = 0; turn < 20; turn += 1) expect((await move(`The lot ${turn}`)).status).toBe(200);
  expect(await refusal(move("The pier"))).toMatchObject({
    status: 429,
    message: expect.stringMatching(/^Everyone who is coming gets an email about each change/),
  });
  // What nobody is mailed about goes on.
  const quiet = await callEvent(site, "PATCH", id, { as: host.token, body: { description: "Bring a towel." } });
  expect(quiet.status).toBe(200);
  expect((await site.mails()).slice(before).filter(({ to }) => to === guest.email)).toHaveLength(20);
});
