import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { findPostmaster } from "#src/db/embedded/postmaster.server.ts";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { startFaultyLine } from "#tests/support/faulty-line.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { startPgbouncer } from "#tests/support/pgbouncer.ts";
import { until } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** A migrated database on a TCP port, which can be made read-only as a standby is. */
async function startHost() {
  const folder = await temporaryFolder();
  const postgres = await startOpenPostgres(folder, { fsync: "off" });
  onTestFinished(() => postgres.stop());
  await migrateDatabase(postgres.connectionString);
  const socketFolder = (await findPostmaster(join(folder, "postgres")))?.socketFolder ?? "";
  const line = await startFaultyLine(join(socketFolder, ".s.PGSQL.5432"));
  onTestFinished(() => line.close());
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return {
    line,
    emails: async () =>
      (await client.query<{ email: string }>("select email from users")).rows.map(({ email }) => email),
    /** From now on the commit of a new person waits for a standby, and there is none; other commits do not wait. */
    async loseStandby() {
      await client.query(`create function wait_for_standby() returns trigger language plpgsql as
        $$ begin perform set_config('synchronous_commit', 'on', true); return new; end $$`);
      await client.query(
        "create trigger wait_for_standby before insert on users for each row execute function wait_for_standby()",
      );
      await client.query("alter system set synchronous_commit = 'local'");
      await client.query("alter system set synchronous_standby_names = 'nobody'");
      await client.query("select pg_reload_conf()");
    },
    async findStandby() {
      await client.query("alter system reset synchronous_standby_names");
      await client.query("select pg_reload_conf()");
    },
    cancelWaits: () => client.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"),
    async setReadOnly(isReadOnly: boolean) {
      await client.query("set transaction_read_only = off");
      await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
      await client.query("select pg_reload_conf()");
    },
  };
}

const sendForm = (url: string, form: Record<string, unknown>) =>
  fetch(`${url}/api/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(form),
  });
const sendJoin = (url: string, email: string, phone: string) => sendForm(url, joinForm({ email, phone }));
const ready = async (url: string) => (await fetch(`${url}/readyz`)).status;

test("[OPS-01] of several hosts the one that takes writes is used, and after a change of leader the other, without a restart", async () => {
  const [first, second] = [await startHost(), await startHost()];
  await first.setReadOnly(true);
  const hosts = [first, second].map(({ line }) => `127.0.0.1:${line.port}`).join(",");
  const DATABASE_URL = `postgres://sandbar@${hosts}/sandbar?sslmode=disable&target_session_attrs=read-write`;
  const site = await startSiteProcess({ DATABASE_URL, DATA_DIR: await temporaryFolder(), SEED: "none" });
  onTestFinished(async () => void (await site.stop()));
  expect((await sendJoin(site.url, "before@example.com", "9045550101")).status).toBe(200);
  expect([await first.emails(), await second.emails()]).toEqual([[], ["before@example.com"]]);

  await second.setReadOnly(true);
  await until("the site says that it cannot write", async () => (await ready(site.url)) === 503);
  const refused = await sendJoin(site.url, "during@example.com", "9045550102");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);

  await first.setReadOnly(false);
  await until("it has found the other", async () => (await ready(site.url)) === 200);
  expect((await sendJoin(site.url, "after@example.com", "9045550103")).status).toBe(200);
  expect(await first.emails()).toEqual(["after@example.com"]);

  // A leader that is frozen answers nothing, and its connections stay open.
  await second.setReadOnly(false);
  await first.line.fail("silent");
  await until("it has left the silent one", async () => (await ready(site.url)) === 200);
  expect((await sendJoin(site.url, "later@example.com", "9045550104")).status).toBe(200);
  await first.line.fail(null);
  expect(await second.emails()).toEqual(["before@example.com", "later@example.com"]);
  expect(site.child.exitCode).toBeNull();
});

test("[OPS-01] a commit that no standby confirmed is neither acknowledged nor visible, and sending it again saves it once", async () => {
  const { line, ...host } = await startHost();
  const DATABASE_URL = `postgres://sandbar@127.0.0.1:${line.port}/sandbar?sslmode=disable`;
  const site = await startSiteProcess({ DATABASE_URL, DATA_DIR: await temporaryFolder(), SEED: "none" });
  onTestFinished(async () => void (await site.stop()));
  await host.loseStandby();
  const form = joinForm({ email: "alone@example.com", phone: "9045550106" });
  expect((await sendForm(site.url, form)).status).toBe(503);
  expect(await host.emails()).toEqual([]);
  await host.findStandby();
  await until("the standby has confirmed it", async () => (await host.emails()).length === 1);
  expect((await sendForm(site.url, form)).status).toBe(200);
  expect(await host.emails()).toEqual(["alone@example.com"]);
});

test("[OPS-01] a commit whose wait for its standby was canceled by hand is not acknowledged either", async () => {
  const { line, ...host } = await startHost();
  const DATABASE_URL = `postgres://sandbar@127.0.0.1:${line.port}/sandbar?sslmode=disable`;
  const site = await startSiteProcess({ DATABASE_URL, DATA_DIR: await temporaryFolder(), SEED: "none" });
  onTestFinished(async () => void (await site.stop()));
  await host.loseStandby();
  let status = 0;
  const sent = sendJoin(site.url, "alone@example.com", "9045550106").then((answer) => (status = answer.status));
  await until("the form is answered", async () => {
    await host.cancelWaits();
    return status !== 0;
  });
  await sent;
  expect([status, await host.emails()]).toEqual([503, ["alone@example.com"]]);
});

test("[OPS-01] behind pgbouncer in session mode the site works; in transaction mode it refuses to start, in a sentence", async () => {
  const { line } = await startHost();
  const settings = async (mode: "session" | "transaction") => ({
    DATABASE_URL: await startPgbouncer(line.port, mode),
    DATA_DIR: await temporaryFolder(),
    SEED: "none",
  });
  const refusal = await startSiteProcess(await settings("transaction")).then(
    () => "it started",
    (error: Error) => error.message,
  );
  expect(refusal).toContain("DATABASE_URL leads through a pool in transaction mode");
  const site = await startSiteProcess(await settings("session"));
  onTestFinished(async () => void (await site.stop()));
  await until("it is ready", async () => (await ready(site.url)) === 200);
  expect((await sendJoin(site.url, "pooled@example.com", "9045550105")).status).toBe(200);
});
