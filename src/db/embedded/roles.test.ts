import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { postmasterPid } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const QUICK = { fsync: "off" };

let made: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "sandbar-made-"));
  await (await startEmbeddedPostgres({ dataDir: made, settings: QUICK })).stop();
});

afterAll(() => rm(made, { recursive: true, force: true }));

async function readyDirectory(): Promise<string> {
  const dataDir = await temporaryFolder();
  await cp(join(made, "postgres"), join(dataDir, "postgres"), { recursive: true });
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, settings: QUICK });
  onTestFinished(() => database.stop());
  return database;
}

async function ask({ connectionString }: Pick<EmbeddedPostgres, "connectionString">, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(query);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

/** Runs statements that need a superuser and returns the result or SQLSTATE of each. */
async function refusals(database: EmbeddedPostgres): Promise<string[]> {
  const statements = [
    "select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as answer from pg_roles where rolname = current_user and not rolsuper",
    "select pg_read_file('/etc/passwd') as answer",
    "copy (select 1) to program 'true'",
    "copy (select 1) to '/tmp/sandbar-never'",
    "alter system set jit = 'on'",
    "create role intruder superuser",
    "create function f() returns int language c as 'libc', 'getpid'",
    "select lo_import('/etc/passwd') as answer",
  ];
  return Promise.all(
    statements.map((statement) => ask(database, statement).then(String, (error: { code: string }) => error.code)),
  );
}

const NOT_ALLOWED = "42501";

test("[SAFE-17] the site's role owns its database and has no superuser rights", async () => {
  const database = await start(await readyDirectory());
  expect(await refusals(database)).toEqual(["false", ...Array.from({ length: 7 }, () => NOT_ALLOWED)]);
  const superuser = database.connectionString.replace("//sandbar@", "//app@");
  await expect(ask({ ...database, connectionString: superuser }, "select 1 as answer")).rejects.toThrow(
    "no pg_hba.conf entry",
  );
  await expect(
    ask({ ...database, connectionString: database.connectionString.replace("@/sandbar", "@/postgres") }, "select 1"),
  ).rejects.toThrow("no pg_hba.conf entry");
});

test("[SAFE-17] PostgreSQL's processes have none of the site's secrets in their environment", async () => {
  const secret = "whsec_that-nobody-else-may-know";
  const DATA_DIR = await readyDirectory();
  const site = await startSiteProcess({ DATA_DIR, SEED: "none", STRIPE_WEBHOOK_SECRET: secret });
  onTestFinished(async () => void (await site.stop()));
  const environment = (pid: number) => readFile(`/proc/${pid}/environ`, "latin1");
  // Control: the process that started the database does have it.
  expect(await environment(site.child.pid as number)).toContain(secret);
  const postmaster = await postmasterPid(DATA_DIR);
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, "latin1")).trim().split(" ");
  expect(children.length).toBeGreaterThan(3);
  for (const pid of [postmaster, ...children.map(Number)]) expect(await environment(pid)).not.toContain("whsec");
  const names = (await environment(postmaster)).split("\0").map((line) => line.replace(/=.*$/s, ""));
  expect(names.filter(Boolean).toSorted()).toEqual(["LC_ALL", "LD_LIBRARY_PATH", "PATH", "PGTZ"]);
});

/** A data directory from before the site had its own role: the superuser owns everything. */
async function directoryFromBefore(): Promise<string> {
  const dataDir = await readyDirectory();
  const before = await startOpenPostgres(dataDir, QUICK);
  await migrateDatabase(before.connectionString);
  const superuser = { ...before, connectionString: before.superuserUrl };
  for (const statement of [
    "drop extension if exists pg_trgm cascade",
    "reassign owned by sandbar to app",
    "alter database sandbar owner to app",
    "drop role sandbar",
    "create extension pg_trgm",
    "create schema pgboss",
    "create table pgboss.job (id serial primary key, kind text) partition by list (id)",
    "create table pgboss.job_of_one partition of pgboss.job for values in (1)",
    "create type pgboss.state as enum ('created')",
    "create sequence pgboss.lone",
    "insert into pgboss.job (kind) values ('kept')",
  ])
    await ask(superuser, statement);
  await before.stop();
  await rm(join(dataDir, "postgres", "sandbar-roles"));
  return dataDir;
}

const NOT_THE_SITES = `select count(*)::int as answer from (
  select relname, relowner as owner, relnamespace as space, oid from pg_class
  union all select proname, proowner, pronamespace, oid from pg_proc
  union all select typname, typowner, typnamespace, oid from pg_type
  union all select nspname, nspowner, oid, oid from pg_namespace) o
  join pg_namespace n on n.oid = space
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and owner <> 'sandbar'::regrole
    and owner <> 'pg_database_owner'::regrole
    and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;

test("[SAFE-17] a data directory of an earlier release is transferred to the site's role once", async () => {
  const dataDir = await directoryFromBefore();
  const said: string[] = [];
  const first = await startEmbeddedPostgres({ dataDir, settings: QUICK, onProgress: (line) => said.push(line) });
  onTestFinished(() => first.stop());
  expect(await ask(first, NOT_THE_SITES)).toBe(0);
  expect(await ask(first, "select kind as answer from pgboss.job")).toBe("kept");
  // What a later migration may do.
  await ask(first, "alter table users add column later text");
  await ask(first, "drop schema pgboss cascade");
  expect(await refusals(first)).toEqual(["false", ...Array.from({ length: 7 }, () => NOT_ALLOWED)]);
  await first.stop();
  await (await startEmbeddedPostgres({ dataDir, settings: QUICK, onProgress: (line) => said.push(line) })).stop();
  expect(said.filter((line) => line.includes("role of its own"))).toHaveLength(1);
});
