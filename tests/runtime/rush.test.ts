import { pino } from "pino";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { connect } from "#src/db/connect.server.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import type { RsvpState } from "#src/features/events/rsvps/schema.ts";
import { addDays } from "#src/shared/dates.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const PEOPLE = 500;
const PLACES = 10;

/** Two sites on one database, which waits for the disk as in production. */
async function startTwoSites() {
  const database = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  onTestFinished(() => database.stop());
  const start = async () => {
    const site = await startSiteProcess({
      DATABASE_URL: database.connectionString,
      DATA_DIR: await temporaryFolder(),
      SEED: "none",
      RATE_LIMIT_FACTOR: "1000",
    });
    onTestFinished(async () => void (await site.stop()));
    return site.url;
  };
  const urls = [await start(), await start()] as const;
  const { pool, db } = connect(database.connectionString, pino({ level: "silent" }));
  onTestFinished(() => pool.end());
  return { urls, db };
}

const MOST_ASKED = 5;

/** Says "going". A site on a machine that is too busy wrote nothing and says when to ask again, which phones do. */
async function go(url: string, token: string, asked = 1): Promise<Response> {
  const answer = await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ answer: "going" }),
  });
  return answer.status === 503 && answer.headers.has("retry-after") && asked < MOST_ASKED
    ? go(url, token, asked + 1)
    : answer;
}

test("[DASH-06] 500 people go for the last 10 places through two processes: 10 get them, 490 wait in the order of their tickets", async () => {
  const { urls, db } = await startTwoSites();
  const now = new Date();
  const event = makeEvent({ day: addDays(now.toISOString().slice(0, 10), 7), capacity: PLACES });
  await db.insert(socialEvents).values(event);
  const crowd = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, index) => {
      const account = await makeAccount(db, { email: `runner${index}@example.com`, now });
      const url = urls[index % 2] ?? urls[0];
      return { userId: account.userId, url, token: await signToken(account, { db, issuer: url, now }) };
    }),
  );
  const told = await Promise.all(
    crowd.map(async ({ userId, url, token }) => {
      const answer = await go(`${url}/api/social-events/${event.id}/rsvp`, token);
      expect(answer.status).toBe(200);
      return { userId, ...((await answer.json()) as RsvpState) };
    }),
  );
  expect(told.filter(({ answer, waiting }) => answer === "going" && waiting === null)).toHaveLength(PLACES);
  const line = told
    .flatMap(({ userId, waiting }) => (waiting ? [{ userId, place: waiting.place }] : []))
    .toSorted((a, b) => a.place - b.place);
  expect(line.map(({ place }) => place)).toEqual(Array.from({ length: PEOPLE - PLACES }, (_, index) => index + 1));
  const { rows } = await db.execute<{ user_id: string }>(
    sql`select user_id from waiting_list where event_id = ${event.id} and status = 'waiting' order by ticket`,
  );
  expect(rows.map((row) => row.user_id)).toEqual(line.map(({ userId }) => userId));
  const counts = await db.execute(sql`select going_count, waiting_count, last_ticket,
    (select count(*)::int from event_rsvps where answer = 'going') as going from social_events`);
  expect(counts.rows).toEqual([{ going_count: 10, waiting_count: 490, last_ticket: 490, going: 10 }]);
});
