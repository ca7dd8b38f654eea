import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "#src/db/embedded/lock.server.ts";
import { freePort, postmasterPid, until } from "#tests/support/processes.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** `npm start` as somebody types it, until it says that the site is ready. */
async function npmStart(place?: { DATA_DIR: string; port: number }) {
  const { DATA_DIR, port } = place ?? { DATA_DIR: await temporaryFolder(), port: await freePort() };
  const env = { ...process.env, NODE_ENV: "test", SEED: "none", LOG_LEVEL: "warn", DATA_DIR, PORT: String(port) };
  const npm = spawn("npm", ["start"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the site is ready", () => said.includes("Sandbar is ready") || npm.exitCode !== null);
  const site = Number((await readFile(join(DATA_DIR, "sandbar.pid"), "utf8")).split(" ")[0]);
  onTestFinished(() => void (isAlive(site) && process.kill(site, "SIGKILL")));
  return { npm, site, database: await postmasterPid(DATA_DIR), said: () => said, DATA_DIR, port };
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const) {
  test(`npm that gets ${signal} takes the site and its database with it`, async () => {
    const { npm, site, database, said } = await npmStart();
    expect([isAlive(site), isAlive(database)]).toEqual([true, true]);
    const ended = once(npm, "exit");
    npm.kill(signal);
    await ended;
    await until("site and database are gone", () => !isAlive(site) && !isAlive(database));
    expect(said()).toContain("Stopping: finishing what is under way");
  });
}

test("a second start says that the site runs already, and as which process", async () => {
  const { npm, site, DATA_DIR, port } = await npmStart();
  const env = { ...process.env, NODE_ENV: "test", SEED: "none", DATA_DIR, PORT: String(port) };
  const second = spawn(process.execPath, [join(ROOT, "scripts/start.mjs")], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  second.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(second, "close")) as [number];
  expect([code, said]).toEqual([1, `Sandbar already runs here, as process ${site}: stop it first (kill ${site}).\n`]);
  npm.kill("SIGTERM");
  await once(npm, "exit");
});

test("a second start with newer code: the older version serves until the newer one is built, which then takes its place", async () => {
  const { npm, site, said, DATA_DIR, port } = await npmStart();
  const older = once(npm, "exit");
  // As after a build of what git pull brought.
  const stamp = join(ROOT, "build", ".stamp");
  await utimes(stamp, new Date(), new Date());
  const second = await npmStart({ DATA_DIR, port });
  await older;
  expect(said()).toContain("Stopping: finishing what is under way");
  expect(second.said()).toContain(`Stopping the older version, process ${site}`);
  expect(second.site).not.toBe(site);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const ended = once(second.npm, "exit");
  second.npm.kill("SIGTERM");
  await ended;
});
