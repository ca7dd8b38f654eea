// What `npm run test:failover` runs. `-- --rounds=10 --seed=42` for how many blows of each kind.
import { randomInt } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BLOWS, judge, medianOf, SHORT_BLOWS } from "#tests/failover/judge.ts";
import { type Figures, tryFailovers } from "#tests/failover/trial.ts";

const BUDGET_MS = 30_000;
/** The short form runs beside other tests: only what hangs is too long. */
const SHORT_BUDGET_MS = 150_000;

const LOG_LINES = 12;

const say = (line: string) => process.stdout.write(`${line}\n`);

function tell({ rounds, writers, readers, acknowledged }: Figures): void {
  say(`\nAcknowledged writes: ${acknowledged}`);
  for (const blow of BLOWS) {
    const pauses = rounds.filter((round) => round.blow === blow).map(({ pauseMs }) => pauseMs);
    if (pauses.length > 0)
      say(
        `${blow}, ${pauses.length} times: median ${medianOf(pauses)} ms without a write, worst ${Math.max(...pauses)} ms`,
      );
  }
  say(`Writers got ${JSON.stringify(writers)}, readers ${JSON.stringify(readers)}`);
}

/** Says the end of each log, and keeps the logs alone. */
async function tellLogs(folder: string): Promise<void> {
  const isLog = (name: string) => name.endsWith(".log");
  for (const place of [folder, join(folder, "cluster")]) {
    for (const name of await readdir(place).catch(() => [])) {
      const path = join(place, name);
      if (isLog(name)) say(`\n${path}\n${(await readFile(path, "utf8")).split("\n").slice(-LOG_LINES).join("\n")}`);
      else if (path !== join(folder, "cluster")) await rm(path, { recursive: true, force: true });
    }
  }
}

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "10" }, seed: { type: "string" }, short: { type: "boolean" } },
});
const blows = values.short ? SHORT_BLOWS : BLOWS;
const rounds = values.short ? 1 : Number(values.rounds);
const seed = Number(values.seed ?? randomInt(2 ** 31));
const bin = process.env["POSTGRES_BIN"] ?? "";

if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || !bin) {
  say("Say how many rounds, and perhaps which: npm run test:failover -- --rounds=10 --seed=42");
  process.exitCode = 1;
} else {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => stop.abort(new Error(`Ended by ${signal}.`)));
  const folder = await mkdtemp(join(tmpdir(), "sandbar-failover-"));
  // The nodes run as another account.
  await chmod(folder, 0o755);
  say(`${rounds} rounds; the same again: npm run test:failover -- --rounds=${rounds} --seed=${seed}`);
  try {
    const figures = await tryFailovers({ folder, bin, blows, rounds, seed, onRound: say, signal: stop.signal });
    tell(figures);
    const statuses = Object.entries(figures.readers);
    const all = { ...figures.writers };
    for (const [status, count] of statuses) all[status] = (all[status] ?? 0) + count;
    const faults = judge(figures.rounds, all, values.short ? SHORT_BUDGET_MS : BUDGET_MS);
    if (figures.failure) faults.push(figures.failure.message);
    say(faults.length === 0 ? "Nothing was lost, and nothing was started by hand." : faults.join("\n"));
    if (faults.length > 0) process.exitCode = 1;
  } catch (error) {
    say((error as Error).message);
    process.exitCode = 1;
  }
  if (process.exitCode === 1) await tellLogs(folder);
  else await rm(folder, { recursive: true, force: true });
}
process.exit();
