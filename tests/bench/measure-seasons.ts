import { pino } from "pino";
import { makeEvent } from "#seeds/factories.ts";
import { readConfig } from "#src/config.server.ts";
import { connect } from "#src/db/connect.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { drawPlaces } from "#src/features/events/draw/commands.server.ts";
import { compose } from "#src/server/compose.server.ts";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { PUBLIC_URL, startServer, temporaryFolder } from "#tests/bench/servers.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";

const NOW = "2026-11-21T15:00:00Z";
const ACTIVITY = "Pickleball";
const PLAYERS = 200;
const EVENTS = 100;
const PLAYERS_AN_EVENT = 24;
const GAMES_EACH = 8;
const ASKED = 100;
const DRAWN = 2000;
const PLACES = 100;

const MEMBERS = `
  insert into users (user_id, first_name, last_name, email, status)
    select 'm' || n, 'Sam', 'Shore' || n, 'm' || n || '@example.com', 'approved' from generate_series(1, $1::int) n`;
const ACCOUNTS = `
  insert into accounts (sub, email, email_verified, groups, user_id, created_at, updated_at)
    select user_id, email, true, '{Members}', user_id, now(), now() from users where user_id like 'm%'`;
/** Every event of the quarter has other players, in games of four. */
const COURT_PLAYERS = `
  insert into court_players (event_id, player, user_id, level)
    select e.id, 'p' || n, 'm' || (e.nr * 7 + n) % $1::int + 1, 3
    from (select id, row_number() over (order by id) as nr from social_events) e, generate_series(1, $2::int) n`;
const COURT_RESULTS = `
  insert into court_results (event_id, player, game, side, points, against, ended_at, change)
    select p.event_id, p.player, 'g' || g, g % 2, 11, (g + length(p.player)) % 12, $2::timestamptz, 0.01
    from court_players p, generate_series(1, $1::int) g`;
const WAITING = `
  insert into waiting_list (event_id, user_id, ticket, joined_at, guests)
    select $2::text, 'm' || n, n, now(), n % 3 / 2 from generate_series(1, $1::int) n`;

const p95 = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN;

/** The ladder of a season in which 200 people played 100 events, as a member asks for it. */
async function measureLadder(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_ladder");
  const server = await startServer({ DATABASE_URL: url, SEED: "none", PUBLIC_URL, NOW });
  const { db, pool } = connect(url, pino({ level: "silent" }));
  try {
    await pool.query(MEMBERS, [PLAYERS]);
    await pool.query(ACCOUNTS);
    const events = Array.from({ length: EVENTS }, (_, n) =>
      makeEvent({ day: `2026-11-${String((n % 20) + 1).padStart(2, "0")}`, title: `Ladder ${n}`, chat: ACTIVITY }),
    );
    await db.insert(socialEvents).values(events);
    await pool.query(COURT_PLAYERS, [PLAYERS, PLAYERS_AN_EVENT]);
    await pool.query(COURT_RESULTS, [GAMES_EACH, NOW]);
    await pool.query("vacuum analyze");
    const now = new Date(NOW);
    const groups = ["Members"] as const;
    const reader = await makeAccount(db, { groups, now, email: "reader@example.com" });
    const authorization = `Bearer ${await signToken(reader, { db, issuer: PUBLIC_URL, now, groups })}`;
    const took: number[] = [];
    for (let n = 0; n < ASKED; n += 1) {
      const started = performance.now();
      const answer = await fetch(`${server.url}/api/ladder`, { headers: { authorization } });
      const { rows } = (await answer.json()) as { rows?: readonly unknown[] };
      if (rows?.length !== 100) throw new Error(`The ladder should have 100 rows and answers ${answer.status}.`);
      took.push(performance.now() - started);
    }
    record(
      "ladder",
      p95(took),
      `p95 of ${ASKED}; ${EVENTS * PLAYERS_AN_EVENT * GAMES_EACH} results of ${PLAYERS} people`,
    );
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** The draw of an event with far more people than places: tickets, places, and a mail to everybody. */
async function measureDraw(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await freshDatabase(cluster, "sandbar_bench_draw");
  const config = readConfig({ LOG_LEVEL: "silent", SEED: "none", PUBLIC_URL, DATA_DIR: await temporaryFolder() });
  const { app, pool, close } = await compose(config, url, PUBLIC_URL);
  try {
    await pool.query(MEMBERS, [DRAWN]);
    const event = makeEvent({
      day: "2099-06-01",
      title: "Draw",
      capacity: PLACES,
      waitingCount: DRAWN,
      lastTicket: DRAWN,
      drawAt: new Date(NOW),
      drawSeed: "0123456789abcdef",
    });
    await app.db.insert(socialEvents).values(event);
    await pool.query(WAITING, [DRAWN, event.id]);
    await pool.query("vacuum analyze");
    const started = performance.now();
    const drawn = await drawPlaces(app);
    const seconds = (performance.now() - started) / 1000;
    const { rows } = await pool.query<{ mails: number }>("select count(*)::int as mails from mail_outbox");
    if (drawn !== 1 || rows[0]?.mails !== DRAWN) throw new Error(`${rows[0]?.mails} of ${DRAWN} people were told.`);
    record("draw", seconds, `${PLACES} places, ${DRAWN} mails queued`);
  } finally {
    await close();
  }
}

/** What comes of many events: the ladder of a season, and a draw. */
export async function measureSeasons(cluster: Cluster, record: RecordFigure): Promise<void> {
  await measureLadder(cluster, record);
  await measureDraw(cluster, record);
}
