import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import { connect, type Db } from "#src/db/connect.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { findPostmaster } from "#src/db/embedded/postmaster.server.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { startFaultyLine } from "#tests/support/faulty-line.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { readMailFolder } from "#tests/support/mail-folder.ts";
import { until } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const CALM = "The site cannot reach its database right now.";

/** From now on no job gets a timer. */
async function refuseTimers(db: Db): Promise<void> {
  await db.execute(`create function refuse_timers() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`);
  await db.execute("create trigger refuse_timers before insert on jobs execute function refuse_timers()");
}

/** A site whose database is at the other end of a line that can be made to fail. */
async function startFarSite() {
  const dataDir = await temporaryFolder();
  const far = join(dataDir, "far");
  const postgres = await startOpenPostgres(far, { fsync: "off" });
  await migrateDatabase(postgres.connectionString);
  const { db, pool } = connect(postgres.connectionString, pino({ level: "silent" }));
  await refuseTimers(db);
  const folder = (await findPostmaster(join(far, "postgres")))?.socketFolder ?? "";
  const line = await startFaultyLine(join(folder, ".s.PGSQL.5432"));
  const DATABASE_URL = `postgres://sandbar@127.0.0.1:${line.port}/sandbar?sslmode=disable`;
  const site = await startSiteProcess({ DATABASE_URL, DATA_DIR: dataDir, SEED: "none" });
  onTestFinished(async () => {
    await line.fail(null);
    await site.stop();
    await line.close();
    await pool.end();
    await postgres.stop();
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const began = performance.now();
    const answer = await fetch(site.url + path, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, seconds: (performance.now() - began) / 1000 };
  };
  const post = (form: Record<string, unknown>) =>
    ask("/api/join", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(form),
    });
  const ready = () => until("the site is ready", async () => (await ask("/readyz")).status === 200);
  return { site, db, line, dataDir, ask, post, ready };
}
type FarSite = Awaited<ReturnType<typeof startFarSite>>;

/** Expects the answers of the site while the database is away, each within `seconds`. */
async function expectCalm({ ask, post }: FarSite, form: Record<string, unknown>, seconds: number) {
  const [page, calls, feed, saved, readiness, health, wizard] = await Promise.all([
    // One that was not asked for before: what is kept is dropped when changes are not heard of anymore.
    ask("/events/2099-05-01-sixes"),
    ask("/api/social-events"),
    ask("/events.rss"),
    post(form),
    ask("/readyz"),
    ask("/healthz"),
    ask("/join"),
  ]);
  for (const answer of [page, calls, feed, saved]) {
    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining(CALM) });
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(answer.seconds).toBeLessThan(seconds);
  }
  // The page is a page, with the shell around it.
  expect(page.text).toContain("</nav>");
  expect(JSON.parse(saved.text)).toMatchObject({ error: "unavailable" });
  expect(JSON.parse(readiness.text)).toMatchObject({ status: "not ready", down: ["database"] });
  expect([readiness.status, readiness.seconds < 10]).toEqual([503, true]);
  expect([health.status, health.seconds < 5]).toEqual([200, true]);
  // The wizard asks without its list of events, and keeps what is typed in the browser.
  expect(wizard.status).toBe(200);
}

/** Expects that everything recovers by itself: calls, the change log, the outbox, and the jobs. */
async function expectRecovery({ db, site, ask, post, ready, dataDir }: FarSite, form: Record<string, unknown>) {
  await ready();
  expect((await post(form)).status).toBe(200);
  await until("its mail is sent", async () =>
    (await readMailFolder(join(dataDir, "mail"))).some(({ to }) => to === form["email"]),
  );
  await until("pages are there", async () => (await ask("/events")).status === 200);
  const title = `Heard after ${String(form["email"])}`;
  await db.update(socialEvents).set({ title });
  await until("changes are heard of", async () => (await ask("/events")).text.includes(title));
  await db.execute("update jobs set due_at = now() - interval '1 day' where name = 'keep-retention'");
  const done = "select from jobs where name = 'keep-retention' and due_at > now() and claim is null";
  await until("jobs are done", async () => (await db.execute(done)).rowCount !== 0);
  expect(site.child.exitCode).toBeNull();
}

test("[JOIN-03] a database that refuses, and one that swallows everything: calm answers in time, and all goes on when it is back", async () => {
  const far = await startFarSite();
  await until("no job has a timer", async () => /timers of the jobs cannot be read/.test(far.site.said()));
  // On a slow machine its other parts may still be starting.
  await expect
    .poll(async () => JSON.parse((await far.ask("/readyz")).text) as unknown, { timeout: 60_000 })
    .toMatchObject({ status: "not ready", down: ["jobs"] });
  await far.db.execute("drop function refuse_timers() cascade");
  await far.ready();
  await far.db.insert(socialEvents).values(makeEvent({ day: "2099-05-01", title: "Sixes" }));
  await until("pages are there", async () => (await far.ask("/events")).text.includes("Sixes"));

  const refused = joinForm({ email: "refused@example.com", phone: "9045550101" });
  await far.line.fail("refused");
  await expectCalm(far, refused, 10);
  await until("the log says so", async () => far.site.said().includes("changes are not heard of"));
  await far.line.fail(null);
  await expectRecovery(far, refused);

  const swallowed = joinForm({ email: "swallowed@example.com", phone: "9045550102" });
  await far.line.fail("silent");
  await expectCalm(far, swallowed, 40);
  // The loss of change notifications was noticed meanwhile by a ping.
  await until("the log says so", () => far.site.said().includes('"no answer"'));
  await far.line.fail(null);
  await expectRecovery(far, swallowed);
  const { rows } = await far.db.execute("select email from users order by email");
  // What failed is in the log, whose it was is not.
  expect(far.site.said()).toContain("the database is away");
  expect(far.site.said()).not.toContain(String.raw`\n    at `);
  expect(far.site.said()).not.toMatch(/(?:refused|swallowed)@example\.com/);
  expect(rows).toEqual([{ email: "refused@example.com" }, { email: "swallowed@example.com" }]);
});

test("a database that is not there at the start is told in words, without its password", async () => {
  const DATABASE_URL = "postgres://app:sesame@127.0.0.1:1/sandbar";
  const said = await startSiteProcess({ DATABASE_URL, DATA_DIR: await temporaryFolder() }).then(
    () => "it started",
    (error: Error) => error.message,
  );
  expect(said).toContain("code 1");
  expect(said).toContain("The database at 127.0.0.1:1 does not let us in: connect ECONNREFUSED");
  expect(said).not.toMatch(/sesame|\bat .*:\d+:\d+/);
});
