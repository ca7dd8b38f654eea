import { existsSync } from "node:fs";
import { mkdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { findBinaries } from "#src/db/embedded/binaries.server.ts";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { isAlive } from "#src/db/embedded/lock.server.ts";
import { sendHalf, untilClosed } from "#tests/support/half-sent.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { killHard, postmasterPid, until } from "#tests/support/processes.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

async function start(settings: Record<string, string>): Promise<SiteProcess> {
  const site = await startSiteProcess(settings);
  onTestFinished(async () => {
    await site.stop();
  });
  return site;
}

async function postJoin(site: SiteProcess, answers: Record<string, unknown> = {}): Promise<Response> {
  return fetch(`${site.url}/api/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(joinForm(answers)),
  });
}

/** Reads with its own database server, after the site has stopped. */
async function readEmails(dataDir: string): Promise<string[]> {
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await client.connect();
    const { rows } = await client.query<{ email: string }>("select email from users order by user_id");
    return rows.map((row) => row.email);
  } finally {
    await client.end();
    await database.stop();
  }
}

test("[JOIN-17] a fresh data directory becomes a seeded site; stopping ends the database too, and a start finds it all", async () => {
  const DATA_DIR = await temporaryFolder();
  const first = await start({ DATA_DIR });
  expect(first.said()).toContain("Seeded the demo town");
  const page = await fetch(`${first.url}/events`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect((await postJoin(first, { email: "newcomer@example.com", phone: "9045557777" })).status).toBe(200);
  const pid = await postmasterPid(DATA_DIR);
  expect(await first.stop()).toBe(0);
  expect(isAlive(pid)).toBe(false);
  const second = await start({ DATA_DIR });
  expect(second.said()).not.toContain("Seeded");
  await second.stop();
  expect(await readEmails(DATA_DIR)).toContain("newcomer@example.com");
});

test("/readyz answers 200 once the database and the jobs are there", async () => {
  const site = await start({ DATA_DIR: await temporaryFolder(), SEED: "none" });
  await until("the site is ready", async () => (await fetch(`${site.url}/readyz`)).status === 200);
});

test("[API-01] addresses that nobody would type are answered calmly, over a real socket", async () => {
  const site = await start({ DATA_DIR: await temporaryFolder(), SEED: "none" });
  const addresses = [
    "//",
    "//evil.example/events",
    "/events/%00",
    "/?eventId=%00",
    "/join/%00",
    "/events?chat=%00",
    "/events?after=%00",
    "/%E0%A4%A",
    "/events/%E0%A4%A.data",
  ];
  for (const address of addresses) {
    const { status } = await fetch(site.url + address);
    expect([address, status >= 200 && status < 500]).toEqual([address, true]);
  }
  const slashes = await fetch(`${site.url}//`, { redirect: "manual" });
  expect([slashes.status, slashes.headers.get("location")]).toEqual([308, "/"]);
  const large = await fetch(`${site.url}/api/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "x".repeat(10_000_000),
  });
  expect([large.status, ((await large.json()) as { error: string }).error]).toEqual([413, "too_large"]);
  expect((await fetch(`${site.url}/events`)).status).toBe(200);
});

test("a second start on one data directory says so and stops, and the first goes on", async () => {
  const DATA_DIR = await temporaryFolder();
  const site = await start({ DATA_DIR, SEED: "none" });
  await expect(startSiteProcess({ DATA_DIR })).rejects.toThrow(
    `Sandbar already runs on this data directory (process ${site.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
  expect((await fetch(`${site.url}/api/social-events`)).status).toBe(200);
});

test("of five that start at the same moment on a fresh data directory, one runs", async () => {
  const DATA_DIR = await temporaryFolder();
  const starts = await Promise.allSettled(
    Array.from({ length: 5 }, () => startSiteProcess({ DATA_DIR, SEED: "none" })),
  );
  const running = starts.filter((outcome) => outcome.status === "fulfilled");
  for (const { value } of running) onTestFinished(async () => void (await value.stop()));
  expect(running).toHaveLength(1);
  const refusals = starts.filter((outcome) => outcome.status === "rejected").map((outcome) => String(outcome.reason));
  expect(refusals.filter((refusal) => refusal.includes("already runs on this data directory"))).toHaveLength(4);
});

test("[JOIN-17] after kill -9 of the app the next start takes over the running database and nothing is lost", async () => {
  const DATA_DIR = await temporaryFolder();
  const first = await start({ DATA_DIR, SEED: "none" });
  expect((await postJoin(first)).status).toBe(200);
  const pid = await postmasterPid(DATA_DIR);
  await killHard(first.child.pid as number);
  expect(isAlive(pid)).toBe(true);
  const second = await start({ DATA_DIR, SEED: "none" });
  expect(second.said()).toContain("Took over the database");
  expect(await postmasterPid(DATA_DIR)).toBe(pid);
  await second.stop();
  expect(isAlive(pid)).toBe(false);
  expect(await readEmails(DATA_DIR)).toEqual(["ana.ruiz@example.com"]);
});

test("[JOIN-17] when the database is killed under the app, it comes back by itself and requests are answered again", async () => {
  const DATA_DIR = await temporaryFolder();
  const site = await start({ DATA_DIR, SEED: "none" });
  expect((await postJoin(site)).status).toBe(200);
  await killHard(await postmasterPid(DATA_DIR));
  // At this moment the database may be away or back; never is it a surprise.
  expect([200, 503]).toContain((await fetch(`${site.url}/api/social-events`)).status);
  await until("the API answers", async () => (await fetch(`${site.url}/api/social-events`)).ok);
  await until("pages answer", async () => (await fetch(`${site.url}/events`)).ok);
  await site.stop();
  expect(await readEmails(DATA_DIR)).toEqual(["ana.ruiz@example.com"]);
});

test("[JOIN-03] being told to stop, the site finishes what is under way", async () => {
  const DATA_DIR = await temporaryFolder();
  const site = await start({ DATA_DIR, SEED: "none" });
  const half = await sendHalf(site.url);
  const stopped = site.stop();
  await untilClosed(site.url);
  half.sendRest();
  expect(await half.connection.statusesAtEnd()).toEqual([100, 200]);
  expect(await stopped).toBe(0);
  expect(await readEmails(DATA_DIR)).toEqual(["slow@example.org"]);
});

test("a data directory too deep for a socket path works all the same", async () => {
  const DATA_DIR = join(await temporaryFolder(), ...Array.from({ length: 6 }, () => "a-rather-long-folder-name"));
  await mkdir(DATA_DIR, { recursive: true });
  const site = await start({ DATA_DIR, SEED: "none" });
  expect((await fetch(`${site.url}/api/social-events`)).status).toBe(200);
  expect(existsSync(join(DATA_DIR, "socket-folder.txt"))).toBe(true);
});

test("several processes may start at once on one database of one's own", async () => {
  const database = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  try {
    const sites = await Promise.all([1, 2, 3].map(() => startSiteProcess({ DATABASE_URL: database.connectionString })));
    for (const site of sites) expect((await fetch(`${site.url}/`)).status).toBe(200);
    expect(sites.filter((site) => site.said().includes("Seeded"))).toHaveLength(1);
    await Promise.all(sites.map((site) => site.stop()));
  } finally {
    await database.stop();
  }
});

test("a change that one process makes is on the pages of the other at once", async () => {
  const database = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    const [one, two] = await Promise.all(
      [1, 2].map(() => startSiteProcess({ DATABASE_URL: database.connectionString })),
    );
    const pageOf = async (site: SiteProcess | undefined) => (await fetch(`${site?.url}/events`)).text();
    await until(
      "both keep pages",
      async () =>
        (await pageOf(one)).includes("Sunset Volleyball") && (await pageOf(two)).includes("Sunset Volleyball"),
    );
    await client.connect();
    await client.query("update social_events set title = 'Moonrise Volleyball' where title = 'Sunset Volleyball'");
    for (const site of [one, two])
      await until("the new title shows", async () => (await pageOf(site)).includes("Moonrise Volleyball"));
    for (const site of [one, two]) expect(await pageOf(site)).not.toContain("Sunset Volleyball");
    await Promise.all([one?.stop(), two?.stop()]);
  } finally {
    await client.end();
    await database.stop();
  }
});

test("all faults of the settings are told at once, in words", async () => {
  const settings = {
    PORT: "70000",
    SEED: "maybe",
    GROUP_TIMEZONE: "Mars/Olympus",
    ADMIN_EMAILS: "not an address",
    DATABASE_URL: "mysql://x",
    WEB_PROCESSES: "17",
    METRICS_TOKEN: "too short",
  };
  const said = await startSiteProcess(settings).then(
    () => "it started",
    (error: Error) => error.message,
  );
  for (const name of Object.keys(settings)) expect(said).toContain(name);
  expect(said).toContain("must be an IANA zone");
  expect(said).not.toMatch(/\bat .*:\d+:\d+/);
});

test("a port that is taken is told in words", async () => {
  const site = await start({ DATA_DIR: await temporaryFolder(), SEED: "none" });
  const PORT = new URL(site.url).port;
  await expect(startSiteProcess({ DATA_DIR: await temporaryFolder(), PORT })).rejects.toThrow(
    "Another program already uses port",
  );
});

test("a link that the installation left out is made again", async () => {
  const { folder } = await findBinaries();
  const link = join(folder, "..", "lib", "libecpg.so");
  await unlink(link);
  await findBinaries();
  expect(existsSync(link)).toBe(true);
});
