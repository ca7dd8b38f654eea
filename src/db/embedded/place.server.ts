import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Binaries } from "#src/db/embedded/binaries.server.ts";
import type { RunAs } from "#src/db/embedded/run-as.server.ts";

/** Paths of one data directory, and how to run PostgreSQL on it. */
export type Place = {
  readonly dataDir: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly settings: Readonly<Record<string, string>>;
};

type RunOptions = {
  readonly input?: "ignore" | "pipe";
  readonly output: number | "pipe";
  readonly detached: boolean;
};

/** Spawns a PostgreSQL program as the owner of the cluster, with none of our settings in its environment. */
export function run(
  place: Place,
  program: string,
  args: readonly string[],
  { input = "ignore", output, detached }: RunOptions,
): ChildProcess {
  const [file, fullArgs] = place.runAs.command(join(place.binaries.folder, program), args);
  return spawn(file, fullArgs, {
    env: place.binaries.env,
    cwd: place.dataDir,
    detached,
    stdio: [input, output, output],
    ...place.runAs.account,
  });
}

/** Settings as arguments of `postgres`. */
export function settingArgs(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
