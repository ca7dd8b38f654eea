// `npm test`: everything, from a fresh clone. `npm run check` (`--fast`): the half that takes under a minute.
// `--only NAME` runs one step. Nothing is ever left out in silence: what cannot run fails and says why.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { install } from "./lib/install.mjs";
import { checkNode, endWith, findNode26, PlainError, run, runTool, say, tail, toolEnv } from "./lib/steps.mjs";

const nodeScript = (args) => run(findNode26(), args, { env: toolEnv() });

// Each reads the sources and says what is wrong with them.
const CHECKS = [
  { name: "types", commands: [() => runTool("react-router", ["typegen"]), () => runTool("tsc", ["--noEmit"])] },
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
  { name: "runtime", fast: false, needsBuild: true },
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

/** Runs checks two at a time, which is what two cores bear; true when all passed. */
async function runChecks(checks) {
  const waiting = [...checks];
  let allPassed = true;
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check))) allPassed = false;
    }
  };
  await Promise.all([worker(), worker()]);
  return allPassed;
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

function choose(list, { fast, only }) {
  if (only) return list.filter(({ name }) => name === only);
  return fast ? list.filter((entry) => entry.fast !== false) : list;
}

async function main() {
  checkNode();
  const args = process.argv.slice(2);
  const options = { fast: args.includes("--fast"), only: args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined };
  const checks = choose(CHECKS, options);
  const projects = choose(PROJECTS, options);
  if (checks.length + projects.length === 0) throw new PlainError(`There is no step called ${options.only}.`);

  await install();
  if (!(await runChecks(checks))) throw new PlainError("\nThe checks above failed; the tests were not run.");
  const env = {};
  if (projects.some(({ needsBuild }) => needsBuild)) {
    env.CHROMIUM_PATH = await ensureChromium();
    await build();
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name } of projects) {
    const counts = await runProject(name, env);
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  if (projects.length === 0) return;
  if (total.skipped > 0) say(`\n${total.skipped} skipped: a test that is skipped proves nothing, so this run has failed.`);
  say(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`);
  if (total.failed + total.skipped > 0) process.exit(1);
}

main().catch(endWith);
