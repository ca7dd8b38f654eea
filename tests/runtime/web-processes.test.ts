import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { isAlive } from "#src/db/embedded/lock.server.ts";
import { mostConnections } from "#src/server/processes/connections.ts";
import { sendHalf, untilClosed } from "#tests/support/half-sent.ts";
import { freePort, killHard, postmasterPid, until, webProcessesOf } from "#tests/support/processes.ts";
import { startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// One site of several processes with a database of its own. What they do together: two-instances.test.ts.

const SETTINGS = { WEB_PROCESSES: "2", SEED: "none" };

test("[JOIN-17] the processes of a site end with the one that started them, however it ends, and its database only when it is stopped", async () => {
  const DATA_DIR = await temporaryFolder();
  const first = await startSiteProcess({ ...SETTINGS, DATA_DIR });
  onTestFinished(async () => void (await first.stop()));
  const database = await postmasterPid(DATA_DIR);
  const serving = webProcessesOf(first.child.pid as number);
  expect(serving).toHaveLength(2);
  await killHard(first.child.pid as number);
  await until("nobody serves anymore", () => !serving.some(isAlive));
  expect(isAlive(database)).toBe(true);

  const second = await startSiteProcess({ ...SETTINGS, DATA_DIR });
  onTestFinished(async () => void (await second.stop()));
  expect(second.said()).toContain("Took over the database");
  const half = await sendHalf(second.url);
  const stopped = second.stop();
  await untilClosed(second.url);
  half.sendRest();
  expect(await half.connection.statusesAtEnd()).toEqual([100, 200]);
  expect(await stopped).toBe(0);
  expect(isAlive(database)).toBe(false);
  expect(second.said().match(/Stopping/g)).toHaveLength(1);
});

test("a process that cannot start ends the whole with a sentence, and leaves nothing running", async () => {
  const DATA_DIR = await temporaryFolder();
  const fault = 'data:text/javascript,import cluster from "node:cluster";if (cluster.isWorker) process.exit(3);';
  const start = startSiteProcess({ ...SETTINGS, DATA_DIR, NODE_OPTIONS: `--import=${encodeURI(fault)}` });
  await expect(start).rejects.toThrow("A web process could not start. Its output is above.");
  expect(existsSync(join(DATA_DIR, "postgres", "postmaster.pid"))).toBe(false);
});

test("a port that is taken is told before anything else, and more processes than the database has connections for are refused", async () => {
  const small = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), settings: { max_connections: "30" } });
  onTestFinished(() => small.stop());
  const most = mostConnections(2);
  await expect(startSiteProcess({ ...SETTINGS, DATABASE_URL: small.connectionString })).rejects.toThrow(
    `WEB_PROCESSES=2 may need ${most} connections, and this PostgreSQL takes 27.`,
  );
  const PORT = String(await freePort());
  const other = createServer().listen(Number(PORT), "127.0.0.1");
  onTestFinished(() => void other.close());
  await expect(startSiteProcess({ ...SETTINGS, DATABASE_URL: small.connectionString, PORT })).rejects.toThrow(
    "Another program already uses port",
  );
});
