import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { plantPerson } from "#tests/support/planted-person.ts";
import { startTestSite } from "#tests/support/test-site.ts";

test("[SAFE-14] a deletion finds everything through an index, however many rows there are", async () => {
  const site = await startTestSite();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  onTestFinished(async () => {
    await client.end();
    await site.close();
  });
  await client.connect();
  const person = await plantPerson(site);
  const organizer = await site.tokenFor(["Admins"]);
  // New settings are read, and what was counted is told, when connections begin and end.
  const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  const reconnect = async () => {
    const { rows } = await client.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${others}`);
    const killed = rows.map(({ pid }) => pid);
    const isLeft = () => client.query("select from pg_stat_activity where pid = any($1)", [killed]);
    await expect.poll(async () => (await isLeft()).rowCount).toBe(0);
    // A killed connection is the site's until the site has heard of it.
    await expect.poll(async () => (await site.fetch("/readyz")).status).toBe(200);
  };
  // Tables this small are read whole unless that is forbidden; it is done all the same where no index helps.
  await client.query(`alter database ${client.database} set enable_seqscan = off`);
  await reconnect();
  const scans = async () => {
    const { rows } = await client.query<{ table: string; whole: number; index: number }>(
      'select relname as "table", seq_scan::int as whole, idx_scan::int as index from pg_stat_user_tables',
    );
    return new Map(rows.map(({ table, ...counts }) => [table, counts]));
  };
  const before = await scans();
  const path = `/api/pending-join-requests/users/${person.userId}`;
  expect((await site.fetch(path, { method: "DELETE", as: organizer })).status).toBe(200);
  await reconnect();
  const sinceThen = async (kind: "whole" | "index") => {
    const after = await scans();
    return [...after]
      .filter(([table, counts]) => counts[kind] > (before.get(table)?.[kind] ?? 0))
      .map(([table]) => table);
  };
  await expect.poll(async () => (await sinceThen("index")).length).toBeGreaterThan(20);
  // The keys that sign id tokens are a handful.
  expect(await sinceThen("whole")).toEqual(["identity_keys"]);
});
