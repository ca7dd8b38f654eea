import pg from "pg";
import { type Cluster, usersDatabase } from "#tests/bench/databases.ts";
import { NOW } from "#tests/bench/events-data.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { type Server, startServer } from "#tests/bench/servers.ts";
import { connect } from "#src/db/connect.server.ts";
import { signToken, makeAccount } from "#tests/support/accounts.ts";
import { pino } from "pino";

const PEOPLE = 1_000_000;
const ROUNDS = 12;
/** The issuer in tokens that the server accepts. */
const PUBLIC_URL = "http://sandbar.localhost";
const BASE = "/api/pending-join-requests";

// What organizers type: whole names and parts of them, common and rare, addresses, numbers, and what nobody has.
const TYPED = [
  "marcus whitlingberg",
  "zoe",
  "son",
  "whitling",
  "ana ru",
  "kelsey hay",
  "77@example",
  "jordan.fertazwell",
  "9042345",
  "904-555",
  "0206",
  "zo",
  "xyzzy nobody",
  "priya natdo",
  "berg",
];
const FILTERS = [
  "",
  "daysBack=7",
  "hasGroupMeId=false",
  "sex=female",
  "sex=male&daysBack=36500",
  "hasGroupMeId=false&sex=female&daysBack=36500",
  "hasGroupMeId=true&daysBack=365",
  "startDate=2025-11-01&endDate=2025-11-01",
  "startDate=2025-06-01&sex=female&hasGroupMeId=false",
];
// The list's sorts and filters, each alone and in the pairs that organizers ask for; everybody, however long ago added.
const SORTS = ["name", "dateAdded", "paidUntil", "lastAttended"];
const FACT_FILTERS = [
  "membership=member",
  "membership=lapsed",
  "membership=never",
  "unsubscribed=true",
  "unsubscribed=false",
  "attended=last_30_days",
  "attended=last_90_days",
  "attended=over_90_days_ago",
  "attended=never",
  "tag=captain",
  "tag=net%20crew",
  "tag=newsletter",
  "membership=lapsed&attended=over_90_days_ago",
  "membership=member&unsubscribed=true&sex=female",
];
const LISTS = ["", ...FACT_FILTERS].flatMap((filter) =>
  ["userId", ...SORTS].flatMap((sort) =>
    ["asc", "desc"].map((order) => `daysBack=36500&sortBy=${sort}&sortOrder=${order}${filter && `&${filter}`}`),
  ),
);
// As the chat knows people: a whole name, a nickname, a name with a slip, a number with its country.
const ASKING = [
  ["Marcus Whitlingberg", "19042345678"],
  ["Ana R", ""],
  ["Kelsy Haydoson", "9045550000"],
  ["Zoë Carmowood 🏐", ""],
  ["Priya N", "9041234567"],
  ["Theya Rosnafield", ""],
  ["Jordn Suldoman", ""],
  ["Olivia", "9049876543"],
  ["Meis Tanberg", ""],
  ["Jordan Fertazwell", ""],
] as const;

async function ask(server: Server, token: string, path: string): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} should answer 200 and answers ${answer.status}`);
  return text;
}

/** The addresses of these lists and, where one goes on, of its third page. */
async function withLaterPages(server: Server, token: string, lists: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const list of lists) {
    paths.push(list);
    let path = list;
    for (let page = 2; page <= 3; page += 1) {
      const { lastEvaluatedKey: key } = JSON.parse(await ask(server, token, path)) as {
        lastEvaluatedKey: string | null;
      };
      if (key === null) break;
      path = `${list}&lastEvaluatedKey=${key}`;
      if (page === 3) paths.push(path);
    }
  }
  return paths;
}

/** The 95th percentile, in milliseconds, of asking one after the other for each of these, again and again. */
async function p95(server: Server, token: string, paths: readonly string[]): Promise<{ ms: number; slowest: string }> {
  const taken: { ms: number; path: string }[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const path of paths) {
      const begin = performance.now();
      await ask(server, token, path);
      // The first round fills caches, as the first minute of a day does.
      if (round >= 0) taken.push({ ms: performance.now() - begin, path });
    }
  }
  const sorted = taken.toSorted((a, b) => a.ms - b.ms);
  const at = sorted[Math.ceil(sorted.length * 0.95) - 1];
  return { ms: at?.ms ?? Number.NaN, slowest: decodeURIComponent(sorted.at(-1)?.path ?? "") };
}

/** From now on these people of the list wait for an answer, and nobody else. */
async function letWait(url: string, people: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("delete from chat_join_requests");
  for (const index of people) {
    const [nickname, phone] = ASKING[index] ?? ["", ""];
    await client.query(
      "insert into chat_join_requests (id, provider_id, provider_user_id, nickname, phone, requested_at) values ($1, $1, $1, $2, $3, $4)",
      [`bench-${index}`, nickname, phone, NOW],
    );
  }
  await client.end();
}

async function organizerToken(url: string, issuer: string): Promise<string> {
  const { pool, db } = connect(url, pino({ level: "silent" }));
  const now = new Date(NOW);
  const account = await makeAccount(db, { groups: ["Admins"], now, email: "bench-organizer@example.com" });
  const token = await signToken(account, { db, issuer, now, groups: ["Admins"] });
  await pool.end();
  return token;
}

/** How long an organizer waits among a million people: searching, filtering, and for who ten newcomers may be. */
export async function measureAdmin(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await usersDatabase(cluster, PEOPLE);
  await letWait(url, [...ASKING.keys()]);
  const server = await startServer({ DATABASE_URL: url, NOW, SEED: "none", PUBLIC_URL });
  const token = await organizerToken(url, PUBLIC_URL);
  const all = "/api/users?type=getAllUsers&limit=50";
  const search = await p95(
    server,
    token,
    TYPED.flatMap((typed) => {
      const query = encodeURIComponent(typed);
      return [`${all}&daysBack=36500&search=${query}`, `${BASE}/users?search=${query}`];
    }),
  );
  const note = ({ slowest }: { slowest: string }) => `one at a time, with HTTP; slowest: ${slowest}`;
  record("admin-search", search.ms, note(search));
  const filter = await p95(
    server,
    token,
    FILTERS.map((query) => `${all}&${query}`),
  );
  record("admin-filter", filter.ms, note(filter));
  const lists = LISTS.map((query) => `${all}&${query}`);
  const sorted = await p95(server, token, await withLaterPages(server, token, lists));
  record("admin-list", sorted.ms, note(sorted));
  const pending = [`${BASE}?type=pendingJoinRequests`];
  const page = await p95(server, token, pending);
  record("admin-match-page", page.ms, "a page of the console: ten at once");
  const each: number[] = [];
  for (let person = 0; person < ASKING.length; person += 1) {
    await letWait(url, [person]);
    each.push((await p95(server, token, pending)).ms);
  }
  record("admin-match", Math.max(...each), "one who waits; of ten such people the slowest");
  await server.stop();
}
