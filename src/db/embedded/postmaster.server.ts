import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "#src/db/embedded/lock.server.ts";

/** A running server as its `postmaster.pid` describes it (PostgreSQL writes one fact a line). */
export type Postmaster = { readonly pid: number; readonly socketFolder: string; readonly isReady: boolean };

/** The server that runs on a cluster, or null. Only a process that is PostgreSQL on this very cluster counts. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!isAlive(pid)) return null;
  const command = commandOf(pid);
  const places = [cluster, await realpath(cluster)];
  if (!command.includes("postgres") || !places.some((place) => command.includes(place))) return null;
  return { pid, socketFolder: lines[4] ?? "", isReady: (lines[7] ?? "").trim() === "ready" };
}

function commandOf(pid: number): string {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}
