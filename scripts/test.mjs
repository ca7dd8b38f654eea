// `npm test`: everything, from a fresh clone. `npm run check` (`--fast`): what takes a minute or two, the checks of the
// sources and the unit tests.
// `--only NAME` runs one step; `--fast --watch` goes on checking what changes. Nothing is left out silently: a step that
// cannot run fails and says why.
import { canInstall } from "./lib/apt.mjs";
import { installAll } from "./lib/install.mjs";
import { projectNode } from "./lib/node.mjs";
import { checkNode, endWith, PlainError, run, say, tail } from "./lib/steps.mjs";
import { countTests, failuresOf, inTwoLines, linesOf, PROJECTS, prepareProjects, runVitest } from "./lib/test-runs.mjs";
import { runTool, toolEnv } from "./lib/tools.mjs";

// The types of the routes, which the checks below read.
const typegen = () => runTool("react-router", ["typegen"]);
const nodeScript = (args) => run(projectNode().path, args, { env: toolEnv() });

// Only what changed since the last run is checked again; a fresh clone has no such file and checks everything.
const TYPES = ["--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"];

// Each reads the sources and says what is wrong with them. Two run at a time: what is told at once first, then the two
// slow ones side by side.
const CHECKS = [
  { name: "format", commands: [() => runTool("oxfmt", ["--check", "."])] },
  { name: "structure", commands: [() => nodeScript(["scripts/check-structure.ts"])] },
  { name: "types", commands: [() => runTool("tsc", TYPES)] },
  { name: "lint", commands: [() => runTool("oxlint", ["--type-aware", "--deny-warnings"])] },
  { name: "generated files", commands: [() => nodeScript(["scripts/generate.ts", "--check"])] },
  { name: "unused code", commands: [() => runTool("knip", [])] },
];

async function runCheck({ name, commands }) {
  const started = Date.now();
  for (const command of commands) {
    const { code, output } = await command();
    if (code !== 0) {
      say(`✗ ${name}\n${tail(output, 60)}`);
      return false;
    }
  }
  say(`✓ ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return true;
}

/** Runs checks two at a time, which is what two cores bear; how many failed. */
async function runChecks(checks) {
  if (checks.length === 0) return 0;
  const { code, output } = await typegen();
  if (code !== 0) throw new PlainError(`The types of the routes could not be made:\n${tail(output, 40)}`);
  const waiting = [...checks];
  let failed = 0;
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check))) failed += 1;
    }
  };
  await Promise.all([worker(), worker()]);
  return failed;
}

const noTests = () => ({ passed: 0, failed: 0, skipped: 0, failures: [], leftOut: [] });
const failedStep = (test, why) => ({ ...noTests(), failed: 1, failures: [{ test, why }] });

/** Runs one project of tests and returns its counts and failures. `show` prints the run as it goes, otherwise at its end. */
async function runProject({ name }, { env, refused, show }) {
  if (refused.has(name)) {
    say(`\n✗ Tests: ${name} could not run: ${refused.get(name)}`);
    return failedStep(name, refused.get(name));
  }
  if (show) say(`\n› Tests: ${name}`);
  const result = await runVitest(["--project", name], { env, show });
  if (!show) say(`\n› Tests: ${name} (run beside the others)\n${result.output}`);
  return { ...countTests(result), failures: failuresOf(result) };
}

/** What only root on Debian can try; only a failure counts. */
const TRIALS = [
  {
    name: "bare machine",
    title: "Bare machine: npm start with the Node and npm of Debian 12",
    command: ["scripts/bare.mjs", "--short"],
    whole: "sudo npm run test:bare",
  },
  {
    name: "container",
    title: "Container: the image, built and run",
    command: ["scripts/test-container.mjs"],
    whole: "sudo npm run test:container",
  },
  {
    name: "failover",
    title: "Failover: the leader of three PostgreSQL is killed twice and frozen once",
    command: ["scripts/test-failover.mjs", "--short"],
    whole: "sudo npm run test:failover",
  },
];

async function runTrial({ name, title, command, whole }) {
  if (!canInstall()) {
    say(`\n› ${title}\nLeft out: only root on Debian or Ubuntu can try it (${whole}).`);
    return { ...noTests(), leftOut: [name] };
  }
  const { code, output } = await run(projectNode().path, command, { env: toolEnv() });
  say(`\n› ${title}\n${output.trimEnd()}`);
  return code === 0 ? noTests() : failedStep(name, `ended with code ${code}`);
}

/** Runs the tests and counts them: all beside one another as far as two cores bear it, or one by itself. */
async function runTests(projects, prepared) {
  const total = noTests();
  const counted = (step) => async () => {
    const { failures, leftOut = [], ...counts } = await step();
    for (const key of Object.keys(counts)) total[key] += counts[key];
    total.failures.push(...failures);
    total.leftOut.push(...leftOut);
  };
  const shown = (project) => counted(() => runProject(project, { ...prepared, show: true }));
  const beside = (project) => counted(() => runProject(project, { ...prepared, show: false }));
  const trials = TRIALS.map((trial) => counted(() => runTrial(trial)));
  // One step by itself has nothing to run beside.
  if (projects.length < PROJECTS.length) await inTwoLines(projects.map(shown), []);
  else {
    const { busy, waiting } = linesOf(projects);
    await inTwoLines(busy.map(shown), [...waiting.map(beside), ...trials]);
  }
  return total;
}

/** Checks the types and runs the unit and API tests that a saved file concerns, until interrupted. */
async function watch() {
  await installAll();
  await typegen();
  const tests = ["watch", "--standalone", "--project", "unit", "--project", "api"];
  await Promise.all([
    runTool("tsc", [...TYPES, "--watch", "--preserveWatchOutput"], { show: true }),
    runTool("vitest", tests, { show: true }),
  ]);
}

/** The last lines of every run: what failed, how many, and what was not tried. */
function sayTotal({ passed, failed, skipped, failures, leftOut }) {
  if (failures.length > 0) say("");
  for (const { test, why } of failures) say(`✗ ${test}\n    ${why}`);
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  if (leftOut.length > 0) counts.push(`${leftOut.length} left out: ${leftOut.join(", ")}`);
  say(`\n${counts.join(", ")}`);
}

function choose(list, { fast, only }) {
  if (only) return list.filter(({ name }) => name === only);
  return fast ? list.filter((entry) => entry.fast !== false) : list;
}

async function main() {
  checkNode();
  const args = process.argv.slice(2);
  if (args.includes("--watch")) return watch();
  const options = {
    fast: args.includes("--fast"),
    only: args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined,
  };
  const checks = choose(CHECKS, options);
  const projects = choose(PROJECTS, options);
  if (checks.length + projects.length === 0) throw new PlainError(`There is no step called ${options.only}.`);

  await installAll();
  const failedChecks = await runChecks(checks);
  if (failedChecks > 0) {
    say("\nThe checks above failed; the tests were not run.");
    sayTotal({ ...noTests(), failed: failedChecks });
    process.exit(1);
  }
  if (projects.length === 0) return;
  const total = await runTests(projects, await prepareProjects(projects));
  if (total.skipped > 0)
    say(`\n${total.skipped} skipped: a test that is skipped proves nothing, so this run has failed.`);
  sayTotal(total);
  if (total.failed + total.skipped > 0) process.exit(1);
}

main().catch(endWith);
