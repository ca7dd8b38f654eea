import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { makeEvent } from "#seeds/factories.ts";
import { readConfig } from "#src/config.server.ts";
import { connect } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { applyMarks, NO_MARKS } from "#src/features/events/door/rules.ts";
import type { Mark } from "#src/features/events/door/schema.ts";
import { compose } from "#src/server/compose.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { prepareAnnouncement, RECIPIENTS } from "#tests/bench/announcement.ts";
import { NOW } from "#tests/bench/events-data.ts";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { median } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { PUBLIC_URL, startServer, temporaryFolder } from "#tests/bench/servers.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";
import { forecastCoverage } from "#tests/support/simulated-group.ts";

const HELD_OUT = 156;
const MARKS = 10_000;
const RUNS = 9;
const OFFERS = 5;

async function measureForecast(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_forecast");
  const config = readConfig({ LOG_LEVEL: "silent", SEED: "none", PUBLIC_URL, DATA_DIR: await temporaryFolder() });
  const { app, close } = await compose(config, url, PUBLIC_URL);
  try {
    record("forecast", 100 * (await forecastCoverage(app, HELD_OUT)), `${HELD_OUT} events`);
  } finally {
    await close();
  }
}

/** The merge that server and phones share: marks about 400 people, every tenth sent twice. */
function measureMerge(record: RecordFigure): void {
  const marks = Array.from({ length: MARKS }, (_, index): Mark => {
    const id = uuidv7(index % 10 === 9 ? index - 1 : index);
    return { id, userId: `u${(index * 7) % 400}`, presence: index % 3 === 0 ? "away" : "here", guests: index % 2 };
  });
  const sent = marks.map((mark, index) => (index % 10 === 9 ? (marks[index - 1] ?? mark) : mark));
  const took = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    applyMarks(NO_MARKS, sent);
    return performance.now() - started;
  });
  record("door-merge", median(took), `median of ${RUNS}`);
}

type Town = ReturnType<typeof connect> & { readonly url: string; readonly as: (token: string) => Ask };
type Ask = (method: "PUT" | "POST", path: string, body: unknown) => Promise<void>;

async function measureOffers({ db, pool, as }: Town, record: RecordFigure): Promise<void> {
  const now = new Date(NOW);
  const groups = ["Members"] as const;
  const person = async (email: string) => {
    const account = await makeAccount(db, { groups, now, email, user: { phone: "9045550100" } });
    return as(await signToken(account, { db, issuer: PUBLIC_URL, now, groups }));
  };
  const took: number[] = [];
  for (let index = 0; index < OFFERS; index += 1) {
    const event = makeEvent({ day: "2026-11-21", startTime: "18:00", title: `Full ${index}`, capacity: 1 });
    await db.insert(socialEvents).values(event);
    const [goer, waiting] = [await person(`goer${index}@example.com`), await person(`waits${index}@example.com`)];
    const path = `/api/social-events/${event.id}/rsvp`;
    await goer("PUT", path, { answer: "going" });
    await waiting("PUT", path, { answer: "going" });
    const started = performance.now();
    await goer("PUT", path, { answer: "not_going" });
    const isSent = async () => {
      const { rows } = await pool.query("select from mail_outbox where kind = 'seat_offered' and status = 'sent'");
      return rows.length > index;
    };
    while (!(await isSent())) {
      if (performance.now() - started > 60_000) throw new Error("no offer was sent within a minute");
      await wait(10);
    }
    took.push((performance.now() - started) / 1000);
  }
  record("offer", Math.max(...took), `the slowest of ${OFFERS}`);
}

async function measureAnnouncement(database: Town, siteUrl: string, record: RecordFigure): Promise<void> {
  const announce = await prepareAnnouncement(database, siteUrl);
  const started = performance.now();
  await announce();
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int as count from announcement_mails",
  );
  const queued = rows[0]?.count ?? 0;
  if (queued < RECIPIENTS) throw new Error(`${queued} of ${RECIPIENTS} mails were queued.`);
  record("announcement", seconds, `${queued} mails`);
}

/** The day of an event and the news to everybody: how good forecasts are, and how soon people hear. */
export async function measureDay(cluster: Cluster, record: RecordFigure): Promise<void> {
  await measureForecast(cluster, record);
  measureMerge(record);
  const url = await freshDatabase(cluster, "sandbar_bench_day");
  const server = await startServer({ DATABASE_URL: url, SEED: "none", PUBLIC_URL, NOW });
  const database = connect(url, pino({ level: "silent" }));
  const as = (token: string): Ask =>
    async function ask(method, path, body) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const request: RequestInit = { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(server.url + path, request);
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    };
  try {
    await measureOffers({ ...database, url, as }, record);
    await measureAnnouncement({ ...database, url, as }, server.url, record);
  } finally {
    await database.pool.end();
    await server.stop();
  }
}
