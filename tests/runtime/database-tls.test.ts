import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { makeCertificates } from "#tests/support/certificates.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { freePort, until } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const PASSWORD = "nobody-should-read-this";

/** A PostgreSQL that takes nothing over TCP but TLS, with a certificate for this address by a root that nobody knows. */
async function startTlsDatabase(certified = "127.0.0.1") {
  const folder = await temporaryFolder();
  const file = (name: string) => join(folder, name);
  const { root, server, key } = await makeCertificates(certified);
  await writeFile(file("root.crt"), root);
  await writeFile(file("server.crt"), server);
  await writeFile(file("server.key"), key, { mode: 0o600 });
  const port = String(await freePort());
  const listening = { listen_addresses: "127.0.0.1", port, ssl: "on" };
  const files = { ssl_cert_file: file("server.crt"), ssl_key_file: file("server.key") };
  const postgres = await startOpenPostgres(folder, { fsync: "off", ...listening, ...files });
  onTestFinished(() => postgres.stop());
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  onTestFinished(() => superuser.end());
  await superuser.query(`alter role sandbar password '${PASSWORD}'`);
  return {
    superuser,
    url: (query: string) => `postgres://sandbar:${PASSWORD}@127.0.0.1:${port}/sandbar?${query}`,
    verified: `sslmode=verify-full&sslrootcert=${file("root.crt")}`,
  };
}

async function refusalOf(DATABASE_URL: string): Promise<string> {
  const started = startSiteProcess({ DATABASE_URL, DATA_DIR: await temporaryFolder(), SEED: "none" });
  return started.then(
    () => "it started",
    (error: Error) => error.message,
  );
}

test("[OPS-01] over TLS with a private root the site works as a role that is no superuser, and nothing goes in the clear", async () => {
  const { superuser, url, verified } = await startTlsDatabase();
  const settings = { DATABASE_URL: url(verified), DATA_DIR: await temporaryFolder(), SEED: "none" };
  const site = await startSiteProcess(settings);
  onTestFinished(async () => void (await site.stop()));
  await until("it is ready", async () => (await fetch(`${site.url}/readyz`)).status === 200);
  const form = joinForm({ email: "private@example.com", phone: "9045550107" });
  const headers = { "content-type": "application/json" };
  const sent = await fetch(`${site.url}/api/join`, { method: "POST", headers, body: JSON.stringify(form) });
  expect(sent.status).toBe(200);
  const { rows } = await superuser.query(`select distinct ssl, rolsuper from pg_stat_ssl
    join pg_stat_activity using (pid) join pg_roles on rolname = usename where usename = 'sandbar'`);
  expect(rows).toEqual([{ ssl: true, rolsuper: false }]);
});

test("[OPS-01] a root that is unknown, a certificate of another address, and no TLS at all each end the start in a sentence", async () => {
  const { url } = await startTlsDatabase();
  const other = await startTlsDatabase("127.0.0.2");
  const refusals = [
    await refusalOf(url("sslmode=verify-full")),
    await refusalOf(other.url(other.verified)),
    await refusalOf(url("sslmode=disable")),
  ];
  expect(refusals).toEqual([
    expect.stringContaining("signed by a root that is not known here. Add sslrootcert=FILE to DATABASE_URL."),
    expect.stringContaining("IP: 127.0.0.1 is not in the cert's list"),
    expect.stringContaining("no encryption"),
  ]);
  for (const refusal of refusals) expect(refusal).not.toContain(PASSWORD);
});

test("[OPS-01] over TLS too, a connection on which something was just read is not cut as silent", async () => {
  const { url, verified } = await startTlsDatabase();
  const { pool, events } = connect(url(verified), pino({ level: "silent" }), 1);
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  onTestFinished(() => client.release());
  // Longer than what was read at its opening is ago, and than any answer takes.
  await client.query("select pg_sleep(0.3)");
  events.emit("silent", 250);
  expect((await client.query("select 1 as kept")).rows).toEqual([{ kept: 1 }]);
  events.emit("silent", -1);
  await expect(client.query("select 1")).rejects.toThrow("the database does not answer");
});
