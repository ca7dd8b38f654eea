import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

// What other processes use, read from outside, so that measuring them costs them nothing.

const isLinux = process.platform === "linux";
// USER_HZ: 100 on every Linux that Node runs on.
const MS_A_TICK = 10;

type Entry = { readonly pid: number; readonly parent: number; readonly cpuMs: number };

function linuxEntry(pid: number): Entry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It ended between the listing and the reading.
    return undefined;
  }
  // The name is in brackets and may hold anything; fields are counted from behind it (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // utime, stime, and those of children that have ended.
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  return { pid, parent: Number(fields[1]), cpuMs: ticks * MS_A_TICK };
}

/** `ps` writes `[[days-]hours:]minutes:seconds[.hundredths]`. */
function psMilliseconds(time: string): number {
  const [days, clock] = time.includes("-") ? time.split("-") : ["0", time];
  const seconds = (clock ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}

function allEntries(): Entry[] {
  if (isLinux) {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => linuxEntry(Number(pid)) ?? []);
  }
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,cputime="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid, parent, time] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), cpuMs: psMilliseconds(time ?? "") };
  });
}

/** CPU time in milliseconds that a process has used so far, in all its threads. Throws when there is none. */
export function cpuOf(pid: number): number {
  const entry = isLinux ? linuxEntry(pid) : allEntries().find((each) => each.pid === pid);
  if (!entry) throw new Error(`process ${pid} is gone`);
  return entry.cpuMs;
}

/** The same of a process and its children, as PostgreSQL has them. */
export function cpuOfFamily(pid: number): number {
  return allEntries()
    .filter((entry) => entry.pid === pid || entry.parent === pid)
    .reduce((sum, entry) => sum + entry.cpuMs, 0);
}

export function parentOf(pid: number): number | undefined {
  return allEntries().find((entry) => entry.pid === pid)?.parent;
}

/** Resident memory in MB: now, and the most there ever was where the system tells (elsewhere the same). */
export function memoryOf(pid: number): { now: number; highest: number } {
  if (!isLinux) {
    const now = Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
    return { now, highest: now };
  }
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), highest: read("VmHWM") };
}
