import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pino } from "pino";
import { connect } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { makeEvent } from "#seeds/factories.ts";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { measureBesideBare, ROUNDS } from "#tests/bench/beside-bare.ts";
import type { Subject } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { startServer } from "#tests/bench/servers.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";

const run = promisify(execFile);
const BARE = fileURLToPath(new URL("bare-rsvp.ts", import.meta.url));
const PUBLIC_URL = "http://sandbar.localhost";
const CONNECTIONS = 32;
const PEOPLE = 64;
const EVENTS = 50;
const AMOUNT = 5000;

/** People who all come to all events and were told so: what is measured is people who change their minds. */
async function makeTown(url: string) {
  const { pool, db } = connect(url, pino({ level: "silent" }));
  const now = new Date();
  const groups = ["Members"] as const;
  const people: { userId: string; email: string; token: string }[] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const user = { phone: `904${String(5_550_000 + index)}` };
    const account = await makeAccount(db, { groups, now, email: `goer${index}@example.com`, user });
    people.push({ ...account, token: await signToken(account, { db, issuer: PUBLIC_URL, now, groups }) });
  }
  const events = Array.from({ length: EVENTS }, (_, index) =>
    makeEvent({ day: "2099-06-01", title: `Bench ${index}`, capacity: 1000, goingCount: PEOPLE }),
  );
  await db.insert(socialEvents).values(events);
  const ids = events.map(({ id }) => id);
  const answers = ids.flatMap((eventId) =>
    people.map(({ userId }) => ({ eventId, userId, answer: "going" as const, answeredAt: now })),
  );
  await db.insert(eventRsvps).values(answers);
  await pool.query(
    `insert into mail_outbox (id, key, kind, email, data, status, due_at, created_at, done_at)
     select gen_random_uuid()::text,
       'rsvp_confirmed:' || e.id || ':' || u.user_id || ':' || to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'rsvp_confirmed', u.email, '{}', 'sent', now(), now(), now()
     from social_events e cross join users u`,
  );
  await pool.query("vacuum analyze");
  await pool.end();
  return { people, ids };
}

/**
 * How many answers to events the site takes in a second, beside the same transaction without it: 64 people change their
 * minds about 50 events, at random. What is answered is on the disk (fsync is on).
 */
export async function measureRsvp(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_rsvp");
  // Tokens name their site, whatever port it has.
  const server = await startServer({ DATABASE_URL: url, SEED: "none", PUBLIC_URL });
  const { people, ids } = await makeTown(url);
  const who = people.map(({ userId, email }) => ({ userId, email }));
  const bareRate = async () => {
    const args = [BARE, url, String(CONNECTIONS), String(AMOUNT), JSON.stringify(who), JSON.stringify(ids)];
    return Number((await run(process.execPath, args)).stdout);
  };
  const subject: Subject = {
    name: "rsvp",
    server,
    path: "/api/social-events",
    method: "PUT",
    headers: { "content-type": "application/json" },
    connections: CONNECTIONS,
    each: { kind: "change of mind", tokens: people.map(({ token }) => token), events: ids },
  };
  const { percentOfBare, perSecond, cpuMs, barePerSecond } = await measureBesideBare(subject, bareRate);
  record("rsvp", percentOfBare, `median of ${ROUNDS} rounds in turns`);
  record("rsvp-per-second", perSecond, `${cpuMs.toFixed(2)} ms CPU of the server each`);
  record("rsvp-bare-per-second", barePerSecond);
  await server.stop();
}
