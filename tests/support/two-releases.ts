import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNginx } from "#tests/support/nginx.ts";
import { freePort, until } from "#tests/support/processes.ts";
import { SOURCE_ARGS, type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PARTS = ["package.json", "src", "seeds", "migrations", "scripts", "build"];
const MAIN = join("build", "server", "main.js");

/** A copy of the site's code that has a built file of its own, `/assets/NAME.js`. */
async function makeRelease(folder: string, name: string): Promise<string> {
  const release = join(folder, name);
  for (const part of PARTS) {
    const filter = (path: string) => !path.includes("node_modules");
    await cp(join(ROOT, part), join(release, part), { recursive: true, filter });
  }
  await symlink(join(ROOT, "node_modules"), join(release, "node_modules"));
  await writeFile(join(release, "build", "client", "assets", `${name}.js`), `export const name = "${name}";\n`);
  return release;
}

/** The private database as `--database` runs it. */
async function startDatabase(DATA_DIR: string) {
  const child = spawn(process.execPath, [...SOURCE_ARGS, join(ROOT, "src/server/database.ts")], {
    env: { ...process.env, NODE_ENV: "test", DATA_DIR },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the database is ready", () => said.includes("The database is ready") || child.exitCode !== null, 60_000);
  return {
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Two releases of the site in folders of their own, a private database that is run for them, and nginx with three ports. */
export async function makeTwoReleases() {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-releases-"));
  const releases = { older: await makeRelease(folder, "older"), newer: await makeRelease(folder, "newer") };
  const DATA_DIR = join(folder, "data");
  const database = await startDatabase(DATA_DIR);
  const port = await freePort();
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const running = new Map<number, SiteProcess>();
  const ends: (number | null)[] = [];
  let current: keyof typeof releases = "older";
  const settings = { NODE_ENV: "test", SEED: "none", DATA_DIR, TRUST_PROXY: "1", RATE_LIMIT_FACTOR: "100000" };
  const instances = {
    async start(at: number) {
      const here = { ...settings, PUBLIC_URL: `http://127.0.0.1:${port}`, PORT: String(at) };
      running.set(at, await startSiteProcess(here, join(releases[current], MAIN)));
    },
    async stop(at: number) {
      const site = running.get(at);
      running.delete(at);
      if (site) ends.push(await site.stop());
    },
  };
  const [first, second, spare] = ports.map((each) => `http://127.0.0.1:${each}`) as [string, string, string];
  // Not one that is there already: nginx answers through the first.
  await instances.start(ports[0]);
  await instances.start(ports[1]);
  const nginx = await startNginx(folder, port, [first, second, spare]);
  return {
    url: `http://127.0.0.1:${port}`,
    ports,
    instances,
    /** The codes with which instances ended that were told to stop. */
    ends,
    choose: (name: keyof typeof releases) => (current = name),
    async close() {
      await nginx.stop();
      await Promise.all([...running.keys()].map((at) => instances.stop(at)));
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
