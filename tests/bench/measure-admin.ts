import pg from "pg";
import { type Cluster, usersDatabase } from "#tests/bench/databases.ts";
import { NOW } from "#tests/bench/events-data.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { PUBLIC_URL, type Server, startServer } from "#tests/bench/servers.ts";
import { ask, type Asked, organizerToken, p95, PEOPLE } from "#tests/bench/organizer.ts";

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

/** These lists and, where one goes on, its third page. */
async function withLaterPages(server: Server, token: string, lists: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const list of lists) {
    asked.push({ path: list });
    let path = list;
    for (let page = 2; page <= 3; page += 1) {
      const { lastEvaluatedKey: key } = JSON.parse(await ask(server, token, { path })) as {
        lastEvaluatedKey: string | null;
      };
      if (key === null) break;
      path = `${list}&lastEvaluatedKey=${key}`;
      if (page === 3) asked.push({ path });
    }
  }
  return asked;
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

/** How long an organizer waits among a million people: searching, filtering, and for who ten newcomers may be. */
export async function measureAdmin(cluster: Cluster, record: RecordFigure): Promise<void> {
  const url = await usersDatabase(cluster, PEOPLE);
  await letWait(url, [...ASKING.keys()]);
  const server = await startServer({ DATABASE_URL: url, NOW, SEED: "none", PUBLIC_URL });
  const token = await organizerToken(url);
  const all = "/api/users?type=getAllUsers&limit=50";
  const search = await p95(
    server,
    token,
    TYPED.flatMap((typed) => {
      const query = encodeURIComponent(typed);
      return [{ path: `${all}&daysBack=36500&search=${query}` }, { path: `${BASE}/users?search=${query}` }];
    }),
  );
  const note = ({ slowest }: { slowest: string }) => `one at a time, with HTTP; slowest: ${slowest}`;
  record("admin-search", search.ms, note(search));
  const filter = await p95(
    server,
    token,
    FILTERS.map((query) => ({ path: `${all}&${query}` })),
  );
  record("admin-filter", filter.ms, note(filter));
  const lists = LISTS.map((query) => `${all}&${query}`);
  const sorted = await p95(server, token, await withLaterPages(server, token, lists));
  record("admin-list", sorted.ms, note(sorted));
  const pending = [{ path: `${BASE}?type=pendingJoinRequests` }];
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
