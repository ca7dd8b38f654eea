import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { answer, callEvent, newcomer, rsvpState } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  site = await startTestSite({ RATE_LIMIT_FACTOR: "1000" });
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

const hold = (minutes: number) => ({
  decision: "hold",
  reason: "weather",
  decidesAt: new Date(site.app.clock.now().getTime() + minutes * 60_000).toISOString(),
  default: "runs",
});

test("[DAY-04] a hold that is taken back before anyone heard of it tells nobody, and nobody is told the same twice", async () => {
  const id = (await site.addEvent(makeEvent({ day: "2026-11-21", title: "Clouds", hostUserId: host.userId }))).id;
  const goer = await newcomer(site);
  await rsvpState(answer(site, id, goer.token, "going"));
  await site.mails();
  const unread = async () => {
    const { notices } = (await (await site.fetch("/api/profile", { as: goer.token })).json()) as Profile;
    return notices.filter(({ isRead }) => !isRead).map(({ words }) => words);
  };
  const [held, runs] = [hold(60), { decision: "runs" }];
  const onHold = "On hold. Its page says when it will be decided.";
  const onAgain = expect.stringMatching(/^It’s on: Saturday, /) as string;
  const mailsWhile = async (...wishes: object[]) => {
    const before = (await site.mails()).length;
    for (const body of wishes)
      expect((await callEvent(site, "PUT", `${id}/decision`, { as: host.token, body })).status).toBe(200);
    return (await site.mails())
      .slice(before)
      .flatMap(({ to, subject }) => (to === goer.email ? [subject.split(":")[0]] : []));
  };
  expect([await mailsWhile(held, runs), await unread()]).toEqual([[], []]);
  expect([await mailsWhile(held, runs, held), await unread()]).toEqual([["On hold"], [onHold]]);
  // They know of this hold, so they need not hear of it again.
  expect([await mailsWhile(runs, held), await unread()]).toEqual([[], [onHold]]);
  expect([await mailsWhile(runs, hold(90)), await unread()]).toEqual([["On hold"], [onHold, onHold]]);
  const profile = await (await site.fetch("/api/profile", { as: goer.token })).json();
  const [newest] = (profile as { notices: readonly { id: string }[] }).notices;
  await site.fetch("/api/profile", {
    method: "PATCH",
    as: goer.token,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ noticesReadTo: newest?.id }),
  });
  expect([await mailsWhile(runs, held, runs), await unread()]).toEqual([["It’s on"], [onAgain]]);
});
