import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "#src/db/embedded/lock.server.ts";

/** The process id of the PostgreSQL of a data directory, as it notes it itself. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
}

/** A port that nobody has at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** Waits until something holds; throws when it hangs. On busy cores everything takes many times as long. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  milliseconds = 120_000,
): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${milliseconds} ms in vain: ${what}`);
    await delay(20);
  }
}

/** Ends a process the hard way and waits until it is gone. */
export async function killHard(pid: number): Promise<void> {
  // 0 is the process group of these tests, -1 every process.
  if (!(pid > 1)) throw new Error(`${pid} is no process to kill`);
  process.kill(pid, "SIGKILL");
  await until(`process ${pid} is gone`, () => !isAlive(pid));
}

/** The processes that a site of several has forked to serve its port. */
export function webProcessesOf(pid: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return lines.flatMap((line) => {
    const [own, parent, ...args] = line.trim().split(/\s+/);
    return Number(parent) === pid && args.some((arg) => arg.endsWith("main.js")) ? [Number(own)] : [];
  });
}
