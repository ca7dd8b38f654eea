import { pino } from "pino";
import { makeEvent } from "#seeds/factories.ts";
import { connect } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { eventRsvps } from "#src/db/tables/rsvps.ts";
import { PUBLIC_URL } from "#tests/bench/servers.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";

const PEOPLE = 64;
const EVENTS = 50;

/** People who all come to all events and were told so: what is measured is people who change their minds. */
export async function makeTown(url: string) {
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
