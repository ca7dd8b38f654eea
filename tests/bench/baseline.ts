import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The committed run that others are compared with. */
const BASELINE = fileURLToPath(new URL("last.json", import.meta.url));
const RUNS = new URL("../../data/bench/runs/", import.meta.url);

export type Figure = { readonly key: string; readonly measured: number | null; readonly [detail: string]: unknown };
type Run = {
  readonly at: string;
  readonly machine: object;
  readonly rows: readonly Figure[];
  readonly leftOut?: readonly string[];
};

export type Baseline = { readonly at: string; measured(key: string): number | null };

async function readRun(path: string): Promise<Run | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Run;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The committed run; null if there is none. */
export async function readBaseline(): Promise<Baseline | null> {
  const run = await readRun(BASELINE);
  const figures = new Map(run?.rows.map(({ key, measured }) => [key, measured]));
  return run && { at: run.at, measured: (key) => figures.get(key) ?? null };
}

/** How far a figure is from the baseline's, such as "+12 %"; empty where the baseline has none. */
export function differenceWords(measured: number | null, before: number | null): string {
  if (measured === null || before === null) return "";
  if (before === 0) return measured === 0 ? "=" : "from 0";
  const percent = Math.round(100 * (measured / before - 1));
  return percent === 0 ? "=" : `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
}

async function writeRun(path: string, run: Run): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(run, null, 2)}\n`);
}

/** Writes this run to a file of its own and returns its path. */
export async function saveRun(rows: readonly Figure[], leftOut: readonly string[]): Promise<string> {
  const at = new Date().toISOString();
  const path = fileURLToPath(new URL(`${at.replaceAll(":", "-")}.json`, RUNS));
  await writeRun(path, { at, machine: describeMachine(), rows, leftOut });
  return path;
}

/** Replaces the figures of the baseline that this run measured. Rows that it left out stay. */
export async function updateBaseline(rows: readonly Figure[]): Promise<void> {
  const measured = new Set(rows.map(({ key }) => key));
  const others = (await readRun(BASELINE))?.rows.filter(({ key }) => !measured.has(key)) ?? [];
  await writeRun(BASELINE, { at: new Date().toISOString(), machine: describeMachine(), rows: [...others, ...rows] });
}

function describeMachine(): object {
  return {
    platform: process.platform,
    arch: process.arch,
    node: process.version,
    cpu: cpus()[0]?.model ?? "",
    cores: cpus().length,
    // Of the last 15 minutes: the run itself, and whatever ran beside it.
    load: Number((loadavg()[2] ?? 0).toFixed(1)),
  };
}
