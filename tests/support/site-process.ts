import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import siteProcess from "../../scripts/lib/site-process.json" with { type: "json" };
import { freePort } from "#tests/support/processes.ts";

/** What Node is told, and what stands in the environment, where `npm start` starts a site. */
export const SITE_ARGS = siteProcess.args;
export const SITE_ENV = siteProcess.env;
/** What Node is told where something runs from source. */
export const SOURCE_ARGS = ["--import", new URL("../../scripts/lib/quick-imports.mjs", import.meta.url).href];
const MAIN = fileURLToPath(new URL("../../build/server/main.js", import.meta.url));
const DATA_DIR = join(tmpdir(), "sandbar-tests-data");
const READY = /Sandbar is ready: (\S+)/;

export type SiteProcess = {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it has said so far. */
  said(): string;
  /** Asks it to stop and waits until it has; its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/**
 * The built site as a process of its own, on a free port. Rejects with what it said when it does not start. `main` is the
 * entry of another version of it.
 */
export async function startSiteProcess(settings: Record<string, string>, main = MAIN): Promise<SiteProcess> {
  const child = spawn(process.execPath, [...SITE_ARGS, main], {
    // A folder of the tests' own: the project's data folder is for who runs the site here.
    env: { ...SITE_ENV, ...process.env, NODE_ENV: "test", PORT: "0", LOG_LEVEL: "warn", DATA_DIR, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ready = Promise.withResolvers<string>();
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    const url = READY.exec(said)?.[1];
    if (url) ready.resolve(url);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  child.on("exit", (code) => ready.reject(new Error(`The site ended with code ${code} before it was ready:\n${said}`)));
  const url = await ready.promise;
  return {
    url,
    child,
    said: () => said,
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}

/** One of several instances: it knows itself by the PUBLIC_URL that they share, and is reached at an address of its own. */
export async function startInstance(settings: Record<string, string> & { PUBLIC_URL: string }): Promise<SiteProcess> {
  const port = await freePort();
  const site = await startSiteProcess({ ...settings, PORT: String(port) });
  return { ...site, url: `http://127.0.0.1:${port}` };
}
