import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";
import { SITE_ARGS, SITE_ENV } from "#tests/support/site-process.ts";

/** The issuer of tokens that a benched site accepts. */
export const PUBLIC_URL = "http://sandbar.localhost";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = "build/server/main.js";
const READY = /Sandbar is ready/;
const START_MS = 60_000;

/** Settings of the site that the one who runs the benchmark may have in their environment; ours are said each time. */
const OURS = [
  "NODE_ENV",
  "PORT",
  "HOST",
  "PUBLIC_URL",
  "DATA_DIR",
  "DATABASE_URL",
  "SEED",
  "NOW",
  "LOG_LEVEL",
  "RATE_LIMIT_FACTOR",
  "TRUST_PROXY",
  "WEB_PROCESSES",
];

export type Settings = Readonly<Record<string, string>>;
export type Server = { readonly url: string; readonly pid: number; stop(): Promise<void> };

/** What is running or lying about; undone at the end, whatever happened. */
const undo: (() => Promise<void>)[] = [];

export function atTheEnd(action: () => Promise<void>): void {
  undo.push(action);
}

export async function cleanUp(): Promise<void> {
  for (let action = undo.pop(); action; action = undo.pop()) await action();
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sandbar-bench-"));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

function environment(settings: Settings): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OURS.includes(name));
  return { ...SITE_ENV, ...Object.fromEntries(inherited), ...settings };
}

/**
 * Starts the server as a process of its own, and returns at once. It writes its log to a file, at the level that it
 * has by default: logging is part of what a request costs.
 */
export async function spawnServer(
  settings: Settings,
): Promise<Server & { readonly child: ChildProcess; readonly logFile: string }> {
  const port = await freePort();
  const logFile = join(await temporaryFolder(), "server.log");
  const log = openSync(logFile, "a");
  const env = environment({ HOST: "127.0.0.1", RATE_LIMIT_FACTOR: "1000000", ...settings, PORT: String(port) });
  const child = spawn(process.execPath, [...SITE_ARGS, MAIN], {
    cwd: ROOT,
    env,
    stdio: ["ignore", log, log],
  });
  if (child.pid === undefined) throw new Error("the server could not be spawned");
  const stop = () => stopProcess(child);
  atTheEnd(stop);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, child, logFile, stop };
}

/** Starts the server and waits until it says that it is ready. Throws with the end of its log when it is not. */
export async function startServer(settings: Settings): Promise<Server> {
  const server = await spawnServer(settings);
  const until = Date.now() + START_MS;
  for (;;) {
    const log = await readFile(server.logFile, "utf8");
    if (READY.test(log)) return server;
    if (server.child.exitCode !== null || Date.now() > until)
      throw new Error(`the server did not start: ${log.slice(-600)}`);
    await wait(20);
  }
}
