import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { isAlive, lockDataDirectory } from "#src/db/embedded/lock.server.ts";
import { killHard, postmasterPid, until } from "#tests/support/processes.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// These tests are about locks and processes. The crash tests of the whole site cover durability.
const QUICK = { fsync: "off" };
const MODULE = new URL("embedded-postgres.server.ts", import.meta.url).href;

let made: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "sandbar-made-"));
  await (await startEmbeddedPostgres({ dataDir: made, settings: QUICK })).stop();
});

afterAll(() => rm(made, { recursive: true, force: true }));

/** A data directory with a database, for tests that are not about creating one. */
async function readyDirectory(...below: readonly string[]): Promise<string> {
  const dataDir = join(await temporaryFolder(), ...below);
  await cp(join(made, "postgres"), join(dataDir, "postgres"), { recursive: true });
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, settings: QUICK });
  onTestFinished(() => database.stop());
  return database;
}

/** Starts another process that holds the database until it is killed. */
function spawnHolder(dataDir: string): ChildProcess {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)};
    const { adopted } = await startEmbeddedPostgres({ dataDir: process.argv[1], settings: ${JSON.stringify(QUICK)} }).catch((error) => {
      process.stdout.write(error.message);
      process.exit(1);
    });
    process.stdout.write(adopted ? "adopted" : "started");
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Its first output: that its database runs, or why not. */
async function firstWords(holder: ChildProcess): Promise<string> {
  const [words] = (await once(holder.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return words.toString();
}

async function ask(database: EmbeddedPostgres, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(query);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

test("lower() and trigram search treat accented letters as letters", async () => {
  const database = await start(await readyDirectory());
  expect(await ask(database, "select lower('ÉÅÑ') as answer")).toBe("éåñ");
  await ask(database, "create extension pg_trgm");
  expect(await ask(database, "select similarity('José', 'josé') as answer")).toBe(1);
  expect(await ask(database, "select similarity('José', 'Jos') < 1 as answer")).toBe(true);
});

test("when two processes start on a fresh directory at once, one runs and the other's error names it", async () => {
  const dataDir = await temporaryFolder();
  const holders = [spawnHolder(dataDir), spawnHolder(dataDir)] as const;
  const words = await Promise.all(holders.map(firstWords));
  const winner = holders[words.indexOf("started")];
  expect(words.toSorted()).toEqual([
    `Sandbar already runs on this data directory (process ${winner?.pid}). Stop it first, or set DATA_DIR to another folder.`,
    "started",
  ]);
  await killHard(winner?.pid as number);
  expect((await start(dataDir)).adopted).toBe(true);
});

test("kill -9 of the app leaves a server to adopt, kill -9 of both needs a new one; neither loses data", async () => {
  const dataDir = await readyDirectory();
  const first = spawnHolder(dataDir);
  expect(await firstWords(first)).toBe("started");
  const pid = await postmasterPid(dataDir);
  await killHard(first.pid as number);
  const second = await startEmbeddedPostgres({ dataDir, settings: QUICK });
  expect([second.adopted, await postmasterPid(dataDir)]).toEqual([true, pid]);
  await ask(second, "create table kept as select 'here' as answer");
  await second.stop();
  expect(isAlive(pid)).toBe(false);
  const third = spawnHolder(dataDir);
  expect(await firstWords(third)).toBe("started");
  const victims = [third.pid as number, await postmasterPid(dataDir)];
  await Promise.all(victims.map(killHard));
  const fourth = await start(dataDir);
  expect([fourth.adopted, await ask(fourth, "select answer from kept")]).toEqual([false, "here"]);
});

test("a start that is killed while creating the database does not break the next one", async () => {
  const dataDir = await temporaryFolder();
  const unfinished = async () => (await readdir(dataDir)).filter((name) => name.startsWith("postgres.new-"));
  const holder = spawnHolder(dataDir);
  await until("the database is half made", async () => {
    const [name] = await unfinished();
    return name !== undefined && (await readdir(join(dataDir, name))).includes("PG_VERSION");
  });
  await killHard(holder.pid as number);
  // Its initdb may still be writing.
  const next = await startEmbeddedPostgres({ dataDir, settings: QUICK });
  expect(await ask(next, "select count(*)::int as answer from pg_database where datname = 'sandbar'")).toBe(1);
  await next.stop();
  await until("nothing half made is left", async () => {
    await (await startEmbeddedPostgres({ dataDir, settings: QUICK })).stop();
    return (await unfinished()).length === 0;
  });
});

test("a server that is killed restarts at the same address", async () => {
  const dataDir = await readyDirectory();
  const database = await start(dataDir);
  const pid = await postmasterPid(dataDir);
  await killHard(pid);
  await until("it answers again", () => ask(database, "select true as answer").then(Boolean, () => false));
  expect(await postmasterPid(dataDir)).not.toBe(pid);
});

test("stopping twice right after the server was killed leaves no process and releases the directory", async () => {
  const dataDir = await readyDirectory();
  const database = await start(dataDir);
  await killHard(await postmasterPid(dataDir));
  await Promise.all([database.stop(), database.stop()]);
  expect(await postmasterPid(dataDir).then(isAlive, () => false)).toBe(false);
  const lock = await lockDataDirectory(dataDir);
  await lock.release();
});

test("a reused process id is mistaken neither for the server nor for the lock's holder", async () => {
  const dataDir = await readyDirectory();
  const first = await startEmbeddedPostgres({ dataDir, settings: QUICK });
  const postmaster = join(dataDir, "postgres", "postmaster.pid");
  const [, ...facts] = (await readFile(postmaster, "utf8")).split("\n");
  await first.stop();
  await writeFile(postmaster, [process.pid, ...facts].join("\n"));
  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
  await writeFile(join(dataDir, "sandbar.pid"), `${process.pid} 1\n`);
  await expect(lockDataDirectory(dataDir)).rejects.toThrow(
    "Sandbar already runs on this data directory. Stop it first",
  );
});

test("a data directory too deep for a socket path gets its socket in a private folder elsewhere", async () => {
  const dataDir = await readyDirectory(...Array.from({ length: 5 }, () => "a-rather-long-folder-name"));
  const database = await start(dataDir);
  const noted = (await readFile(join(dataDir, "socket-folder.txt"), "utf8")).trim();
  onTestFinished(() => rm(noted, { recursive: true, force: true }));
  expect(new URL(database.connectionString.replace("@/", "@local/")).searchParams.get("host")).toBe(noted);
  expect(await ask(database, "select true as answer")).toBe(true);
});

test("environment variables for another PostgreSQL have no effect", async () => {
  for (const [name, value] of [
    ["PGPORT", "6000"],
    ["PGSSLMODE", "require"],
    ["PGDATABASE", "other"],
  ] as const) {
    const before = process.env[name];
    process.env[name] = value;
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before;
    });
  }
  const database = await start(await readyDirectory());
  expect(await ask(database, "select current_database() as answer")).toBe("sandbar");
});

test("a cluster of another major version and an impossible directory give readable errors", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "17\n");
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/is of PostgreSQL 17; this Sandbar brings 18/);
  const file = join(dataDir, "postgres", "PG_VERSION");
  await expect(startEmbeddedPostgres({ dataDir: join(file, "data") })).rejects.toThrow("a part of its path is a file");
});
