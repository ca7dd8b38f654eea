import { connect } from "#src/db/connect.server.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { pino } from "pino";
import { makeEvent } from "#seeds/factories.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import { load, median } from "#tests/bench/load.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { startServer, temporaryFolder } from "#tests/bench/servers.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";
import { startMailServer } from "#tests/support/mail-server.ts";

const PUBLIC_URL = "http://sandbar.localhost";
// A Saturday at 10 AM on the beach, outside quiet hours.
const NOW = "2026-11-21T15:00:00Z";
const RECIPIENTS = 10_000;
const EVENTS = 20;
const ROUNDS = 4;
// A minute's mails are due at its beginning.
const SECONDS = 30;
const CONNECTIONS = 32;
const REQUESTS_A_SECOND = 500;

/** The 99th percentile of the list of events, in milliseconds, in each of some rounds. */
async function p99s(url: string): Promise<number[]> {
  const plan = {
    url: `${url}/events`,
    headers: { "accept-encoding": "br" },
    connections: CONNECTIONS,
    rate: REQUESTS_A_SECOND,
    until: { seconds: SECONDS },
  };
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push((await load(plan, 200)).p99Ms);
  return rounds;
}

/** How much longer readers wait for pages while an announcement to 10,000 people goes out by SMTP. */
export async function measureMails(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_mails");
  const mails = await startMailServer();
  const settings = { DATABASE_URL: url, SEED: "none", PUBLIC_URL, NOW, MAILER: "smtp", SMTP_URL: mails.url };
  const server = await startServer({ ...settings, DATA_DIR: await temporaryFolder() });
  const { db, pool } = connect(url, pino({ level: "silent" }));
  try {
    const now = new Date(NOW);
    const events = Array.from({ length: EVENTS }, (_, index) =>
      makeEvent({ day: "2026-11-28", title: `Bench ${index}` }),
    );
    await db.insert(socialEvents).values(events);
    const groups = ["Admins"] as const;
    const account = await makeAccount(db, { groups, now, email: "mails-organizer@example.com" });
    const token = await signToken(account, { db, issuer: PUBLIC_URL, now, groups });
    await pool.query(
      `insert into users (user_id, first_name, last_name, email, status)
         select 'm' || n, 'Sam', 'Shore' || n, 'm' || n || '@example.com', 'approved' from generate_series(1, $1::int) n`,
      [RECIPIENTS],
    );
    await pool.query("vacuum analyze users");
    await load({ url: `${server.url}/events`, connections: CONNECTIONS, until: { seconds: 5 } }, 200);
    const before = await p99s(server.url);
    const content = [{ type: "paragraph", content: [{ type: "text", text: "See you at the beach." }] }];
    const body = { type: "doc", content };
    const answer = await fetch(`${server.url}/api/admin/announcements`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        id: uuidv7(now.getTime()),
        subject: "Saturday",
        body,
        segment: { kind: "everyone" },
        sendOn: null,
      }),
    });
    if (!answer.ok) throw new Error(`the announcement was refused: ${answer.status} ${await answer.text()}`);
    const during = await p99s(server.url);
    const sent = mails.messages.length;
    if (sent === 0) throw new Error("no mail went out");
    const words = (all: readonly number[]) => all.map((each) => each.toFixed(1)).join(", ");
    record(
      "mails-pages",
      median(during) / median(before),
      `p99 ${words(before)} ms before, ${words(during)} ms meanwhile; ${sent} mails in ${(ROUNDS * SECONDS).toFixed(0)} s`,
    );
  } finally {
    await pool.end();
    await server.stop();
    await mails.close();
  }
}
