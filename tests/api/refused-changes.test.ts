import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { callEvent, newcomer } from "#tests/support/events.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
let host: Awaited<ReturnType<typeof newcomer>>;
beforeAll(async () => {
  site = await startTestSite();
  host = await newcomer(site, { groups: ["Members"] });
});
afterAll(() => site.close());

let made = 0;
async function addEvent(event: { capacity: number }): Promise<string> {
  made += 1;
  return (
    await site.addEvent(makeEvent({ day: "2026-11-28", title: `Refused ${made}`, hostUserId: host.userId, ...event }))
  ).id;
}
const change = (id: string, body: unknown) => callEvent(site, "PATCH", id, { as: host.token, body });

test("[DAY-05] a change that cannot be is refused with a sentence: turns, the minimum, and spaces that go with neither", async () => {
  const said = async (id: string, body: unknown) => {
    const response = await change(id, body);
    return [response.status, ((await response.json()) as { fields?: unknown }).fields];
  };
  const id = await addEvent({ capacity: 10 });
  expect(await said(id, { takesTurns: true })).toEqual([
    422,
    { takesTurns: "Taking turns can only be chosen when you create an event." },
  ]);
  expect(await said(id, { minimum: 4 })).toEqual([
    422,
    { minimum: "The minimum is changed with the hold on the event's page, not here." },
  ]);
  await site.app.db.execute(
    sql`update social_events set draw_at = starts_at - interval '1 day', draw_seed = 'x' where id = ${id}`,
  );
  for (const spaces of [null, 1000])
    expect(await said(id, { spaces })).toEqual([
      422,
      { spaces: expect.stringContaining("Enter the number of spaces") },
    ]);
  expect((await change(id, { spaces: 12 })).status).toBe(200);

  const held = await addEvent({ capacity: 10 });
  await site.app.db.execute(sql`update social_events set decision = 'hold', hold_reason = 'minimum', minimum_going = 6,
    decision_default = 'called_off', decides_at = starts_at - interval '2 hours' where id = ${held}`);
  expect(await said(held, { spaces: 5 })).toEqual([
    422,
    { spaces: "The event runs with more people than that, so it could never run." },
  ]);
  expect((await change(held, { spaces: 6 })).status).toBe(200);
});
