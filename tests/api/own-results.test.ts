import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OwnResults } from "#src/features/events/ladder/schema.ts";
import { makeEvent } from "#seeds/factories.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test("[COURT-04] one's own results go on after a page also when the last one of it was struck meanwhile", async () => {
  const { userId, token } = await site.signedIn({ email: "reader-of-results@example.com", groups: ["Members"] });
  const { id } = await site.addEvent(makeEvent({ day: "2026-11-20", title: "Long Open Play", chat: "Pickleball" }));
  await site.app.db.execute(
    sql`insert into court_players (event_id, player, user_id, level) values (${id}, 'one', ${userId}, 3)`,
  );
  await site.app.db
    .execute(sql`insert into court_results (event_id, player, game, side, points, against, ended_at, change)
    select ${id}, 'one', n || '-1', 0, 11, 7, '2026-11-20T23:00:00.123Z'::timestamptz + make_interval(mins => n), 0.01
    from generate_series(1, 45) n`);
  const page = async (after?: string) => {
    const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
    const answer = await site.fetch(`/api/ladder/own${query}`, { as: token });
    expect(answer.status).toBe(200);
    const { results, next } = (await answer.json()) as OwnResults;
    return { games: results.map((result) => Number(result.id.split("/")[1]?.split("-")[0])), next };
  };
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
  const first = await page();
  expect(first.games).toEqual(down(45, 26));
  await site.app.db.execute(sql`delete from court_results where event_id = ${id} and game = '26-1'`);
  const second = await page(first.next ?? "");
  expect(second.games).toEqual(down(25, 6));
  expect(await page(second.next ?? "")).toEqual({ games: down(5, 1), next: null });
  expect((await site.fetch("/api/ladder/own?after=elsewhere", { as: token })).status).toBe(400);
});
