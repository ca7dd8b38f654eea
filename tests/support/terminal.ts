import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SOURCE_ARGS } from "#tests/support/site-process.ts";

export type AtTerminal = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs a file of the project as a command of the terminal, as `npm run` does; what it shows, and the process while it runs. */
export function runAtTerminal(
  file: string,
  args: readonly string[],
  settings: Record<string, string>,
): { readonly child: ChildProcess; readonly shown: Promise<AtTerminal> } {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const child = spawn(process.execPath, [...SOURCE_ARGS, path, ...args], {
    env: { ...process.env, NODE_ENV: "test", ...settings },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const shown = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { child, shown };
}
