import pg from "pg";
import { type Cluster, usersDatabase } from "#tests/bench/databases.ts";
import { NOW } from "#tests/bench/events-data.ts";
import { type Asked, organizerToken, p95, PEOPLE } from "#tests/bench/organizer.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { PUBLIC_URL, startServer } from "#tests/bench/servers.ts";

const PAGES = "/api/admin/people";
const AUDIENCE = "/api/admin/announcements/audience";

type Found = { readonly people: readonly string[]; readonly eventId: string };

/** Ten frequent attendees, the ten newest approved people, and the event with the most RSVPs. */
async function findAll(url: string): Promise<Found> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: people } = await client.query<{ id: string }>(`
      (select user_id as id from event_attendance group by user_id order by count(*) desc, user_id limit 10)
      union all (select user_id from users where status = 'approved' order by user_id desc limit 10)`);
    const { rows: events } = await client.query<{ id: string }>(
      "select event_id as id from event_rsvps group by event_id order by count(*) desc limit 1",
    );
    return { people: people.map(({ id }) => id), eventId: events[0]?.id ?? "" };
  } finally {
    await client.end();
  }
}

/** Latency of a person's page and of an audience count among a million people. */
export async function measureDesk(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await usersDatabase(cluster, PEOPLE);
  const { people, eventId } = await findAll(url);
  const server = await startServer({ DATABASE_URL: url, NOW, SEED: "none", PUBLIC_URL });
  const token = await organizerToken(url);
  const page = await p95(
    server,
    token,
    people.flatMap((id) => ["", "/events", "/notes"].map((part) => ({ path: `${PAGES}/${id}${part}` }))),
  );
  record("admin-person", page.ms, `head, events and notes, one at a time, with HTTP; slowest: ${page.slowest}`);
  const segments = [
    { kind: "everyone" },
    { kind: "members" },
    { kind: "lapsed" },
    { kind: "never_came" },
    { kind: "going", eventId },
    ...["volleyball", "yoga", "skating", "frisbee"].map((interest) => ({ kind: "interested", interest })),
  ];
  const counted = await p95(
    server,
    token,
    segments.map((segment): Asked => ({ path: AUDIENCE, body: { segment } })),
  );
  record("admin-audience", counted.ms, `every kind of segment, with HTTP; slowest: ${counted.slowest}`);
  await server.stop();
}
