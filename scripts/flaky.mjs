// `npm run test:flaky -- --runs 5`: the whole suite again and again while another program keeps every core busy.
// `--file PATH --runs 100`: one file of tests. Says which tests failed and how often; exits 1 when any did.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { installAll } from "./lib/install.mjs";
import { checkNode, endWith, PlainError, say } from "./lib/steps.mjs";
import { countTests, failuresOf, inTwoLines, linesOf, PROJECTS, prepareProjects, runVitest } from "./lib/test-runs.mjs";

/** Keeps every core busy until the function that it returns is called. */
function keepBusy() {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "while (process.ppid === +process.argv[1]);", String(process.pid)]),
  );
  return () => loops.forEach((loop) => loop.kill("SIGKILL"));
}

function readOptions(args) {
  const valueOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const runs = Number(valueOf("--runs") ?? 5);
  if (!Number.isInteger(runs) || runs < 1) throw new PlainError("Say a whole number after --runs.");
  return { runs, file: valueOf("--file") };
}

/** Runs all projects once, beside one another as `npm test` does, or the file in whichever project has it. */
async function runOnce(file, { env, refused }) {
  const results = [];
  const step = (target) => async () => results.push(await runVitest(target, { env, show: false }));
  if (file) await step([file])();
  else {
    const [why] = refused.values();
    if (why) throw new PlainError(why);
    const { busy, waiting } = linesOf(PROJECTS);
    const steps = (projects) => projects.map(({ name }) => step(["--project", name]));
    await inTwoLines(steps(busy), steps(waiting));
  }
  return results;
}

/** What vitest printed about the failed tests. Unlike its JSON report, it names the cause of an error. */
const whyOf = (output) => output.slice(Math.max(0, output.search(/Failed (?:Tests|Suites)/)));

async function main() {
  checkNode();
  const { runs, file } = readOptions(process.argv.slice(2));
  await installAll();
  // Unit and API tests need no built site.
  const needed = file && !/^tests\/(?!api\/)/.test(file) ? [] : PROJECTS;
  const prepared = await prepareProjects(needed);
  const failedRuns = new Map();
  const stop = keepBusy();
  try {
    for (let number = 1; number <= runs; number += 1) {
      const started = Date.now();
      const results = await runOnce(file, prepared);
      const failures = results.flatMap(failuresOf);
      const passed = results.reduce((sum, result) => sum + countTests(result).passed, 0);
      say(
        `run ${number} of ${runs}: ${passed} passed, ${failures.length} failed, ${((Date.now() - started) / 1000).toFixed(0)} s`,
      );
      for (const { code, output } of results) if (code !== 0) say(whyOf(output));
      for (const { test, why } of failures) {
        say(`  ✗ ${test}\n    ${why}`);
        failedRuns.set(test, (failedRuns.get(test) ?? 0) + 1);
      }
    }
  } finally {
    stop();
  }
  for (const [test, count] of failedRuns) say(`✗ ${count} of ${runs}: ${test}`);
  say(failedRuns.size === 0 ? `\nGreen ${runs} times.` : `\n${failedRuns.size} tests failed at least once.`);
  if (failedRuns.size > 0) process.exit(1);
}

main().catch(endWith);
