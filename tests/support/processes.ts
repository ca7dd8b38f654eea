import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "#src/db/embedded/lock.server.ts";

/** The process id of the PostgreSQL of a data directory, as it notes it itself. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
}

/** Waits until something holds; throws when it does not within the time. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  milliseconds = 20_000,
): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${milliseconds} ms in vain: ${what}`);
    await delay(20);
  }
}

/** Ends a process the hard way and waits until it is gone. */
export async function killHard(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await until(`process ${pid} is gone`, () => !isAlive(pid));
}
