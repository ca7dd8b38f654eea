import { spawnSync } from "node:child_process";
import { readFile, readlink, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "#src/db/embedded/lock.server.ts";

/** A running server, as its `postmaster.pid` describes it. */
export type Postmaster = {
  readonly pid: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
  /** Its executable was deleted: the packages were reinstalled since it started. */
  readonly isReplaced: boolean;
};

// Longer than a shutdown checkpoint on a slow disk. SIGQUIT then skips the checkpoint; recovery replays the WAL.
const STOP_MS = 60_000;
const DELETED = " (deleted)";

/** Returns the server running on a cluster, or null. Counts only a PostgreSQL process on this very cluster. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!isAlive(pid)) return null;
  const program = await programOn(pid, cluster);
  if (program === null) return null;
  return {
    pid,
    socketFolder: lines[4] ?? "",
    isReady: (lines[7] ?? "").trim() === "ready",
    isReplaced: program.endsWith(DELETED),
  };
}

/** The executable of a process, if it is PostgreSQL with this cluster as its working directory. */
async function programOn(pid: number, cluster: string): Promise<string | null> {
  if (process.platform !== "linux") {
    const command = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
    return command.includes("postgres") && command.includes(`-D ${cluster} `) ? command : null;
  }
  try {
    const program = await readlink(`/proc/${pid}/exe`);
    const isPostgres = basename(program.replace(DELETED, "")) === "postgres";
    return isPostgres && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster)) ? program : null;
  } catch {
    return null;
  }
}

/** Stops a cluster's server, if any, and waits for its exit. Throws if it does not exit. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = await findPostmaster(cluster);
  if (!running) return;
  // SIGINT is a fast shutdown: aborts open transactions, keeps committed ones.
  for (const name of ["SIGINT", "SIGQUIT"] as const) {
    signal(running.pid, name);
    if (await isGoneWithin(running.pid, STOP_MS)) return;
  }
  throw new Error(`The database (process ${running.pid}) does not stop.`);
}

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isAlive(pid) && Date.now() < end) await delay(10);
  return !isAlive(pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It already exited.
  }
}
