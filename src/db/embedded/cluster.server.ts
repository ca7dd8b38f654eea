import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { chown, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Binaries, POSTGRES_MAJOR } from "#src/db/embedded/binaries.server.ts";
import { findPostmaster, type Postmaster } from "#src/db/embedded/postmaster.server.ts";
import type { RunAs } from "#src/db/embedded/run-as.server.ts";

/** Where everything of one data directory is, and how to run PostgreSQL on it. */
export type Place = {
  readonly dataDir: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly settings: Readonly<Record<string, string>>;
};

const POLL_MS = 10;
// Recovery after a crash reads back at most a few hundred megabytes; a slow disk may need minutes for it.
const START_MS = 5 * 60_000;
const SAY_AFTER_MS = 3_000;
const MAX_LOG_BYTES = 5 * 1024 * 1024;

// Sized for a small machine that also serves the site. JIT costs more than it saves on short queries.
const SETTINGS = { listen_addresses: "", unix_socket_permissions: "0700", max_connections: "100", shared_buffers: "128MB", jit: "off", timezone: "UTC" };

/** Makes a folder that only its owner may enter, and hands it to the account that PostgreSQL runs as. */
export async function makePrivateFolder(folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (runAs.account) await chown(folder, runAs.account.uid, runAs.account.gid);
}

function run(place: Place, program: string, args: readonly string[], output: number | "pipe"): ChildProcess {
  const [file, fullArgs] = place.runAs.command(join(place.binaries.folder, program), args);
  return spawn(file, fullArgs, {
    env: place.binaries.env,
    cwd: place.dataDir,
    // A process group of its own: Ctrl-C is for the app, which stops the database when it is done with it.
    detached: true,
    stdio: ["ignore", output, output],
    ...place.runAs.account,
  });
}

/** Makes the cluster unless there is one. A start that is killed in the middle leaves nothing that looks like one. */
export async function ensureCluster(place: Place, say: (line: string) => void): Promise<void> {
  const version = await readFile(join(place.cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (version !== null) {
    if (version.trim() === String(POSTGRES_MAJOR)) return;
    throw new Error(
      `The database in ${place.cluster} is of PostgreSQL ${version.trim()}; this Sandbar brings ${POSTGRES_MAJOR}. ` +
        "Restore a backup into a new data directory, or upgrade it with pg_upgrade.",
    );
  }
  say("› Making the database (once)");
  for (const name of await readdir(place.dataDir)) {
    if (name.startsWith("postgres.new")) await rm(join(place.dataDir, name), { recursive: true, force: true });
  }
  const fresh = `${place.cluster}.new`;
  await makePrivateFolder(fresh, place.runAs);
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const initdb = run(place, "initdb", ["-D", fresh, "-U", "app", "-A", "trust", "-E", "UTF8", ...locale], "pipe");
  let said = "";
  initdb.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  initdb.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve, reject) => initdb.on("close", resolve).on("error", reject));
  if (code !== 0) throw new Error(explainInitdb(said, place.dataDir));
  await rename(fresh, place.cluster);
}

function explainInitdb(said: string, dataDir: string): string {
  if (/No space left on device/i.test(said)) {
    return `The disk is full: there is no room for a database in ${dataDir}. Free about 100 MB and start again.`;
  }
  return `The database could not be made in ${dataDir}. PostgreSQL said:\n${said.trim().split("\n").slice(-8).join("\n")}`;
}

async function openLog(place: Place): Promise<number> {
  const log = join(place.dataDir, "postgres.log");
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size > MAX_LOG_BYTES) await rename(log, `${log}.1`);
  return openSync(log, "a", 0o600);
}

async function spawnPostmaster(place: Place): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, ...place.settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = await openLog(place);
  const child = run(place, "postgres", ["-D", place.cluster, "-k", place.socketFolder, ...settings], log);
  closeSync(log);
  child.unref();
  return child;
}

async function lastLogLines(place: Place): Promise<string> {
  const log = await readFile(join(place.dataDir, "postgres.log"), "utf8").catch(() => "");
  return log.trim().split("\n").slice(-6).join("\n");
}

/** Waits until the server takes connections. Null when it ended instead. */
async function waitUntilReady(
  place: Place,
  isOver: (found: Postmaster | null) => boolean,
  say: (line: string) => void,
): Promise<Postmaster | null> {
  const started = Date.now();
  let hasSaid = false;
  while (Date.now() - started < START_MS) {
    const found = await findPostmaster(place.cluster);
    if (found?.isReady) return found;
    if (isOver(found)) return null;
    if (!hasSaid && Date.now() - started > SAY_AFTER_MS) {
      say("› Waiting for the database: it is reading back what a crash left unfinished");
      hasSaid = true;
    }
    await delay(POLL_MS);
  }
  const log = join(place.dataDir, "postgres.log");
  throw new Error(`The database did not become ready in ${START_MS / 60_000} minutes. Its log is ${log}.`);
}

/** A server on this cluster that takes connections: the one that outlived its app, or a new one. */
export async function adoptOrStart(place: Place, say: (line: string) => void): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const left = await findPostmaster(place.cluster);
  if (left) {
    // One that is still starting, or already stopping, is waited for.
    const ready = await waitUntilReady(place, (found) => found?.pid !== left.pid, say);
    if (ready) return { postmaster: ready, adopted: true };
  }
  // Backends of a server that was killed end by themselves, but not at once; until then a new one is refused.
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const child = await spawnPostmaster(place);
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => undefined);
    child.once("error", failed.reject);
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const postmaster = await Promise.race([waitUntilReady(place, isOver, say), failed.promise]);
    if (postmaster) return { postmaster, adopted: false };
    if (!/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(await lastLogLines(place))) break;
    await forgetReusedPid(place);
    await delay(200);
  }
  throw new Error(`The database did not start. Its log ends with:\n${await lastLogLines(place)}`);
}

/** After a restart of the machine the noted process id may be another program's, which PostgreSQL takes for its own. */
async function forgetReusedPid(place: Place): Promise<void> {
  const said = await lastLogLines(place);
  if (said.includes('lock file "postmaster.pid" already exists') && !(await findPostmaster(place.cluster))) {
    await rm(join(place.cluster, "postmaster.pid"), { force: true });
  }
}
