import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { connect } from "#src/db/connect.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { countUsual } from "#src/features/events/jobs.server.ts";
import { insertEvents, NOW } from "#tests/bench/events-data.ts";
import { insertFacts, insertUsers } from "#tests/bench/users-data.ts";
import { parentOf } from "#tests/bench/process-usage.ts";
import { atTheEnd } from "#tests/bench/servers.ts";
import { databaseUrl } from "#tests/support/cluster.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";

const DATA = fileURLToPath(new URL("../../data/bench", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

export type Cluster = {
  readonly url: string;
  /** PostgreSQL's first process, or undefined when it is not on this machine. */
  readonly postmaster: number | undefined;
};

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "sandbar bench" });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function findPostmaster(url: string): Promise<number | undefined> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return rows[0] && parentOf(rows[0].pid);
  });
}

/** The PostgreSQL that DATABASE_URL names, or a private one whose data stay in data/bench for the next run. */
export async function openCluster(): Promise<Cluster> {
  const given = process.env["DATABASE_URL"];
  if (given) return { url: given, postmaster: await findPostmaster(given) };
  const postgres = await startOpenPostgres(DATA);
  atTheEnd(() => postgres.stop());
  return { url: postgres.connectionString, postmaster: await findPostmaster(postgres.connectionString) };
}

/** Says when a database of an earlier run is still what this one would make. */
async function fingerprint(content: string): Promise<string> {
  const hash = createHash("sha256").update(content);
  const files = await readdir(MIGRATIONS, { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".sql")).toSorted()) {
    hash.update(await readFile(`${MIGRATIONS}/${file}`));
  }
  return hash.digest("hex");
}

/** A migrated, empty database of this name, made anew. Returns its address. */
export async function freshDatabase(cluster: Cluster, name: string): Promise<string> {
  await withClient(cluster.url, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  const url = databaseUrl(cluster.url, name);
  await migrateDatabase(url);
  return url;
}

type Content = {
  readonly name: string;
  /** What is said while it is made. */
  readonly what: string;
  readonly table: string;
  readonly insert: string;
  /** What a site does when it first starts, done here so that it isn't part of a measurement. */
  readonly settle?: (url: string) => Promise<void>;
  /** Filled after the table, and the trigger that would fill them row by row. */
  readonly rest?: { readonly tables: string; readonly insert: string; readonly trigger: string };
};

/** A database with this content, from an earlier run or made now. */
async function keptDatabase(cluster: Cluster, { name, what, table, insert, rest, settle }: Content): Promise<string> {
  const wanted = await fingerprint(insert + (rest?.insert ?? ""));
  const found = await withClient(cluster.url, async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      "select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1",
      [name],
    );
    return rows[0]?.mark;
  });
  if (found === wanted) return databaseUrl(cluster.url, name);
  process.stdout.write(`› Making a database of ${what}\n`);
  const url = await freshDatabase(cluster, name);
  await withClient(url, async (client) => {
    // An index of parts of words is made of all rows at once many times faster than row by row.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      "select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexdef like '% USING gin %'",
      [table],
    );
    for (const index of indexes) await client.query(`drop index ${index.name}`);
    if (rest) await client.query(`alter table ${table} disable trigger ${rest.trigger}`);
    await client.query(insert);
    if (rest) {
      await client.query(`alter table ${table} enable trigger ${rest.trigger}`);
      await client.query(rest.insert);
    }
    await settle?.(url);
    await client.query("set maintenance_work_mem = '512MB'");
    for (const index of indexes) await client.query(index.definition);
    // As autovacuum leaves a table that has settled: with statistics and a visibility map.
    await client.query(`vacuum analyze ${table}${rest ? `, ${rest.tables}` : ""}`);
    await client.query(`comment on database ${name} is '${wanted}'`);
  });
  return url;
}

/** The first run takes PostgreSQL nine seconds with a million events. */
async function countUsualOnce(url: string): Promise<void> {
  const { db, pool } = connect(url, pino({ level: "silent" }));
  await countUsual({ db, clock: { now: () => new Date(NOW) } });
  await pool.end();
}

/** A database with this many events (a million take about a minute). */
export function eventsDatabase(cluster: Cluster, count: number): Promise<string> {
  const what = `${count.toLocaleString("en-US")} events`;
  return keptDatabase(cluster, {
    name: `sandbar_bench_${count}`,
    what,
    table: "social_events",
    insert: insertEvents(count),
    settle: countUsualOnce,
  });
}

/** A database with this many people (a million take a minute or two). */
export function usersDatabase(cluster: Cluster, count: number): Promise<string> {
  const what = `${count.toLocaleString("en-US")} people`;
  return keptDatabase(cluster, {
    name: `sandbar_bench_users_${count}`,
    what,
    table: "users",
    insert: insertUsers(count, NOW),
    rest: {
      tables: "person_facts, person_tags, social_events, event_rsvps, event_attendance",
      insert: insertFacts(NOW),
      trigger: "users_add_facts",
    },
  });
}
