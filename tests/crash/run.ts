// npm run test:crash: kills the busy site a hundred times and looks whether anything that it acknowledged was lost.
// `-- --rounds=10 --seed=42` for fewer rounds, or for the rounds of an earlier run.
import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Figures, runCrashes } from "#tests/crash/rounds.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, seed: { type: "string" } },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed ?? randomInt(2 ** 31));

function tell({ faults, acknowledged, mails, slowest }: Figures): void {
  const counts = (of: Readonly<Record<string, number>>, unit = "") =>
    Object.entries(of)
      .map(([name, count]) => `${count}${unit} ${name}`)
      .join(", ");
  say(`Acknowledged: ${counts(acknowledged)}`);
  say(`Mails: ${mails.different} different ones came; ${mails.cameAgain} came once more`);
  say(`Longest until it was ready again: ${counts(slowest, " ms")}`);
  say(faults.length === 0 ? "Nothing was lost, and nothing is half." : `Not as it must be:\n  ${faults.join("\n  ")}`);
}

if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  say("Say how many rounds, and perhaps which: npm run test:crash -- --rounds=100 --seed=42");
  process.exitCode = 1;
} else {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbar-crash-"));
  say(`${rounds} rounds; the same again: npm run test:crash -- --rounds=${rounds} --seed=${seed}`);
  try {
    const figures = await runCrashes({ dataDir, rounds, seed, onRound: say });
    tell(figures);
    if (figures.faults.length > 0) process.exitCode = 1;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
