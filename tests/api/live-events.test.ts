import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { socialEvents } from "#src/db/tables/events.ts";
import { makeEvent } from "#seeds/factories.ts";
import { expectReady } from "#tests/support/live-reader.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let member: string;
beforeAll(async () => {
  site = await startTestSite();
  member = await site.tokenFor(["Members"]);
});
afterAll(() => site.close());

const listen = (as: string | undefined, query: string) =>
  site.fetch(`/api/live?${query}`, as === undefined ? {} : { as });

test("who looks at an event hears at once how many are going, wait, and fit", async () => {
  await site.addEvent(makeEvent({ day: "2026-11-28", capacity: 10 }));
  const id = "2026-11-28-beach-volleyball";
  const visitor = await expectReady(await listen(undefined, `event=${id}`));
  const signedIn = await expectReady(await listen(member, `event=${id}`));
  await site.app.db.update(socialEvents).set({ goingCount: 10, waitingCount: 3 }).where(eq(socialEvents.id, id));
  site.live.hearEvent(id);
  for (const reader of [visitor, signedIn]) {
    expect(await reader.next()).toMatchObject({
      event: "changed",
      id: "",
      data: { going: 10, spacesLeft: 0, waitingCount: 3 },
    });
  }
  // Any event, when many change at once.
  site.live.hearEvent("*");
  expect((await visitor.next())?.event).toBe("changed");
  await Promise.all([visitor.close(), signedIn.close()]);
});

test("[EVT-09] an event for close friends has no line for others, and loses them when it becomes one", async () => {
  await site.addEvent(makeEvent({ day: "2026-11-29", title: "Opens", generalPublic: true }));
  await site.addEvent(makeEvent({ day: "2026-11-29", title: "Hidden", generalPublic: false }));
  for (const [as, status] of [
    [undefined, 404],
    [(await site.signedIn({ email: "male@example.com" })).token, 404],
    [member, 200],
  ] as const) {
    const answer = await listen(as, "event=2026-11-29-hidden");
    await answer.body?.cancel();
    expect(answer.status).toBe(status);
  }
  expect((await listen(undefined, "event=nothing")).status).toBe(404);
  const id = "2026-11-29-opens";
  const visitor = await expectReady(await listen(undefined, `event=${id}`));
  const signedIn = await expectReady(await listen(member, `event=${id}`));
  await site.app.db.update(socialEvents).set({ generalPublic: false }).where(eq(socialEvents.id, id));
  site.live.hearEvent(id);
  expect(await visitor.rest()).toEqual([]);
  expect((await signedIn.next())?.event).toBe("changed");
  await site.app.db.execute(sql`delete from social_events where id = ${id}`);
  site.live.hearEvent(id);
  expect(await signedIn.rest()).toEqual([]);
});
