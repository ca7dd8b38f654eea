// `npm test`: everything, from a fresh clone. `npm run check` (`--fast`): the half that takes under a minute.
// `--only NAME` runs one step. Nothing is ever left out in silence: what cannot run fails and says why.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canInstall } from "./lib/apt.mjs";
import { build } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { install, installEmulators } from "./lib/install.mjs";
import { ensureNginx } from "./lib/nginx.mjs";
import { projectNode } from "./lib/node.mjs";
import { checkNode, endWith, PlainError, run, say, tail } from "./lib/steps.mjs";
import { runTool, toolEnv } from "./lib/tools.mjs";

// The types of the routes, which the checks below read.
const typegen = () => runTool("react-router", ["typegen"]);
const nodeScript = (args) => run(projectNode().path, args, { env: toolEnv() });

// Each reads the sources and says what is wrong with them.
const CHECKS = [
  { name: "types", commands: [() => runTool("tsc", ["--noEmit"])] },
  { name: "lint", commands: [() => runTool("oxlint", ["--type-aware", "--deny-warnings"])] },
  { name: "format", commands: [() => runTool("oxfmt", ["--check", "."])] },
  { name: "structure", commands: [() => nodeScript(["scripts/check-structure.ts"])] },
  { name: "generated files", commands: [() => nodeScript(["scripts/generate.ts", "--check"])] },
  { name: "unused code", commands: [() => runTool("knip", [])] },
];

// Each is a project of vitest.config.ts.
const PROJECTS = [
  { name: "unit", fast: true, needsBuild: false },
  { name: "api", fast: true, needsBuild: false },
  { name: "emulators", fast: false, needsBuild: true, needsEmulators: true },
  { name: "runtime", fast: false, needsBuild: true, needsNginx: true },
  { name: "e2e", fast: false, needsBuild: true },
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

/** Runs one project of tests, shown as it goes; its counts. A project in which no test ran has failed. */
async function runProject(name, env) {
  say(`\n› Tests: ${name}`);
  const folder = await mkdtemp(join(tmpdir(), "sandbar-report-"));
  const report = join(folder, "report.json");
  try {
    const args = ["run", "--project", name, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const { code } = await runTool("vitest", args, { show: true, env });
    const counts = JSON.parse(await readFile(report, "utf8").catch(() => "{}"));
    const passed = counts.numPassedTests ?? 0;
    const skipped = (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0);
    let failed = counts.numFailedTests ?? 0;
    // A file that cannot be loaded has no tests to count.
    if (code !== 0 && failed === 0) failed = 1;
    if (passed + failed === 0) {
      say(`✗ No test of '${name}' ran.`);
      failed = 1;
    }
    return { passed, failed, skipped };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether what some tests need could be had; says why not. */
async function prepare(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    say(`✗ ${error.message}`);
    return false;
  }
}

/** The first page on a bare machine; whether it came. What makes such a machine is only had by root on Debian. */
async function runBare() {
  say("\n› Bare machine: npm start with the Node and npm of Debian 12");
  if (!canInstall()) {
    say("Left out: only root on Debian or Ubuntu can make one (sudo npm run test:bare).");
    return true;
  }
  const { code } = await run(projectNode().path, ["scripts/bare.mjs", "--short"], { show: true, env: toolEnv() });
  return code === 0;
}

/** The last line of every run. */
function sayTotal({ passed, failed, skipped }) {
  say(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
}

function choose(list, { fast, only }) {
  if (only) return list.filter(({ name }) => name === only);
  return fast ? list.filter((entry) => entry.fast !== false) : list;
}

async function main() {
  checkNode();
  const args = process.argv.slice(2);
  const options = {
    fast: args.includes("--fast"),
    only: args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined,
  };
  const checks = choose(CHECKS, options);
  const projects = choose(PROJECTS, options);
  if (checks.length + projects.length === 0) throw new PlainError(`There is no step called ${options.only}.`);

  await install();
  const failedChecks = await runChecks(checks);
  if (failedChecks > 0) {
    say("\nThe checks above failed; the tests were not run.");
    sayTotal({ passed: 0, failed: failedChecks, skipped: 0 });
    process.exit(1);
  }
  const env = {};
  const isSiteReady =
    projects.some(({ needsBuild }) => needsBuild) &&
    (await prepare(async () => {
      env.CHROMIUM_PATH = await ensureChromium();
      await build();
    }));
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, needsBuild, needsEmulators, needsNginx } of projects) {
    const canRun =
      (isSiteReady || !needsBuild) &&
      (!needsEmulators || (await prepare(installEmulators))) &&
      (!needsNginx || (await prepare(async () => (env.NGINX_PATH = await ensureNginx()))));
    if (!canRun) say(`\n✗ Tests: ${name} could not run; the reason stands above.`);
    const counts = canRun ? await runProject(name, env) : { passed: 0, failed: 1, skipped: 0 };
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  if (projects.length === 0) return;
  if (projects.length === PROJECTS.length && !(await runBare())) total.failed += 1;
  if (total.skipped > 0)
    say(`\n${total.skipped} skipped: a test that is skipped proves nothing, so this run has failed.`);
  sayTotal(total);
  if (total.failed + total.skipped > 0) process.exit(1);
}

main().catch(endWith);
