import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemoTown } from "#seeds/demo-town.server.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ SEED_PASSWORD: "Sand-castle-7" });
  await seedDemoTown(site.app);
});
afterAll(() => site.close());

test("[DASH-06, EVT-11] in the demo town every count is what its rows say", async () => {
  const { rows } = await site.app.db.execute(sql`select id from social_events e where
    going_count <> (select coalesce(sum(1 + guests), 0) from event_rsvps r where r.event_id = e.id and answer = 'going')
    or waiting_count <> (select count(*) from waiting_list w where w.event_id = e.id and status = 'waiting')
    or last_ticket <> coalesce((select max(ticket) from waiting_list w where w.event_id = e.id), 0)
    or going_count > coalesce(capacity, 1000)`);
  expect(rows).toEqual([]);
});

test("[DASH-06] the demo town has a host with two events and an open poll, and people who wait", async () => {
  const { rows } = await site.app.db.execute(sql`select
    (select count(*)::int from social_events e join users u on u.user_id = e.host_user_id
      where u.email = 'host@example.com' and e.day >= '2026-11-21') as hosted,
    (select count(*)::int from social_events e join users u on u.user_id = e.host_user_id
      join event_polls p on p.event_id = e.id and p.closed_at is null where u.email = 'host@example.com') as polls,
    (select count(*)::int from social_events where waiting_count > 0 and going_count = capacity) as waited_for`);
  expect(rows).toEqual([{ hosted: 2, polls: 1, waited_for: 2 }]);
});
