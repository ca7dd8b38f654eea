import { pino } from "pino";
import { makeEvent } from "#seeds/factories.ts";
import { connect } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { prepareAnnouncement } from "#tests/bench/announcement.ts";
import { NOW } from "#tests/bench/events-data.ts";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { load, type LoadPlan, median } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { PUBLIC_URL, startServer, temporaryFolder } from "#tests/bench/servers.ts";
import { startMailServer } from "#tests/support/mail-server.ts";

const EVENTS = 20;
const ROUNDS = 4;
// A minute's mails are due at its beginning.
const SECONDS = 30;
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 32;
const REQUESTS_A_SECOND = 500;

/** The 99th percentile in each round, in milliseconds. */
async function p99s(plan: LoadPlan): Promise<number[]> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push((await load(plan, 200)).p99Ms);
  return rounds;
}

const inWords = (rounds: readonly number[]) => rounds.map((each) => each.toFixed(1)).join(", ");

/** How much longer readers wait for the list of events while an announcement to 10,000 people goes out by SMTP. */
export async function measureMails(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_mails");
  const mails = await startMailServer();
  const mailer = { MAILER: "smtp", SMTP_URL: mails.url, DATA_DIR: await temporaryFolder() };
  const server = await startServer({ DATABASE_URL: url, SEED: "none", PUBLIC_URL, NOW, ...mailer });
  const database = connect(url, pino({ level: "silent" }));
  try {
    const events = Array.from({ length: EVENTS }, (_, index) =>
      makeEvent({ day: "2026-11-28", title: `Bench ${index}` }),
    );
    await database.db.insert(socialEvents).values(events);
    const announce = await prepareAnnouncement(database, server.url);
    const plan = { url: `${server.url}/events`, headers: { "accept-encoding": "br" }, connections: CONNECTIONS };
    await load({ ...plan, until: { seconds: WARM_UP_SECONDS } }, 200);
    const paced = { ...plan, rate: REQUESTS_A_SECOND, until: { seconds: SECONDS } };
    const before = await p99s(paced);
    await announce();
    const during = await p99s(paced);
    const sent = mails.messages.length;
    if (sent === 0) throw new Error("no mail went out");
    const note = `p99 ${inWords(before)} ms before, ${inWords(during)} ms meanwhile; ${sent} mails in ${ROUNDS * SECONDS} s`;
    record("mails-pages", median(during) / median(before), note);
  } finally {
    await database.pool.end();
    await server.stop();
    await mails.close();
  }
}
